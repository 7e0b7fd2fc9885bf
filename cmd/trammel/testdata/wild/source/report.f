      OPTIONS /EXTEND_SOURCE
      SUBROUTINE REQSUB(ID, TIME, PAR, NPAR, IFLAG, RESULT)
C     Energie der Schwingung, für die Prüfung
      INCLUDE 'INC\Limits.Fi'
      INTEGER ID, NPAR, IFLAG, IPAR(3), NS, IERR, MON, DAY, YEAR
      REAL*8 TIME, PAR(*), RESULT(8), V(6), D(6)
      LOGICAL MOVING
      CHARACTER TODAY*9, NOW*8, LINE*20
      CALL DATE(TODAY)
      CALL TIME(NOW)
      CALL IDATE(MON, DAY, YEAR)
      IF (NOW(3:3) .NE. ':' .OR. TODAY(3:3) .NE. '-' .OR. MON .GT. MONTHS)  CALL ERRMES(.TRUE., 'NO DATE', ID, 'STOP')
      WRITE (LINE, 10) DAY
   10 FORMAT(1X, I2, ' days'\)
      IPAR(1) = PAR(1)
      IPAR(2) = 1
      IPAR(3) = 1
      CALL SYSARY('VEL ', IPAR, 3, V, NS, IERR)
      CALL SYSARY('DISP', IPAR, 3, D, NS, IERR)
      RESULT(2) = 0.5D0*PAR(2)*(V(1)**2 + V(2)**2 + V(3)**2)
      RESULT(3) = 0.5D0*PAR(3)*(D(1)**2 + D(2)**2 + D(3)**2)
      MOVING = V(1) .NE. 0
      RESULT(1) = MOVING
      RESULT(4) = RESULT(2) + RESULT(3)
      END
