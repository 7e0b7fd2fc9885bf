"""Writes the deck: python3 generate.py [ELEMENTS [TIME]] > drill-string.xml; with TIME a transient analysis follows the static one.

A pipe in a hole that is vertical, then an arc of a circle: GRID and BEAMC of a nonlinear body, and the force of the wall on each node.
"""
import math
import sys

elements = int(sys.argv[1]) if len(sys.argv) > 1 else 500
length, vertical, radius, clearance = 500.0, 200.0, 300.0, 0.044
stiffness = 1e5 * 500 / elements  # of the wall at a node
mud = 100.0 * 500 / elements  # drag of the mud at a node, force by speed


def place(s):
    """Position and direction of the middle of the hole at a depth along it."""
    a = max(0.0, s - vertical) / radius
    return (radius * (1 - math.cos(a)), -min(s, vertical) - radius * math.sin(a)), (math.sin(a), -math.cos(a))


print(f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- written by generate.py {elements} -->
<MotionSolve><Model>
  <Force_Gravity grav_z="-9.81"/>
  <Param_Static max_residual="1e-3" max_imbalance="1e-3" max_num_iter="200"/>
  <Param_Transient integrator_type="DSTIFF" integr_tol="1e-5" h_max="0.5"/>
  <Body_Rigid id="1" IsGround="TRUE"/>
  <Reference_Marker id="1" body_id="1"/>
  <Reference_Marker id="2" body_id="1" theta="180D"/>
  <Body_Flexible id="2" type="NLFE" cratio="0.01">
    <MAT1 id="1" e="2.06e11" nu="0.3" rho="7850"/>
    <PBEAMC id="1" mid="1" ro1="0.0635" ri1="0.0543"/>""")
for i in range(elements + 1):
    s = length * i / elements
    (x, z), (tx, tz) = place(s)
    print(f'    <GRID id="{i + 1}" x="{x!r}" y="0" z="{z!r}" rx="{tx!r} 0 {tz!r}" ry="0 1 0" x0="0" z0="{-s!r}" rx0="0 0 -1"/>')
for i in range(elements):
    print(f'    <BEAMC id="{i + 1}" pid="1" g1="{i + 1}" g2="{i + 2}"/>')
print("  </Body_Flexible>")
for i in range(1, elements + 1):
    m = 1000 + i
    print(f'  <Reference_Marker id="{m}" body_id="2" node_id="{i + 1}"/>')
    if length * i / elements <= vertical:
        out, ux, uz = f"DX({m})", "1", "0"
    else:
        rho = f"SQRT((DX({m})-{radius})**2+(DZ({m})+{vertical})**2)"
        out, ux, uz = f"({rho}-{radius})", f"(DX({m})-{radius})/{rho}", f"(DZ({m})+{vertical})/{rho}"
    push = f"{stiffness}*(MAX(0,-{out}-{clearance})-MAX(0,{out}-{clearance}))"
    fx, fz = f"{push}*{ux}-{mud}*VX({m})", f"-{mud}*VZ({m})" + ("" if uz == "0" else f"+{push}*{uz}")
    print(f'  <Force_Vector_OneBody id="{i}" type="FORCEONLY" marker_id="{m}" ref_marker_id="1" fx_expression="{fx}" fy_expression="-{mud}*VY({m})" fz_expression="{fz}"/>')
print(f"""  <Reference_Marker id="1000" body_id="2" node_id="1"/>
  <Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="1000" j_marker_id="1"/>
  <Motion_Joint id="1" joint_id="1" val_type="D" expr="STEP(TIME,0,0,5,0.5)"/>
  <Post_Request id="1" type="EXPRESSION" comment="hook load, end of the string" expr1="MOTION(1,0,4,1)" expr2="DX({1000 + elements})" expr3="DZ({1000 + elements})"/>
</Model><Command>""")
print('  <Simulate analysis_type="Static"/>')
if len(sys.argv) > 2:
    print(f'  <Simulate analysis_type="Transient" end_time="{sys.argv[2]}" num_steps="10"/>')
    print('  <Simulate analysis_type="Static"/>')
print("</Command></MotionSolve>")
