C=======================================================================
C  TYRE.F    WHEEL ON AN UNEVEN ROAD       GFOSUB      SI UNITS, RADIANS
C
C  USER( HUB MARKER, ROAD MARKER, RADIUS, STIFFNESS, DAMPING,
C        B, C, D, LENGTH OF WAVES, HEIGHT OF WAVES [, CAMBER GAIN] )
C
C  Z OF THE HUB MARKER IS THE SPIN AXIS, Z OF THE ROAD MARKER POINTS UP
C=======================================================================
      SUBROUTINE GFOSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG, RESULT)
      INTEGER          ID, NPAR
      DOUBLE PRECISION TIME, PAR(*), RESULT(6)
      LOGICAL          DFLAG, IFLAG
      INTEGER          IPAR(3), NSTATE, ISTAT
      LOGICAL          ERRFLG
      DOUBLE PRECISION DIS(6), VEL(6), ANG(9), S(3), R(3), VC(3)
      DOUBLE PRECISION ZR, SLOPE, RLEN, GAP, GAPD, FN, FX, SLIP, F(3)
      DOUBLE PRECISION RADIUS, CZ, KZ, B, C, D, CAMB
      COMMON /TYRDAT/  RADIUS, KZ, CZ, B, C, D, CAMB
      SAVE   /TYRDAT/
C
C     --- DATA OF THE TYRE, AT THE FIRST CALL ONLY
      IF (IFLAG) THEN
         RADIUS = PAR(3)
         KZ     = PAR(4)
         CZ     = PAR(5)
         B      = PAR(6)
         C      = PAR(7)
         D      = PAR(8)
         CAMB   = PAR(11)
      ENDIF
C
      IPAR(1) = PAR(1)
      IPAR(2) = PAR(2)
      IPAR(3) = IPAR(2)
      CALL SYSARY ('DISP', IPAR, 3, DIS, NSTATE, ERRFLG)
      CALL ERRMES (ERRFLG, 'GFOSUB: DISPLACEMENTS ', ID, 'STOP')
      CALL SYSARY ('VEL ', IPAR, 3, VEL, NSTATE, ERRFLG)
      CALL ERRMES (ERRFLG, 'GFOSUB: VELOCITIES ', ID, 'STOP')
C
C     --- SPIN AXIS = THIRD COLUMN OF THE DIRECTION COSINES
      ANG(1) = DIS(4)
      ANG(2) = DIS(5)
      ANG(3) = DIS(6)
      CALL RCNVRT ('EULER', ANG, 'COSINES', ANG, ISTAT)
      S(1) = ANG(7)
      S(2) = ANG(8)
      S(3) = ANG(9)
C
C     --- FROM THE HUB DOWN TO THE ROAD, IN THE PLANE OF THE WHEEL
      R(1) =  S(3)*S(1)
      R(2) =  S(3)*S(2)
      R(3) =  S(3)*S(3) - 1.D0
      RLEN = SQRT (R(1)**2 + R(2)**2 + R(3)**2)
C     (RLEN IS ZERO IF THE WHEEL LIES FLAT, AND WHILE STATES ARE ZERO)
      CALL ROAD (DIS(1), PAR(9), PAR(10), ZR, SLOPE)
      GAP  = DIS(3) - ZR
      GAPD = VEL(3) - SLOPE*VEL(1)
      R(1) = R(1)/RLEN*GAP
      R(2) = R(2)/RLEN*GAP
      R(3) = R(3)/RLEN*GAP
C
C     --- VELOCITY OF THE TREAD AT THE ROAD
      CALL CROSS (VEL(4), R, VC)
      VC(1) = VC(1) + VEL(1)
      VC(2) = VC(2) + VEL(2)
C
      FN = 0.D0
      IF (GAP .LT. RADIUS) FN = KZ*(RADIUS - GAP) - CZ*GAPD
      IF (FN .LT. 0.D0)    FN = 0.D0
C
C     --- FORCE ALONG THE ROAD
      SLIP = -VC(1)/SQRT(VEL(1)**2 + 1.D-2)
      FX   = FN*D*SIN (C*ATAN (B*SLIP))
      F(1) = FX
      F(2) = -CAMB*S(3)*FN
      F(3) = FN
      RESULT(1) = F(1)
      RESULT(2) = F(2)
      RESULT(3) = F(3)
      CALL CROSS (R, F, RESULT(4))
      RETURN
      END
C
      SUBROUTINE ROAD (X, WAVE, HEIGHT, Z, SLOPE)
      DOUBLE PRECISION X, WAVE, HEIGHT, Z, SLOPE, W
      W     = 6.283185307179586D0/WAVE
      Z     = HEIGHT*SIN (W*X)
      SLOPE = HEIGHT*W*COS (W*X)
      RETURN
      END
C
      SUBROUTINE CROSS (A, B, C)
      DOUBLE PRECISION A(3), B(3), C(3)
      C(1) = A(2)*B(3) - A(3)*B(2)
      C(2) = A(3)*B(1) - A(1)*B(3)
      C(3) = A(1)*B(2) - A(2)*B(1)
      END
