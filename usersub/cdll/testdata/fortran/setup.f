C     Routines that set up or drive a simulation, in Fortran 77.
      SUBROUTINE CONSUB(PAR, NPAR)
      IMPLICIT NONE
      INTEGER NPAR, STATUS, K, N, M(1)
      DOUBLE PRECISION PAR(*), T, V(3)
      LOGICAL ERR
      DATA M /9/
      CALL MODSET('Constraint_Joint', 301, 'i_marker_id', '5', STATUS)
      T = 0
      DO 10 K = 1, 2
      CALL ANALYS('KINEMATICS', 'a step', T, T + PAR(1), K .EQ. 1,
     &            STATUS)
      IF (STATUS .NE. 0) RETURN
      CALL DATOUT(STATUS)
      CALL SYSARY('RVEL', M, 1, V, N, ERR)
   10 T = T + PAR(1)
      CALL MODIFY('PART/1, MASS = 10   ', STATUS)
      END

      SUBROUTINE UCOSUB(ID, TIME, Q, PAR, NPAR, IDRSEL, IFLAG, SCALAR,
     &                  ARRAY, XMATRX)
      IMPLICIT NONE
      INTEGER ID, NPAR, IDRSEL(3), PARTS(2), CODES(2)
      LOGICAL IFLAG
      DOUBLE PRECISION TIME, Q(*), PAR(*), SCALAR, ARRAY(*), XMATRX(3,3)
      DATA PARTS /30101, 30102/, CODES /11, 212/
      IF (IFLAG) THEN
        CALL UCOVAR(ID, 2, PARTS, 2, CODES)
        CALL UCOMAR(ID, 1, 9, 1, 1013)
        RETURN
      END IF
      IF (IDRSEL(1) .NE. 0) THEN
        ARRAY(1) = 1
        ARRAY(2) = 2*Q(3)
        ARRAY(3) = 2*Q(2)
      END IF
      IF (IDRSEL(2) .NE. 0) SCALAR = Q(1) + 2*Q(2)*Q(3)
      IF (IDRSEL(3) .NE. 0) THEN
        XMATRX(2,3) = 2
        XMATRX(3,2) = 2
      END IF
      END

      SUBROUTINE SPLINE_READ(ID, FILE, BLOCK, ERRFLG)
      IMPLICIT NONE
      INTEGER ID
      CHARACTER*(*) FILE, BLOCK
      LOGICAL ERRFLG
      DOUBLE PRECISION X(4), Y(4,2), Z(2)
      DATA X /0, 1, 2, 3/, Y /0, 1, 4, 9, 10, 11, 14, 19/
      DATA Z /0.5, 1.5/
      CALL PUT_SPLINE(ID, 4, 1, X, Y, Z, ERRFLG)
      CALL PUT_SPLINE(ID+1, 4, 2, X, Y, Z, ERRFLG)
      IF (ERRFLG) RETURN
      CALL PUT_SPLINE(ID+2, 3, 1, X, Y, Z, ERRFLG)
      END

      SUBROUTINE MARKER_READ(ID, PAR, NPAR, ERRFLG)
      IMPLICIT NONE
      INTEGER ID, NPAR, KIND
      DOUBLE PRECISION PAR(*), R(3), ANGLE(6)
      LOGICAL ERRFLG
      DATA R /1, 2, 3/, ANGLE /0.1D0, 0.2D0, 0.3D0, 0.4D0, 0.5D0, 0.6D0/
      DO 10 KIND = 0, 3
   10 CALL PUT_MARKER(ID, R, KIND, ANGLE, ERRFLG)
      END
