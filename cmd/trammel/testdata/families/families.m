% The routines of the families in MATLAB's language.

function v = ask(name, varargin)
  ids = [varargin{:}];
  [v, errflg] = m_sysfnc(name, ids);
  m_errmes(errflg, name, ids(1), 'STOP');
end

function v = SFOSUB(id, time, par, npar, dflag, iflag)
  i = par(1); j = par(2);
  s = m_step(time, 0, 0, 0.2, 1, 0);
  v = -s*par(3)*(ask('DM', i, j) - par(5)) - par(4)*ask('VR', i, j);
end

function r = GFOSUB(id, time, par, npar, dflag, iflag)
  ids = [par(1) par(2) par(2)];
  d = m_sysary('DISP', ids);
  v = m_sysary('VEL', ids);
  e = m_rcnvrt('EULER', d(4:6), 'EULPAR');
  r = [-par(3)*d(1:3) - par(4)*v(1:3), -par(5)*(2*e(2:4)) - par(6)*v(4:6)];
end

function r = VFOSUB(id, time, par, npar, dflag, iflag)
  v = m_sysary('TVEL', [par(1) 1 1]);
  d = m_sysary('TDISP', [par(1) 1 1]);
  s = m_havsin(time, 0, 0, 0.3, 1, 0);
  r = [par(2)*s*v(2); -par(2)*s*v(1); -par(3)*d(3)];
end

function t = VTOSUB(id, time, par, npar, dflag, iflag)
  w = m_sysary('RVEL', [par(1) par(2) par(1)]);
  t = -par(4)*w;
  t(1) = t(1) + par(3)*m_step5(time, 0, 0, 0.3, 1, 0);
end

function v = PFOSUB(id, time, par, npar, dflag, iflag)
  v = ask('DY', par(1)) - cosh(par(2)*ask('DX', par(1)));
end

function [field, dfddis, dfdvel] = FIESUB(id, time, par, npar, disp, velo, dflag, iflag)
  field = -par(1)*disp.*(1 + par(2)*disp.*disp) - par(3)*velo;
  dfddis = diag(-par(1)*(1 + 3*par(2)*disp.*disp));
  dfdvel = -par(3)*eye(6);
end

function v = VARSUB(id, time, par, npar, dflag, iflag)
  v = m_poly(ask('DX', par(1)), 0, par(3:6), 4, 0) + par(2)*ask('VX', par(1));
end

function v = DIFSUB(id, time, par, npar, dflag, iflag)
  x = ask('DIF', id);
  if par(3) ~= 0
    v = par(1)*ask('DIF1', id) + x - ask('DIF', par(2));
    return
  end
  v = (ask('DX', par(2))*m_havsin(time, 0, 0, 0.2, 1, 0) - x)/par(1);
end

function value = ARYSUB(id, time, par, npar, dflag, iflag, nvalue)
  i = par(1);
  f = m_impact(ask('DY', i), ask('VY', i), 0, par(3), par(4), par(5), par(6), 0);
  value = [f(1) -par(2)*ask('DX', i)];
end

function [stated, output] = GSESUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt)
  w = par(1); z = par(2); b = par(3);
  x = states(1); v = states(2); u = input(1);
  stated = [v, w*w*(u - x) - 2*z*w*v - b*x*x*x];
  output = [x - b*u*u, v*u];
end

function xdot = GSE_DERIV(id, time, par, npar, dflag, iflag, n)
  m_errmes(~isequal([m_gse_ns() m_gse_nd() m_gse_ni() m_gse_no()], [2 1 1 2]), 'GSE: sizes', id, 'STOP');
  w = par(1); z = par(2); b = par(3);
  s = m_gse_x();
  u = m_gse_u();
  x = s(1); v = s(2);
  xdot = [v, w*w*(u(1) - x) - 2*z*w*v - b*x*x*x];
end

function y = GSE_OUTPUT(id, time, par, npar, dflag, iflag, n)
  x = m_gse_x();
  u = m_gse_u();
  y = [x(1) - par(3)*u(1)*u(1), m_gse_xd()];
