% The reference routines of usersub/subtest.

function v = CATENA(id, time, par, npar, dflag, iflag)
  m = par(1);
  [y, errflg] = m_sysfnc('DY', [m]);
  [x, errflg] = m_sysfnc('DX', [m]);
  v = y - cosh(x);
end

function v = PARSUM(id, time, par, npar, dflag, iflag)
  v = 1000 * npar;
  for i = 1:npar
    v = v + i * par(i);
  end
end

function value = FLAGSN(id, time, par, npar, dflag, iflag)
  value = 1000 * id + 100 * dflag + 10 * iflag + time;
end

function value = LUGARY(id, time, par, npar, dflag, iflag, nvalue)
  joint = par(2);
  [output, info] = m_modfnc('Constraint_Joint', joint, 'i_marker_id');
  i = str2double(output);
  [output, info] = m_modfnc('Constraint_Joint', joint, 'j_marker_id');
  j = str2double(output);
  value = zeros(nvalue, 1); % a column
  value(1) = m_sysfnc('WZ', [i j j]);
  c = [2 3 4 6 7 8];
  for k = 1:6
    [value(1 + k), errflg] = m_sysfnc('JOINT', [joint 0 c(k) j]);
  end
end

function [stated, output] = LUGYFO(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt)
  p = num2cell(par(2:11));
  [s0, s1, s2, vs, rb, rp, rf, mus, mud, preload] = p{:};
  v = [input(1) * rp, input(1) * rf];
  stated = zeros(1, nstate);
  for k = 1:nstate
    g = (mud + (mus - mud) * 2.718 ^ (-(v(k) / vs) * (v(k) / vs))) / s0;
    stated(k) = v(k);
    if abs(g) > 1e-12
      stated(k) = stated(k) - states(k) * abs(v(k)) / g;
    end
  end
  radial = sqrt(input(2) ^ 2 + input(3) ^ 2) + input(5) / rb + input(6) / rb + preload;
  t = radial * rp * (s0 * states(1) + s1 * stated(1) + s2 * v(1));
  t = t + input(4) * rf * (s0 * states(2) + s1 * stated(2) + s2 * v(2));
  output = zeros(noutpt, 1);
  if v(1) < 0
    output(6) = abs(t);
  else
    output(6) = -abs(t);
  end
end

function p = COLXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = zeros(nstate, nstate); % a matrix
  for i = 1:nstate
    for j = 1:nstate
      p(i, j) = 10 * i + j + par(1) * states(j);
    end
  end
end

function p = COLXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt)
  p = zeros(1, nstate * ninput); % the same by columns
  for i = 1:nstate
    for j = 1:ninput
      p(i + (j - 1) * nstate) = 10 * i + j + states(i) * input(j);
    end
  end
end

function result = BUSHNG(id, time, par, npar, dflag, iflag)
  [d, errflg] = m_sysary('TDISP', [par(1) par(2) par(2)]);
  [v, errflg] = m_sysary('VEL', [par(1); par(2); par(2)]);
  result = [-par(3) * d(1:3) - par(4) * v(1:3), -par(5) * v(4:6)];
end

function results = EIGHTS(id, time, par, npar, iflag)
  [d, errflg] = m_sysfnc('DM', par(1:2));
  results = (1:8) * d + time + par(3:10) * iflag;
end

function v = LATERQ(id, time, par, npar, dflag, iflag)
  v = m_sysfnc('DX', par(1));
  if v > par(2)
    v = v + m_sysfnc('DY', par(1));
  end
end

function r = UNKNWN(id, time, par, npar, dflag, iflag)
  [v, e] = m_sysfnc('NOSUCH', 1);
  [w, a] = m_sysary('NOSUCH', 1);
  r = v + w(1) + (e ~= 0) + 10 * (a ~= 0);
end

function v = SPELNG(id, time, par, npar, dflag, iflag)
  v = m_sysfnc('dx', par(1)) + 2 * m_sysfnc('DX    ', par) + 4 * m_sysfnc('Dx', par);
end

function total = MANYQS(id, time, par, npar, dflag, iflag)
  total = 0;
  for k = 1:par(1)
    total = total + k * m_sysfnc('DX', k);
  end
end

function v = EVENTS(id, time, par, npar, dflag, iflag)
  v = 2 * m_sysfnc('TIME', []) + time;
end

function value = MODINF(id, time, par, npar, dflag, iflag, nvalue)
  m = par(1);
  [output, value(1)] = m_modfnc('Constraint_Joint', m, 'i_marker_id');
  [output, value(2)] = m_modfnc('NoSuchThing', m, 'i_marker_id');
  [output, value(3)] = m_modfnc('Constraint_Joint', -5, 'i_marker_id');
  [output, value(4)] = m_modfnc('Constraint_Joint', m, 'no_such_attribute');
end

function v = COUNTR(id, time, par, npar, dflag, iflag)
  persistent calls;
  if isempty(calls)
    calls = 0;
  end
  v = calls;
  calls = calls + 1;
end

function v = FAILUR(id, time, par, npar, dflag, iflag)
  error('no such law');
end
