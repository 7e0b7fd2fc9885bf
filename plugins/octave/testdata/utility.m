% The routines of usersub/subtest that use utilities.

function v = RAMPSU(id, time, par, npar, dflag, iflag, nvalue)
  v = [];
  f = {@m_step, @m_step5, @m_havsin};
  for k = 1:3
    for iord = 0:2
      [value, errflg] = f{k}(par(1), 0.25, -1, 1.5, 3, iord);
      v = [v value errflg];
    end
  end
end

function v = STOPSU(id, time, par, npar, dflag, iflag, nvalue)
  v = [];
  for iord = 0:2
    [a, errflg] = m_impact(par(1), par(2), 1, 1000, 1.5, 20, 0.25, iord);
    [b, errflg] = m_bistop(par(1), par(2), 0.5, 1, 1000, 2.5, 20, 0.25, iord);
    v = [v a(1) b(1)];
  end
end

function v = SERISU(id, time, par, npar, dflag, iflag, nvalue)
  v = [];
  c = [1 -2 0.5 3];
  for iord = 0:2
    v = [v m_poly(par(1), 0.5, c, 4, iord) m_cheby(par(1), 0.5, c, 4, iord) ...
         m_forcos(par(1), 0.5, 2, c, 4, iord) m_forsin(par(1), 0.5, 2, c, 4, iord) ...
         m_shf(par(1), 0.5, 2, 3, 0.25, 1, iord)];
  end
end

function v = TURNSU(id, time, par, npar, dflag, iflag, nvalue)
  v = [];
  flags = 0;
  to = {'EULPAR', 'rodpar', 'AXAYAZ  ', 'YPR', 'B123', 'COSINES'};
  for k = 1:6
    [a, errflg] = m_rcnvrt('EULER', [0.3; 0.4; 0.5], to{k});
    v = [v a];
    flags = flags + errflg;
  end
  [a, errflg] = m_rcnvrt('COSINES', a, 'EULER');
  v = [v a flags+errflg];
end

function v = PLACSU(id, time, par, npar, dflag, iflag, nvalue)
  a = m_tcnvrt('SPHERICAL', [2 0.5 1.5], 'CARTESIAN');
  v = [a m_tcnvrt('CARTESIAN', a, 'CYLINDRICAL')];
end

function v = SPLISU(id, time, par, npar, dflag, iflag, nvalue)
  v = [];
  f = {'m_akispl', 'm_cubspl', 'm_fitspl', 'm_quispl'};
  for k = 1:4
    for iord = 0:1
      [value, errflg] = feval(f{k}, par(1), 0, 7, iord);
      v = [v value errflg];
    end
  end
end

function v = MODLSU(id, time, par, npar, dflag, iflag, nvalue)
  [a, istat] = m_gtaray(5);
  [c, cerr] = m_gtcurv(8, par(1), 1);
  [exists, scales, units] = m_gtunts();
  [f, ferr] = m_cusfnc('MYFUNC', [3 0.5]);
  [nq, nerr] = m_nmodes(30101);
  [mode, freq, merr] = m_modinf(30101);
  [text, terr] = m_gtstrg(6);
  same = strcmp(text, 'road left.rdf') && isequal(units, {'s', 'mm', 'N', 'kg'}) && exists == 1;
  v = [a istat c cerr scales f ferr nq nerr mode freq merr length(text) same];
  v(nvalue) = v(end) * (numel(v) == nvalue); % padded with zeros
end

function v = CLOCSU(id, time, par, npar, dflag, iflag, nvalue)
  v = [m_timget() m_getstm() m_getmod() m_getcpu() strcmp(m_getint(), 'HHT')];
end

function v = SETSSU(id, time, par, npar, dflag, iflag, nvalue)
  v = [m_modset('Constraint_Joint', 301, 'i_marker_id', '12') m_set_attribute('13') ...
       m_modset('NoSuch', 1, 'x', 'y') m_modset('Constraint_Joint', -5, 'x', 'y') ...
       m_modset('Constraint_Joint', 301, 'x', 'y')];
end

function v = WRONSU(id, time, par, npar, dflag, iflag, nvalue)
  [a, e1] = m_step(0.5, 0, 0, 1, 1, 3);
  [a, e2] = m_rcnvrt('EULER', [0 0 0], 'NOSUCH');
  [a, e3] = m_akispl(0.5, 0, 99, 0);
  [a, e4] = m_gtaray(99);
  [a, e5] = m_gtstrg(99);
  [a, e6] = m_gtcurv(99, 0.5, 0);
  [a, e7] = m_cusfnc('NOSUCH', 1);
  [a, e8] = m_nmodes(99);
  v = [e1 e2 e3 e4 e5 e6 e7 e8] ~= 0;
end
