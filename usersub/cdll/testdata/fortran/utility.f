C     The routines of usersub/subtest that use utilities, in Fortran 77.
      SUBROUTINE RAMPSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER I, N
      LOGICAL ERR
      N = 1
      DO 10 I = 0, 2
      CALL STEP(PAR(1), 0.25D0, -1D0, 1.5D0, 3D0, I, VALUE(N), ERR)
      VALUE(N+1) = 0
      IF (ERR) VALUE(N+1) = 1
      CALL STEP5(PAR(1), 0.25D0, -1D0, 1.5D0, 3D0, I, VALUE(N+6), ERR)
      VALUE(N+7) = 0
      IF (ERR) VALUE(N+7) = 1
      CALL HAVSIN(PAR(1), 0.25D0, -1D0, 1.5D0, 3D0, I, VALUE(N+12),
     &            ERR)
      VALUE(N+13) = 0
      IF (ERR) VALUE(N+13) = 1
   10 N = N + 2
      END

      SUBROUTINE STOPSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER I
      LOGICAL ERR
      DO 10 I = 0, 2
      CALL IMPACT(PAR(1), PAR(2), 1D0, 1D3, 1.5D0, 2D1, 0.25D0, I,
     &            VALUE(2*I+1), ERR)
   10 CALL BISTOP(PAR(1), PAR(2), 0.5D0, 1D0, 1D3, 2.5D0, 2D1, 0.25D0,
     &            I, VALUE(2*I+2), ERR)
      END

      SUBROUTINE SERISU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER I, N
      LOGICAL ERR
      DOUBLE PRECISION C(4)
      DATA C /1D0, -2D0, 0.5D0, 3D0/
      DO 10 I = 0, 2
      N = 5*I + 1
      CALL POLY(PAR(1), 0.5D0, C, 4, I, VALUE(N), ERR)
      CALL CHEBY(PAR(1), 0.5D0, C, 4, I, VALUE(N+1), ERR)
      CALL FORCOS(PAR(1), 0.5D0, 2D0, C, 4, I, VALUE(N+2), ERR)
      CALL FORSIN(PAR(1), 0.5D0, 2D0, C, 4, I, VALUE(N+3), ERR)
   10 CALL SHF(PAR(1), 0.5D0, 2D0, 3D0, 0.25D0, 1D0, I, VALUE(N+4),
     &         ERR)
      END

      SUBROUTINE TURNSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER K, N, ERR, FLAGS, SIZE(6)
      CHARACTER*8 TO(6)
      DOUBLE PRECISION A(9)
      DATA SIZE /4, 3, 3, 3, 3, 9/
      DATA TO /'EULPAR', 'rodpar', 'AXAYAZ', 'YPR', 'B123', 'COSINES'/
      A(1) = 0.3D0
      A(2) = 0.4D0
      A(3) = 0.5D0
      N = 1
      FLAGS = 0
      DO 10 K = 1, 6
      CALL RCNVRT('EULER', A, TO(K), VALUE(N), ERR)
      FLAGS = FLAGS + ERR
   10 N = N + SIZE(K)
      DO 20 K = 1, 9
   20 A(K) = VALUE(N-10+K)
C     In place.
      CALL RCNVRT('COSINES ', A, 'EULER ', A, ERR)
      DO 30 K = 1, 3
   30 VALUE(N-1+K) = A(K)
      VALUE(N+3) = FLAGS + ERR
      END

      SUBROUTINE PLACSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER ERR
      DOUBLE PRECISION A(3)
      DATA A /2D0, 0.5D0, 1.5D0/
      CALL TCNVRT('SPHERICAL', A, 'CARTESIAN', VALUE(1), ERR)
      CALL TCNVRT('CARTESIAN', VALUE(1), 'CYLINDRICAL', VALUE(4), ERR)
      END

      SUBROUTINE SPLISU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER I
      LOGICAL ERR
