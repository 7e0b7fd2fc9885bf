C     More habits of older Fortran routines.
      SUBROUTINE ZEROES(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE
      LOGICAL DFLAG, IFLAG
      CALL USRMES(.TRUE., 'half'//CHAR(0)//' and half', ID, 'warn'//
     &            CHAR(0))
      CALL ERRMES(.FALSE., 'normal', ID, 'STOP'//CHAR(0))
      CALL ERRMES(.TRUE., 'over'//CHAR(0), ID, 'STOP'//CHAR(0))
      END

      SUBROUTINE FLAGS(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE
      LOGICAL DFLAG, IFLAG
      VALUE = 0
      IF (IFLAG) VALUE = 101
      IF (DFLAG) VALUE = VALUE + 10
      END

C     Everything else that lies on the stack beside the result stays.
      SUBROUTINE NEIGHB(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE, S(3), Z
      LOGICAL DFLAG, IFLAG, ERR
      S(1) = 11
      S(3) = 13
      CALL AKISPL(1.5D0, 0, 7, 0, S(2), ERR)
      VALUE = 0
      IF (S(2) .NE. 3.375D0) VALUE = 1
      Z = -1D300
      CALL AKISPL(1.5D0, Z, 7, 0, S(2), ERR)
      IF (S(2) .NE. 3.375D0 .OR. ERR) VALUE = VALUE + 10
      CALL STEP(0.5D0, 0D0, 0D0, 1D0, 1D0, 0, S(2), ERR)
      IF (S(2) .NE. 0.5D0) VALUE = VALUE + 100
      IF (S(1) .NE. 11 .OR. S(3) .NE. 13) VALUE = VALUE + 1000
      END

C     A request whose element is a logical: what comes out is a number.
      SUBROUTINE REQSUB(ID, TIME, PAR, NPAR, IFLAG, RESULT)
      INTEGER ID, NPAR, K
      DOUBLE PRECISION TIME, PAR(*), RESULT(8)
      LOGICAL IFLAG
      RESULT(2) = 4
      K = IFLAG
      RESULT(3) = K
      END

C     Constants where a length comes back: they lie in memory that cannot be
C     written.
      SUBROUTINE CONSTS(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR, IARY(3), ISTAT
      DOUBLE PRECISION TIME, PAR(*), VALUE, A(3)
      LOGICAL DFLAG, IFLAG
      CHARACTER*20 TEXT
      CALL STR2INTARY('4 5 6', IARY, 3, ISTAT)
      VALUE = IARY(1) + 10*IARY(2) + 100*IARY(3) + 1000*ISTAT
      CALL GTSTRG(6, TEXT, 13, ISTAT)
      CALL GTARAY(5, A, 3, ISTAT)
      VALUE = VALUE + 10000*ISTAT - 654
      END
