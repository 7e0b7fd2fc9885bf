C     A routine that asks for a curve.
      SUBROUTINE TRACK(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR, ISTAT
      DOUBLE PRECISION TIME, PAR(*), VALUE, X, P(3), D(3), ASKED
      LOGICAL DFLAG, IFLAG
      X = ASKED('DX', INT(PAR(2)), 0, 1)
      CALL GTCURV(INT(PAR(1)), X, 0, P, ISTAT)
      IF (ISTAT .NE. 0) CALL ERRMES(.TRUE., 'GTCURV: point', ID, 'STOP')
      CALL GTCURV(INT(PAR(1)), X, 1, D, ISTAT)
      IF (ISTAT .NE. 0) CALL ERRMES(.TRUE., 'GTCURV: slope', ID, 'STOP')
      VALUE = P(2) + D(2)
      END
