# The model of chain.xml as a Python program: ten masses in a loop. The start
# mixes the slowest mode of the line (0.05 m) and the fastest (0.02 m).

UNITS(SYSTEM="MKS")
INTEGRATOR(TYPE="DSTIFF")

N = 10  # masses


def mode(k, i):
    return sin(pi * k * i / (N + 1))


PART(1, GROUND=True)
MARKER(100, PART=1, ZP=[1.0, 0.0, 0.0], XP=[0.0, 1.0, 0.0], LABEL="Left wall")  # all slide along z of these markers
MARKER(101, PART=1, QP=[N + 1.0, 0.0, 0.0], LABEL="Right wall")

for i in range(1, N + 1):
    body, m = i + 1, 100 * (i + 1)
    x = i + 0.05 * mode(1, i) + 0.02 * mode(N, i)
    PART(body, CM=m, MASS=1.0, IP=[0.1, 0.1, 0.1])
    MARKER(m, PART=body, QP=[x, 0.0, 0.0], ZP=[x + 1.0, 0.0, 0.0], XP=[x, 1.0, 0.0])
    JOINT(i, TYPE="TRANSLATIONAL", I=m, J=100)
    SPRINGDAMPER(i, TYPE="TRANSLATIONAL", I=m, J=m - 100, K=100.0, LENGTH=1.0)
SPRINGDAMPER(N + 1, TYPE="TRANSLATIONAL", I=101, J=100 * (N + 1), K=100.0, LENGTH=1.0)

REQUEST(1, F1="DX(200)-1", F2="VX(200)")
REQUEST(2, F1="DX(600)-5", F2="VX(600)")
SIMULATE(TYPE="TRANSIENT", END=5.0, DTOUT=0.01)
