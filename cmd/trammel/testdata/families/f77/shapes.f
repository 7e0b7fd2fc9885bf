C     A constraint of coordinates of a part, a curve and a surface, in
C     Fortran 77.
      SUBROUTINE UCOSUB(ID, TIME, Q, PAR, NPAR, IDRSEL, IFLAG, SCALAR,
     &                  ARRAY, XMATRX)
      INTEGER ID, NPAR, IDRSEL(3), IPARTS(2), ICODES(2)
      DOUBLE PRECISION TIME, Q(2), PAR(*), SCALAR, ARRAY(2), XMATRX(2,2)
      LOGICAL IFLAG
      DATA ICODES /11, 12/
      IF (IFLAG) THEN
         IPARTS(1) = INT(PAR(1))
         IPARTS(2) = IPARTS(1)
         CALL UCOVAR(ID, 2, IPARTS, 2, ICODES)
         RETURN
      ENDIF
      IF (IDRSEL(1) .NE. 0) THEN
         ARRAY(1) = 2D0*Q(1)
         ARRAY(2) = 2D0*PAR(2)*Q(2)
      ENDIF
      IF (IDRSEL(2) .NE. 0) SCALAR = Q(1)*Q(1) - 1D0
     &                             + PAR(2)*(Q(2)*Q(2) - 0.25D0)
      IF (IDRSEL(3) .NE. 0) THEN
         XMATRX(1,1) = 2D0
         XMATRX(2,2) = 2D0*PAR(2)
      ENDIF
      END

      SUBROUTINE CURSUB(ID, PAR, NPAR, ALPHA, IORD, IFLAG, VALUES)
      INTEGER ID, NPAR, IORD
      DOUBLE PRECISION PAR(*), ALPHA, VALUES(3)
      LOGICAL IFLAG
      GO TO (10, 20, 30), IORD + 1
   10 VALUES(1) = ALPHA
      VALUES(2) = 1D0 + PAR(1)*(ALPHA*ALPHA - 1D0)
      RETURN
   20 VALUES(1) = 1D0
      VALUES(2) = 2D0*PAR(1)*ALPHA
      RETURN
   30 VALUES(2) = 2D0*PAR(1)
      END

      SUBROUTINE SURSUB(ID, PAR, NPAR, ALPHA, BETA, IORD, IFLAG, VALUES,
     &                  IERR)
      INTEGER ID, NPAR, IORD, IERR
      DOUBLE PRECISION PAR(*), ALPHA, BETA, VALUES(9)
      LOGICAL IFLAG
      IERR = 0
      GO TO (10, 20, 30), IORD + 1
   10 VALUES(1) = ALPHA
      VALUES(2) = BETA
      VALUES(3) = 1D0 + PAR(1)*(ALPHA*ALPHA - 1D0)
     &          + PAR(2)*(BETA*BETA - 0.25D0)
      RETURN
   20 VALUES(1) = 1D0
      VALUES(3) = 2D0*PAR(1)*ALPHA
      VALUES(5) = 1D0
      VALUES(6) = 2D0*PAR(2)*BETA
      RETURN
   30 VALUES(3) = 2D0*PAR(1)
      VALUES(9) = 2D0*PAR(2)
      END
