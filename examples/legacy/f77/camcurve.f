C***********************************************************************
C*    CAMCURVE.F        PROFILE OF A DISC CAM                 CURSUB   *
C*    USER( BASE RADIUS, LIFT )                                        *
C*    DWELL - RISE - DWELL - FALL, CYCLOIDAL, SEE TABLE                *
C***********************************************************************
      SUBROUTINE CURSUB (ID, PAR, NPAR, ALPHA, IORD, IFLAG, VALUES)
      INTEGER ID, NPAR, IORD, K, NSEG
      DOUBLE PRECISION PAR(NPAR), ALPHA, VALUES(3)
      DOUBLE PRECISION ANG(5), HUB(5), RAD, TWOPI, LAST
      DOUBLE PRECISION B, S, X, H, R, R1, R2, C, Q
      LOGICAL IFLAG, FIRST
      COMMON /CAMCOM/ R, R1, R2
      SAVE LAST, FIRST
C     --- ANGLES IN DEGREES WHERE SEGMENTS BEGIN, PARTS OF THE LIFT THERE
      DATA NSEG /4/, FIRST /.TRUE./, LAST /-1.D30/
      DATA ANG /0.D0, 90.D0, 180.D0, 270.D0, 360.D0/
      DATA HUB /0.D0, 0.D0, 1.D0, 1.D0, 0.D0/
      DATA TWOPI /6.283185307179586D0/
C     --- TABLE TO RADIANS, ONCE
      IF (.NOT. FIRST) GO TO 20
      RAD = TWOPI/360.D0
      DO 10 K = 1, NSEG + 1
   10 ANG(K) = ANG(K)*RAD
      FIRST = .FALSE.
   20 IF (IFLAG) RETURN
C     --- RADIUS AND ITS DERIVATIVES, KEPT FOR THE ORDERS THAT FOLLOW
      IF (ALPHA - LAST) 30, 60, 30
   30 DO 40 K = 1, NSEG
      IF (ALPHA .LT. ANG(K+1)) GO TO 50
   40 CONTINUE
      K = NSEG
   50 B = ANG(K+1) - ANG(K)
      X = TWOPI*(ALPHA - ANG(K))/B
      S = TWOPI/B
      H = PAR(2)*(HUB(K+1) - HUB(K))/TWOPI
      R = PAR(1) + PAR(2)*HUB(K) + H*(X - DSIN(X))
      R1 = H*S*(1.D0 - DCOS(X))
      R2 = H*S*S*DSIN(X)
      LAST = ALPHA
   60 C = DCOS(ALPHA)
      Q = DSIN(ALPHA)
C     --- POINT, FIRST OR SECOND DERIVATIVE
      GO TO (100, 110, 120), IORD + 1
      CALL ERRMES (.TRUE., 'CURSUB: NO SUCH ORDER', ID, 'STOP')
      RETURN
  100 VALUES(1) = R*C
      VALUES(2) = R*Q
      RETURN
  110 VALUES(1) = R1*C - R*Q
      VALUES(2) = R1*Q + R*C
      RETURN
  120 VALUES(1) = R2*C - 2.D0*R1*Q - R*C
      VALUES(2) = R2*Q + 2.D0*R1*C - R*Q
      RETURN
      END
