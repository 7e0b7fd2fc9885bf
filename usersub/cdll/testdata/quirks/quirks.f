C     Habits of older Fortran routines.
      SUBROUTINE STOPS(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE
      LOGICAL DFLAG, IFLAG
      WRITE (*,*) 'written before the stop'
      IF (TIME .GE. 0) STOP
      END

      SUBROUTINE PADDED(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      INTEGER ID, NPAR, NVALUE, INFO
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      LOGICAL DFLAG, IFLAG
      CHARACTER*12 TEXT
      CHARACTER*4 BRIEF
C     Unset behind the text, unless it is filled with blanks.
      TEXT = '############'
      CALL MODFNC('Constraint_Joint    ', 301, 'i_marker_id   ', TEXT,
     &            INFO)
      VALUE(1) = 0
      IF (TEXT .EQ. '30101020    ') VALUE(1) = 1
      CALL MODFNC('Constraint_Joint', 301, 'i_marker_id', BRIEF, INFO)
      IF (BRIEF .EQ. '3010') VALUE(1) = VALUE(1) + 10
      VALUE(2) = INFO
      END

      SUBROUTINE MISSES(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE, X(8)
      LOGICAL DFLAG, IFLAG, A, B, C
      CALL AKISPL(1D0, 0, 5, 0, X, A)
      CALL IMPACT(1D0, 2D0, 3D0, 4D0, 5D0, 6D0, 7D0, 0, X, B)
      CALL BISTOP(1D0, 2D0, 3D0, 4D0, 5D0, 6D0, 7D0, 8D0, 0, X, C)
      VALUE = 0
      IF (A) VALUE = VALUE + 1
      IF (B) VALUE = VALUE + 10
      IF (C) VALUE = VALUE + 100
      END

      SUBROUTINE REPORTS(ID, TIME, PAR, NPAR, DFLAG, IFLAG, VALUE)
      INTEGER ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), VALUE
      LOGICAL DFLAG, IFLAG
      CALL ERRMES(.FALSE., 'not said', ID, 'STOP')
      CALL USRMES(.TRUE., 'from Fortran  ', ID, 'WARN ')
      CALL ERRMES(.TRUE., 'enough', ID, 'STOP')
      END

      SUBROUTINE READS(ID, FILE, BLOCK, VALUE)
      INTEGER ID
      CHARACTER*(*) FILE, BLOCK
      DOUBLE PRECISION VALUE
      VALUE = 100*LEN(FILE) + LEN(BLOCK)
      IF (FILE .NE. 'road.txt' .OR. BLOCK .NE. 'left') VALUE = -1
      END
