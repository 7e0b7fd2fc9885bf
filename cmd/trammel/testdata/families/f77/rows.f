C     Constraints, motions and requests, in Fortran 77.
      SUBROUTINE GCOSUB(ID, TIME, PAR, NPAR, DFLAG, IFLAG, RESULT)
      INTEGER ID, NPAR, I
      DOUBLE PRECISION TIME, PAR(*), RESULT, X, Y, P(3), F, ASKED
      LOGICAL DFLAG, IFLAG, ERR
      I = INT(PAR(1))
      X = ASKED('DX', I, 0, 1)
      Y = ASKED('DY', I, 0, 1)
      P(1) = -PAR(2)
      P(2) = 0D0
      P(3) = PAR(2)
      CALL POLY(X, 0D0, P, 3, 0, F, ERR)
      RESULT = Y - 1D0 - F
      END

      SUBROUTINE MOTSUB(ID, TIME, PAR, NPAR, IORD, IFLAG, VALUE)
      INTEGER ID, NPAR, IORD
      DOUBLE PRECISION TIME, PAR(*), VALUE, P(4)
      LOGICAL IFLAG, ERR
      P(1) = 0D0
      P(2) = 0D0
      P(3) = PAR(1)
      P(4) = PAR(2)
      CALL POLY(TIME, 0D0, P, 4, IORD, VALUE, ERR)
      END

      SUBROUTINE COUSUB(ID, TIME, PAR, NPAR, DISP, NDISP, IFLAG, PHI)
      INTEGER ID, NPAR, NDISP
      DOUBLE PRECISION TIME, PAR(*), DISP(NDISP), PHI
      LOGICAL IFLAG
      PHI = DISP(2) - PAR(1)*DISP(1) - PAR(2)*DISP(1)*DISP(1)
      END

      SUBROUTINE COUXX(ID, TIME, PAR, NPAR, DISP, NDISP, IFLAG, DFDA)
      INTEGER ID, NPAR, NDISP
      DOUBLE PRECISION TIME, PAR(*), DISP(NDISP), DFDA(NDISP)
      LOGICAL IFLAG
      DFDA(1) = -PAR(1) - 2D0*PAR(2)*DISP(1)
      DFDA(2) = 1D0
      END

      SUBROUTINE COUXX2(ID, TIME, PAR, NPAR, DISP, NDISP, IFLAG, DFDA2)
      INTEGER ID, NPAR, NDISP
      DOUBLE PRECISION TIME, PAR(*), DISP(NDISP), DFDA2(NDISP,NDISP)
      LOGICAL IFLAG
      DFDA2(1,1) = -2D0*PAR(2)
      END

      SUBROUTINE REQSUB(ID, TIME, PAR, NPAR, IFLAG, RESULTS)
      INTEGER ID, NPAR, IDS(4), N
      DOUBLE PRECISION TIME, PAR(*), RESULTS(8), D(6), V(6), A(3)
      LOGICAL IFLAG, ERR
      DATA A /0.5D0, 1D0, 0.25D0/
      IDS(1) = INT(PAR(1))
      IDS(2) = INT(PAR(2))
      CALL SYSARY('DISP', IDS, 2, D, N, ERR)
      CALL SYSARY('VEL', IDS, 2, V, N, ERR)
      RESULTS(1) = PAR(4)*D(2)
      RESULTS(2) = D(1)
      RESULTS(3) = V(1)*V(1) + V(2)*V(2)
      RESULTS(4) = V(6)
      RESULTS(5) = D(4)
      CALL SYSFNC('JOINT', (/ INT(PAR(3)), 0, 3, 0 /), 4, RESULTS(6),
     &            ERR)
      CALL FORCOS(TIME, 0D0, 3D0, A, 3, 0, RESULTS(7), ERR)
      RESULTS(8) = D(1)*V(2) - D(2)*V(1)
      END

C     Rows come in the order of time, the first and the last are marked;
C     the bob is at a distance of 1.
      SUBROUTINE POST_SUB(TIME, PAR, NPAR, IFLAG, ENDFLG, ERRFLG)
      INTEGER NPAR
      DOUBLE PRECISION TIME, PAR(*), BEFORE, D, ASKED
      LOGICAL IFLAG, ENDFLG, ERRFLG
      SAVE BEFORE
      DATA BEFORE /-1D0/
      D = ASKED('DM', INT(PAR(1)), 0, 1)
      ERRFLG = ABS(D - 1D0) .GT. 1D-6 .OR.
     &         (IFLAG .NEQV. BEFORE .LT. 0D0) .OR.
     &         (TIME .LE. BEFORE .NEQV. ENDFLG)
      BEFORE = TIME
      END

C     The run begins and ends, rows and steps do in turn; the bob is at a
C     distance of 1.
      SUBROUTINE CBKSUB(TIME, EVENT, DATA)
      INTEGER EVENT, DATA(3), CALLS, ROWS, INSIDE
      DOUBLE PRECISION TIME, BEGUN, D, ASKED
      LOGICAL WRONG
      SAVE CALLS, ROWS, INSIDE, BEGUN
      DATA CALLS /0/, ROWS /0/, INSIDE /0/, BEGUN /0D0/
      WRONG = (CALLS .EQ. 0) .NEQV. (EVENT .EQ. 1)
      CALLS = CALLS + 1
      IF (EVENT .EQ. 9 .OR. EVENT .EQ. 12) THEN
        D = ASKED('DM', 20, 0, 1)
        WRONG = WRONG .OR. ABS(D - 1D0) .GT. 1D-3 .OR.
     &          DATA(1) .NE. 4 .OR. DATA(2) .NE. 4 .OR. DATA(3) .NE. 0
        IF (EVENT .EQ. 9) WRONG = WRONG .OR. TIME .NE. BEGUN
        IF (EVENT .EQ. 12) WRONG = WRONG .OR. .NOT. TIME .GT. BEGUN
        IF (EVENT .EQ. 9) ROWS = ROWS + 1
        WRONG = WRONG .OR. INSIDE .EQ. 0
        INSIDE = 0
      END IF
      IF (EVENT .EQ. 8 .OR. EVENT .EQ. 10) THEN
        WRONG = WRONG .OR. INSIDE .NE. 0
        INSIDE = EVENT
        BEGUN = TIME
      END IF
      WRONG = WRONG .OR. (EVENT .EQ. 2 .AND. ROWS .LT. 6)
      CALL ERRMES(WRONG, 'CBKSUB', EVENT, 'STOP')
      END
