C***********************************************************************
C*    SUSPENSION.F                                       UNITS N MM S   *
C*    SPLINE_READ  READS THE CURVE OF A SPRING FROM A TABLE OF SPRINGS  *
C*    SFOSUB       SPRING, DAMPER AND BUMP STOP OF A STRUT              *
C***********************************************************************
C     THE TABLE:   *SPRING  NAME              A16
C                  NUMBER OF POINTS, CLEARANCE AND RATE OF THE STOP
C                  DEFLECTION, FORCE          ONE LINE A POINT
C-----------------------------------------------------------------------
      SUBROUTINE SPLINE_READ (ID, FILNAM, BLOCK, ERRFLG)
      INTEGER       ID, N, I
      CHARACTER*(*) FILNAM, BLOCK
      CHARACTER*80  LINE
      CHARACTER*16  NAME
      LOGICAL       ERRFLG
      REAL*8        X(40), Y(40), Z
      COMMON /STOPS/ CLEAR, RATE, NREAD
      REAL*8        CLEAR, RATE
      INTEGER       NREAD
      DATA          Z /0.D0/
      NAME = BLOCK
      OPEN (10, FILE=FILNAM, STATUS='OLD', ERR=90)
   10 READ (10, '(A80)', END=80) LINE
      IF (LINE(1:8) .NE. '*SPRING ') GOTO 10
      IF (LINE(10:25) .NE. NAME) GOTO 10
      READ (10, *, ERR=80, END=80) N, CLEAR, RATE
      IF (N .GT. 40) GOTO 80
      READ (10, *, ERR=80, END=80) (X(I), Y(I), I = 1, N)
      CLOSE (10)
      CALL PUT_SPLINE (ID, N, 1, X, Y, Z, ERRFLG)
      NREAD = N
      RETURN
C     --- NO SUCH SPRING
   80 CLOSE (10)
   90 ERRFLG = .TRUE.
      CALL ERRMES (.TRUE., 'SPLINE_READ: NO CURVE FOR '//NAME, ID,
     1             'CONTINUE')
      RETURN
      END
C-----------------------------------------------------------------------
C     USER( SPLINE, FREE LENGTH, BUMP DAMPING, REBOUND DAMPING, I, J )
C-----------------------------------------------------------------------
      SUBROUTINE SFOSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG, FORCE)
      IMPLICIT REAL*8 (A-H, O-Z)
      DIMENSION PAR(*), MARK(2)
      LOGICAL   DFLAG, IFLAG, ERRFLG
      COMMON /STOPS/ CLEAR, RATE, NREAD
      MARK(1) = NINT (PAR(5))
      MARK(2) = NINT (PAR(6))
      CALL SYSFNC ('DM      ', MARK, 2, DIST, ERRFLG)
      CALL SYSFNC ('VR      ', MARK, 2, SPEED, ERRFLG)
C     --- THE TABLE HAS BEEN READ BEFORE ANYTHING ELSE
      IF (IFLAG .AND. NREAD .EQ. 0)
     1   CALL ERRMES (.TRUE., 'SFOSUB: NO TABLE', ID, 'STOP')
      IF (IFLAG) RETURN
      DEFL = PAR(2) - DIST
      CALL AKISPL (DEFL, 0, NINT (PAR(1)), 0, FORCE, ERRFLG)
      CALL ERRMES (ERRFLG, 'SFOSUB: NO SPRING', ID, 'STOP')
      DAMP = PAR(3)
      IF (SPEED .GT. 0.D0) DAMP = PAR(4)
      FORCE = FORCE - DAMP*SPEED
      IF (DEFL .GT. CLEAR) FORCE = FORCE + RATE*(DEFL - CLEAR)**2
      END
