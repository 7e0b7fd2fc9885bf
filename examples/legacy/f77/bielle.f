C=======================================================================
C  BIELLE.F   ROD WITHOUT MASS FROM A PART TO A MARKER        UCOSUB
C  USER( PART, MARKER, LENGTH )
C  THE CENTRE OF THE PART KEEPS ITS DISTANCE FROM THE MARKER
C=======================================================================
      SUBROUTINE UCOSUB (ID, TIME, Q, PAR, NPAR, IDRSEL, IFLAG,
     &                   SCALAR, ARRAY, XMATRX)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION Q(6), PAR(*), IDRSEL(3), ARRAY(6), XMATRX(6,6)
      DIMENSION IPART(3), IMARK(3), IVAR(3), JVAR(3)
      LOGICAL IFLAG
      DATA IVAR /11, 12, 13/, JVAR /1011, 1012, 1013/
      IF (.NOT. IFLAG) GOTO 20
      DO 10 I = 1, 3
      IPART(I) = PAR(1)
   10 IMARK(I) = PAR(2)
      CALL UCOVAR (ID, 3, IPART, 3, IVAR)
      CALL UCOMAR (ID, 3, IMARK, 3, JVAR)
   20 SCALAR = -0.5*PAR(3)**2
      DO 30 I = 1, 3
      D = Q(I) - Q(I+3)
      SCALAR = SCALAR + 0.5*D*D
      ARRAY(I) = D
   30 ARRAY(I+3) = -D
      IF (IDRSEL(3) .EQ. 0) RETURN
      DO 40 I = 1, 3
      XMATRX(I,I) = 1
      XMATRX(I+3,I+3) = 1
      XMATRX(I,I+3) = -1
   40 XMATRX(I+3,I) = -1
      RETURN
      END
