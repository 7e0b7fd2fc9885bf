C=======================================================================
C  HINGE.F      JOINT FRICTION, BRISTLE MODEL, TWO STATES
C  ARYSUB COLLECTS THE INPUTS, YFOSUB HAS THE STATES AND THE TORQUE
C
C  PAR(1)  KIND OF JOINT       (1001 = REVOLUTE)
C  PAR(2)  IN ARYSUB: JOINT    IN YFOSUB: BRISTLE STIFFNESS
C  PAR(3..11) SEE BELOW, PAR(12) EXTRA TORQUE (NOT ALWAYS GIVEN)
C=======================================================================
      SUBROUTINE ARYSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG,
     &                   NVALUE, VALUE)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER ID, NPAR, NVALUE, ERRFLG
      DOUBLE PRECISION PAR(*), VALUE(*)
      LOGICAL DFLAG, IFLAG
      CHARACTER*80 TEXT
      INTEGER IMARK, JMARK
      COMMON /HNGMRK/ IMARK, JMARK, JNTOLD
      SAVE   /HNGMRK/
      DATA IMARK, JMARK, JNTOLD /3*0/
C
      IF (NINT(PAR(1)) .NE. 1001) RETURN
      JOINT = NINT(PAR(2))
C     --- MARKERS OF THE JOINT: ASKED FOR ONCE
      IF (IFLAG .OR. JOINT .NE. JNTOLD) THEN
         CALL MODFNC ('Constraint_Joint    ', JOINT,
     &                'i_marker_id  ', TEXT, INFO)
         IF (INFO .EQ. 2) READ (TEXT,*) IMARK
         CALL MODFNC ('CONSTRAINT_JOINT', JOINT,
     &                'J_MARKER_ID', TEXT, INFO)
         IF (INFO .EQ. 2) READ (TEXT,*) JMARK
         JNTOLD = JOINT
      ENDIF
C
      CALL SYSFNC ('wz  ', (/ IMARK, JMARK, JMARK /), 3,
     &             VALUE(1), ERRFLG)
      CALL ERRMES (ERRFLG, 'ARYSUB: NO ANGULAR VELOCITY',
     &             ID, 'STOP')
      DO 10 K = 2, 4
         CALL SYSFNC ('JOINT', (/ JOINT, 0, K, JMARK /), 4,
     &                VALUE(K), ERRFLG)
         CALL SYSFNC ('JOINT', (/ JOINT, 0, K+4, JMARK /), 4,
     &                VALUE(K+3), ERRFLG)
   10 CONTINUE
      RETURN
      END
C-----------------------------------------------------------------------
      SUBROUTINE YFOSUB (ID, TIME, PAR, NPAR, DFLAG, IFLAG,
     &                   NSTATE, STATES, NINPUT, INPUT, NOUTPT,
     &                   STATED, OUTPUT)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DOUBLE PRECISION PAR(*), STATES(*), INPUT(*)
      DOUBLE PRECISION STATED(*), OUTPUT(*)
      DOUBLE PRECISION MUS, MUD
      LOGICAL DFLAG, IFLAG
      COMMON /BRSTLE/ SIG0, SIG1, SIG2, VSTR, MUS, MUD
C
      IF (NINT(PAR(1)) .NE. 1001) RETURN
      SIG0 = PAR(2)
      SIG1 = PAR(3)
      SIG2 = PAR(4)
      VSTR = PAR(5)
      RBEND = PAR(6)
      RPIN = PAR(7)
      RCOLL = PAR(8)
      MUS = PAR(9)
      MUD = PAR(10)
      PRELD = PAR(11)
      W = INPUT(1)
C
      CALL BRISTL (W*RPIN, STATES(1), STATED(1), CPIN)
      CALL BRISTL (W*RCOLL, STATES(2), STATED(2), CCOLL)
C
      FRAD = SQRT(INPUT(2)**2 + INPUT(3)**2)
      FBEND = INPUT(5)/RBEND + INPUT(6)/RBEND
      TORQ = ABS((FRAD + FBEND + PRELD)*RPIN*CPIN
     &           + INPUT(4)*RCOLL*CCOLL)
C     --- PAR(12) IS ZERO IN OLDER MODELS, WHICH DO NOT GIVE IT
      TORQ = TORQ + PAR(12)
      IF (W .GE. 0.D0) TORQ = -TORQ
      OUTPUT(6) = TORQ
      RETURN
      END
C-----------------------------------------------------------------------
      SUBROUTINE BRISTL (V, Z, ZD, C)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DOUBLE PRECISION MUS, MUD
      COMMON /BRSTLE/ SIG0, SIG1, SIG2, VSTR, MUS, MUD
      G = (MUD + (MUS - MUD)*2.718D0**(-(V/VSTR)**2)) / SIG0
      ZD = V
      IF (ABS(G) .GT. 1.D-12) ZD = V - Z*ABS(V)/G
      C = SIG0*Z + SIG1*ZD + SIG2*V
      RETURN
      END