end

function xplus = GSE_UPDATE(id, time, par, npar, dflag, iflag, n)
  xplus = m_gse_xd() + 1;
end

function step = GSE_SAMP(id, time, par, npar, dflag, iflag)
  step = 0.1;
end

function p = GSEXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = [0 1; -par(1)*par(1)-3*par(3)*states(1)*states(1) -2*par(2)*par(1)];
end

function p = GSEXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = [0; par(1)*par(1)];
end

function p = GSEYX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = [1 0; 0 input(1)];
end

function p = GSEYU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = [-2*par(3)*input(1); states(2)];
end

% Its results are one cell array.
function both = YFOSUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt)
  t = par(1); k = par(2); c = par(3);
  x = states(1); y = states(2);
  both = {[(input(1) - x)/t, (input(2) - y)/t], ...
          [-k*(input(1) - x) - c*input(3)*(1 + x*x), -k*(input(2) - y) - c*input(4), 0, 0, 0, 0]};
end

function p = YFOXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = -eye(2)/par(1);
end

function p = YFOXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = [eye(2)/par(1), zeros(2, 2)];
end

function p = YFOYX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = zeros(6, 2);
  p(1, 1) = par(2) - par(3)*input(3)*2*states(1);
  p(2, 2) = par(2);
end

function p = YFOYU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = zeros(6, 4);
  p(1, 1) = -par(2);
  p(2, 2) = -par(2);
  p(1, 3) = -par(3)*(1 + states(1)*states(1));
  p(2, 4) = -par(3);
end

function v = GCOSUB(id, time, par, npar, dflag, iflag)
  v = ask('DY', par(1)) - 1 - m_poly(ask('DX', par(1)), 0, [-par(2) 0 par(2)], 3, 0);
end

function v = MOTSUB(id, time, par, npar, iord, iflag)
  v = m_poly(time, 0, [0 0 par(1) par(2)], 4, iord);
end

function phi = COUSUB(id, time, par, npar, disp, ndisp, iflag)
  phi = disp(2) - par(1)*disp(1) - par(2)*disp(1)*disp(1);
end

function dfda = COUXX(id, time, par, npar, disp, ndisp, iflag)
  dfda = [-par(1)-2*par(2)*disp(1), 1];
end

function d2fda2 = COUXX2(id, time, par, npar, disp, ndisp, iflag)
  d2fda2 = [-2*par(2) 0; 0 0];
end

function results = REQSUB(id, time, par, npar, iflag)
  d = m_sysary('DISP', [par(1) par(2)]);
  v = m_sysary('VEL', [par(1) par(2)]);
  f = m_forcos(time, 0, 3, [0.5 1 0.25], 3, 0);
  results = [par(4)*d(2), d(1), v(1)*v(1) + v(2)*v(2), v(6), d(4), ask('JOINT', par(3), 0, 3, 0), f, d(1)*v(2) - d(2)*v(1)];
end

function [scalar, vector, xmatrx] = UCOSUB(id, time, q, par, npar, idrsel, iflag)
  if iflag
    m_ucovar(id, [par(1) par(1)], [11 12]);
    return
  end
  b = par(2); x = q(1); y = q(2);
  scalar = x*x - 1 + b*(y*y - 0.25);
  vector = [2*x, 2*b*y];
  xmatrx = [2 0; 0 2*b];
end

function values = CURSUB(id, par, npar, alpha, iord, iflag)
  a = par(1); u = alpha;
  all = {[u, 1 + a*(u*u - 1), 0], [1, 2*a*u, 0], [0, 2*a, 0]};
  values = all{iord + 1};
end

function values = SURSUB(id, par, npar, alpha, beta, iord, iflag)
  a = par(1); b = par(2); u = alpha; v = beta;
  switch iord
    case 0
      values = [u, v, 1 + a*(u*u - 1) + b*(v*v - 0.25)];
    case 1
      values = [1 0 2*a*u 0 1 2*b*v];
    otherwise
      values = [0 0 2*a 0 0 0 0 0 2*b];
  end
