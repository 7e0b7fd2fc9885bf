C-----------------------------------------------------------------------
C     CAM.F     LIFT OF A VALVE AS A FUNCTION OF TIME      MOTSUB
C               AND WHAT THE CAM FEELS                     REQSUB
C     USER( LIFT, BEGIN, OPEN, CLOSE, END )
C-----------------------------------------------------------------------
      SUBROUTINE MOTSUB (ID, TIME, PAR, NPAR, IORD, IFLAG, VALUE)
      DOUBLE PRECISION TIME, PAR(5), VALUE, UP, DOWN
      INTEGER ID, NPAR, IORD
      LOGICAL IFLAG, ERRFLG
      IF (IFLAG) RETURN
      CALL HAVSIN (TIME, PAR(2), 0.D0, PAR(3), PAR(1), IORD, UP, ERRFLG)
      CALL HAVSIN (TIME, PAR(4), 0.D0, PAR(5), PAR(1), IORD,
     +             DOWN, ERRFLG)
      VALUE = UP - DOWN
      RETURN
      END
C-----------------------------------------------------------------------
C     USER( MOTION ):   FORCE OF THE MOTION IN GLOBAL AXES, 8 VALUES
C-----------------------------------------------------------------------
      SUBROUTINE REQSUB (ID, TIME, PAR, NPAR, IFLAG, RESULT)
      DOUBLE PRECISION TIME, PAR(*), RESULT(8)
      INTEGER ID, NPAR, K, IPAR(4)
      LOGICAL IFLAG, ERRFLG
      DATA IPAR /4*0/
      SAVE IPAR
      IPAR(1) = NINT (PAR(1))
      DO 100 K = 1, 8
         IPAR(3) = K
         CALL SYSFNC ('MOTION  ', IPAR, 4, RESULT(K), ERRFLG)
  100 CONTINUE
      END
