% A spring that hardens: its force grows with the cube of its stretch too. And
% the energy of the bob on it, as a request.

% par: marker of the bob, stiffness in N/m, hardening in N/m^3.
function result = VFOSUB(id, time, par, npar, dflag, iflag)
  [z, errflg] = m_sysfnc('DZ', par(1));
  result = [0 0 -par(2)*z-par(3)*z^3];
end

% The same parameters; the energy is the first result.
function results = REQSUB(id, time, par, npar, iflag)
  [r, errflg] = m_sysary('TDISP', par(1));
  [v, errflg] = m_sysary('TVEL', par(1));
  [mass, info] = m_modfnc('Body_Point', 2, 'mass');
  results = zeros(1, 8);
  results(1) = str2double(mass)*(v*v')/2 + par(2)*r(3)^2/2 + par(3)*r(3)^4/4;
end
