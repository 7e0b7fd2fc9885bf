C=======================================================================
C  ROLL.F     CONSTRAINTS OF A DISC THAT ROLLS IN A VALLEY    GCOSUB
C  USER( 1, DISC, CENTRE, DISTANCE )           DISC STAYS ON THE VALLEY
C  USER( 2, DISC, CENTRE, DISTANCE, RADIUS )   NO SLIP
C=======================================================================
      SUBROUTINE GCOSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG, RESULT)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION PAR(*), IPAR(4), D(3), V(3)
      LOGICAL DFLAG, IFLAG, ERR
      IPAR(1) = PAR(2)
      IPAR(2) = PAR(3)
      IPAR(3) = PAR(3)
      IPAR(4) = PAR(3)
      GOTO (10, 20), INT(PAR(1))
      CALL ERRMES (.TRUE., 'GCOSUB: UNKNOWN KIND', ID, 'STOP')
      RETURN
C     --- DISTANCE FROM THE CENTRE
   10 CALL SYSFNC ('dm', IPAR, 2, DIST, ERR)
      RESULT = DIST - PAR(4)
      RETURN
C     --- THE DISC RESTS WHERE IT TOUCHES
   20 CALL SYSARY ('TDISP   ', IPAR, 3, D, N, ERR)
      CALL SYSARY ('TVEL', IPAR, 4, V, N, ERR)
      CALL SYSFNC ('WY', IPAR, 3, W, ERR)
      RESULT = (V(3)*D(1) - V(1)*D(3))/PAR(4) - PAR(5)*W
      RETURN
      END
