C     The bead's constraint as a user subroutine: g = y - cosh(x), where
C     x and y are the place of the marker whose id is the first parameter.
      SUBROUTINE PFOSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR, MARKER(1), ERRFLG
      DOUBLE PRECISION TIME, PAR(*), VALUE, X, Y
      LOGICAL DFLAG, IFLAG
C
      MARKER(1) = NINT(PAR(1))
      CALL SYSFNC ('DX', MARKER, 1, X, ERRFLG)
      CALL SYSFNC ('DY', MARKER, 1, Y, ERRFLG)
      VALUE = Y - COSH(X)
      END
