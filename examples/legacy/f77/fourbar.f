C-----------------------------------------------------------------------
C     FOURBAR.F     RUNS A FOUR-BAR LINKAGE STEP BY STEP       CONSUB
C     USER( STEP, NUMBER OF STEPS, MARKER ON THE ROCKER )
C     A LIST OF ITS OWN GOES TO <NAME OF THE RESULTS>.LST, UNIT 31
C-----------------------------------------------------------------------
      SUBROUTINE CONSUB (PAR, NPAR)
      INTEGER NPAR, NSTEP, K, ISTAT, MARK(1), N
      DOUBLE PRECISION PAR(*), T0, T1, W(3), WD(3), BIG, TBIG
      LOGICAL FIRST, ERR
      CHARACTER*256 NAME
      COMMON /PEAK/ BIG, TBIG
C
      NSTEP = NINT (PAR(2))
      MARK(1) = NINT (PAR(3))
      BIG = 0.D0
      CALL GTONAM (NAME)
      OPEN (31, FILE=NAME(1:INDEX(NAME,'     ')-1)//'.LST')
      WRITE (31, 900)
      CALL DATOUT (ISTAT)
      FIRST = .TRUE.
      DO 100 K = 1, NSTEP
         T0 = (K - 1) * PAR(1)
         T1 = K * PAR(1)
         CALL ANALYS ('KINEMATICS', 'FOUR BAR', T0, T1, FIRST, ISTAT)
         IF (ISTAT .NE. 0) THEN
            CALL ERRMES (.TRUE., 'FOURBAR: NO POSITION', K, 'STOP')
            RETURN
         ENDIF
         FIRST = .FALSE.
         CALL DATOUT (ISTAT)
         CALL SYSARY ('RVEL', MARK, 1, W, N, ERR)
         IF (ERR) GOTO 200
         CALL SYSARY ('RACC', MARK, 1, WD, N, ERR)
         IF (ERR) GOTO 200
         CALL EXTREM (T1, W(3))
         WRITE (31, 910) T1, W(3), WD(3)
  100 CONTINUE
      WRITE (31, 920) BIG, TBIG
      CLOSE (31)
      RETURN
  200 CALL ERRMES (.TRUE., 'FOURBAR: NO SUCH MARKER', MARK(1), 'STOP')
      RETURN
  900 FORMAT (8X, 'TIME', 10X, 'RATE', 10X, 'ACCELERATION')
  910 FORMAT (F12.6, 2F18.9)
  920 FORMAT (' LARGEST RATE', F18.9, ' AT', F12.6)
      END
C-----------------------------------------------------------------------
      SUBROUTINE EXTREM (T, W)
      DOUBLE PRECISION T, W, BIG, TBIG
      COMMON /PEAK/ BIG, TBIG
      IF (DABS (W) .LE. DABS (BIG)) RETURN
      BIG = W
      TBIG = T
      END