end

function v = TRACK(id, time, par, npar, dflag, iflag)
  x = ask('DX', par(2));
  [p, errflg] = m_gtcurv(par(1), x, 0);
  m_errmes(errflg, 'GTCURV: point', id, 'STOP');
  [d, errflg] = m_gtcrv(par(1), x, 1);
  m_errmes(errflg, 'GTCURV: slope', id, 'STOP');
  v = p(2) + d(2);
end

function v = SENSUB(id, time, par, npar, iflag)
  v = ask('DY', par(1)) - par(2)*ask('DX', par(1));
end

function v = SEVSUB(id, time, par, npar, iflag)
  v = -par(2)*ask('VY', par(1));
end

function CONSUB(par, npar)
  m_datout();
  for k = 0:par(2)-1
    istat = m_analys('TRANSIENT', 'throw', k*par(1), (k + 1)*par(1), k == 0);
    m_errmes(istat, 'ANALYS', k, 'STOP');
    m_datout();
  end
end

function errflg = SPLINE_READ(id, file_name, block_name)
  errflg = 1;
  [folder, name, suffix] = fileparts(file_name);
  if ~strcmp([name suffix], 'springs.txt') || ~strcmp(block_name, 'front')
    return
  end
  x = 0.5*(0:5);
  errflg = m_put_spline(id, x, 8*x + 4*x.*x.*x, 0);
end

function errflg = MARKER_READ(id, par, npar)
  [name, errflg] = m_gtstrg(par(1));
  if errflg
    return
  end
  errflg = m_put_marker(id, [par(2) par(3) 0.1*length(name)], 1, [0 0 0]);
end

function errflg = MATRIX_READ(id, par, npar)
  errflg = m_put_matrix(id, 1, npar, par);
end

function errflg = STRING_READ(id, par, npar)
  errflg = m_put_string(id, 'front');
end

function v = SPDSUB(id, time, par, npar, disp, velo, dflag, iflag)
  s = m_step(time, 0, 0, 0.2, 1, 0);
  v = par(1)*disp + par(2)*disp*disp*disp + par(3)*velo*s;
end

function errflg = POST_SUB(time, par, npar, iflag, endflag)
  persistent before;
  if isempty(before)
    before = -1;
  end
  errflg = abs(ask('DM', par(1)) - 1) > 1e-6 || (iflag ~= 0) ~= (before < 0) || (time <= before) ~= (endflag ~= 0);
  before = time;
end

function CBKSUB(time, event, data)
  persistent calls rows inside begun;
  if isempty(calls)
    calls = 0; rows = 0; inside = 0; begun = 0;
  end
  wrong = (calls == 0) ~= (event == 1);
  calls = calls + 1;
  if event == 8 || event == 10
    wrong = wrong || inside ~= 0;
    inside = event;
    begun = time;
  end
  if event == 9 || event == 12
    wrong = wrong || abs(ask('DM', 20) - 1) > 1e-3 || ~isequal(data(:)', [4 4 0]);
    if event == 9
      wrong = wrong || inside ~= 8 || time ~= begun;
      rows = rows + 1;
    else
      wrong = wrong || inside ~= 10 || ~(time > begun);
    end
    inside = 0;
  end
  m_errmes(wrong || (event == 2 && rows < 6), 'CBKSUB', event, 'STOP');
end

function f = CNFSUB(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag)
  f = [0 0 0];
  n = (par(1)*(-gap) - par(2)*gapdot)*(1 + par(4)*loci(1));
  if n > 0
    f(1) = n*nj(3);
  end
end

function f = CFFSUB(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag)
  f = -par(3)*nforce*xdot;
end

function CONTACTPOST(id, i_gra_id, j_gra_id, time, par, npar, iflag, endflg)
  m_errmes(~isequal([id i_gra_id j_gra_id npar par(1)], [3 6 5 4 3000]), 'CONTACTPOST', id, 'STOP');
end
