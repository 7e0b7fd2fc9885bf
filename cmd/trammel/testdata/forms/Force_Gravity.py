# Gravity that grows with time, in statements with capital and small keywords.
INTEGRATOR("DSTIFF", dae_index=3, error=1e-8, hmax=1e-2)
PART(1, GROUND=True)
MARKER(1, PART=1)
POINT_MASS(2, mass=1, cm=20)
MARKER(20, POINT_MASS=2)
rate = 6
ACCGRAV(IGRAV=1.5, JGRAV=-2, KGRAV="-%d*TIME" % rate)
REQUEST(9, F1="DX(20)", F2="DY(20)", F3="DZ(20)")
SIMULATE("TRANSIENT", END=1, STEPS=4)