C     Z is an INTEGER constant, as in routines of old.
      DO 10 I = 0, 1
      CALL AKISPL(PAR(1), 0, 7, I, VALUE(2*I+1), ERR)
      VALUE(2*I+2) = 0
      IF (ERR) VALUE(2*I+2) = 1
      CALL CUBSPL(PAR(1), 0, 7, I, VALUE(2*I+5), ERR)
      VALUE(2*I+6) = 0
      IF (ERR) VALUE(2*I+6) = 1
      CALL FITSPL(PAR(1), 0, 7, I, VALUE(2*I+9), ERR)
      VALUE(2*I+10) = 0
      IF (ERR) VALUE(2*I+10) = 1
      CALL QUISPL(PAR(1), 0, 7, I, VALUE(2*I+13), ERR)
      VALUE(2*I+14) = 0
   10 IF (ERR) VALUE(2*I+14) = 1
      END

      SUBROUTINE MODLSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER N, ERR, MODES(2)
      LOGICAL EXISTS
      CHARACTER TEXT*20, UNITS(4)*4, ONE*14
      DOUBLE PRECISION C(2), S(4)
      DATA C /3D0, 0.5D0/
      CALL GTARAY(5, VALUE(1), N, ERR)
      VALUE(4) = ERR
      CALL GTCURV(8, PAR(1), 1, VALUE(5), ERR)
      VALUE(8) = ERR
      CALL GTUNTS(EXISTS, VALUE(9), UNITS)
      CALL GTUNTS(EXISTS, S, ONE)
      CALL CUSFNC('MYFUNC  ', C, 2, VALUE(13), ERR)
      VALUE(14) = ERR
      CALL NMODES(30101, N, ERR)
      VALUE(15) = N
      VALUE(16) = ERR
      CALL MODINF(30101, MODES, VALUE(19), ERR)
      VALUE(17) = MODES(1)
      VALUE(18) = MODES(2)
      VALUE(21) = ERR
      TEXT = '####################'
      CALL GTSTRG(6, TEXT, N, ERR)
      VALUE(22) = N
      VALUE(23) = 0
      IF (TEXT .EQ. 'road left.rdf' .AND. UNITS(2) .EQ. 'mm  ' .AND.
     &    UNITS(4) .EQ. 'kg  ' .AND. ONE .EQ. 's  mm N  kg ')
     &    VALUE(23) = 1
      END

      SUBROUTINE CLOCSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER MODE
      CHARACTER*8 NAME
      CALL TIMGET(VALUE(1))
      CALL GETSTM(VALUE(2))
      CALL GETMOD(MODE)
      VALUE(3) = MODE
      CALL GETCPU(VALUE(4))
      CALL GETINT(NAME)
      VALUE(5) = 0
      IF (NAME .EQ. 'HHT') VALUE(5) = 1
      END

      SUBROUTINE SETSSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER E(5), K
      CALL MODSET('Constraint_Joint ', 301, 'i_marker_id ', '12 ',
     &            E(1))
      CALL SET_ATTRIBUTE('13  ', E(2))
      CALL MODSET('NoSuch', 1, 'x', 'y', E(3))
      CALL MODSET('Constraint_Joint', -5, 'x', 'y', E(4))
      CALL MODSET('Constraint_Joint', 301, 'x', 'y', E(5))
      DO 10 K = 1, 5
   10 VALUE(K) = E(K)
      END

      SUBROUTINE WRONSU(ID, TIME, PAR, NPAR, DFLAG, IFLAG, NVALUE,
     &                  VALUE)
      IMPLICIT NONE
      INTEGER ID, NPAR, NVALUE
      LOGICAL DFLAG, IFLAG
      DOUBLE PRECISION TIME, PAR(*), VALUE(*)
      INTEGER N, K
      LOGICAL E(8)
      CHARACTER*8 TEXT
      DOUBLE PRECISION A(3), V(9)
      DATA A /0D0, 0D0, 0D0/
      CALL STEP(0.5D0, 0D0, 0D0, 1D0, 1D0, 3, V, E(1))
      CALL RCNVRT('EULER', A, 'NOSUCH', V, E(2))
      CALL AKISPL(0.5D0, 0, 99, 0, V, E(3))
      CALL GTARAY(99, V, N, E(4))
      CALL GTSTRG(99, TEXT, N, E(5))
      CALL GTCURV(99, 0.5D0, 0, V, E(6))
      CALL CUSFNC('NOSUCH', A, 1, V, E(7))
      CALL NMODES(99, N, E(8))
      DO 10 K = 1, 8
      VALUE(K) = 0
   10 IF (E(K)) VALUE(K) = 1
      END
