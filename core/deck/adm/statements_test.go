package adm

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// statementTests are statements and the elements that they become.
var statementTests = []struct{ in, want string }{
	// Bodies and markers.
	{"PART/01, GROUND", "Body_Rigid id=01 isground=TRUE"},
	{"PART/2, MASS=1.5, CM=0201, IM=202, IP=1,2,3,.4,.5,.6", "Body_Rigid id=2 mass=1.5 cg_id=0201 im_id=202 inertia_xx=1 inertia_yy=2 inertia_zz=3 inertia_xy=.4 inertia_xz=.5 inertia_yz=.6"},
	{"PART/2, MAS=1, CM=1, VX=1, VY=2, VZ=3, VM=9, WX=4, WY=5, WZ=6, WM=8", "Body_Rigid id=2 mass=1 cg_id=1 v_ic_x=1 v_ic_y=2 v_ic_z=3 vm_id=9 w_ic_x=4 w_ic_y=5 w_ic_z=6 wm_id=8"},
	{"PART/2, MASS=1, CM=20, QG=1,2,3, REULER=90D,0,0\nMARKER/20, PART=2", `Body_Rigid id=2 mass=1 cg_id=20 lprf_id=21
	Reference_Marker id=21 label=frame of PART/2 body_id=2 pos_x=1 pos_y=2 pos_z=3 psi=90D theta=0 phi=0
	Reference_Marker id=20 body_id=2`},
	{"PART/2, MASS=1, CM=20, ZG=0,0,1, XG=1,0,0", `Body_Rigid id=2 mass=1 cg_id=20 lprf_id=21
	Reference_Marker id=21 label=frame of PART/2 body_id=2 zp_x=0 zp_y=0 zp_z=1 xp_x=1 xp_y=0 xp_z=0`},
	{"PART/2", `Body_Rigid id=2 cg_id=1
	Reference_Marker id=1 label=mass centre of PART/2 body_id=2`},
	{"POINT_MASS/3, MASS=2, CM=30, QG=1,0,0, VX=1\nMARKER/30, POINT_MASS=3\nMARKER/31", `Body_Point id=3 mass=2 cg_id=30 v_ic_x=1 lprf_id=32
	Reference_Marker id=32 label=frame of POINT_MASS/3 body_id=3 body_type=POINTBODY pos_x=1 pos_y=0 pos_z=0
	Reference_Marker id=30 body_id=3 body_type=POINTBODY
	Reference_Marker id=31 body_id=3 body_type=POINTBODY`},
	{"MARKER/0102, PART = 01\n, QP = 0, 0, -2\n, REULER = 180D, 90D, -90D", "Reference_Marker id=0102 body_id=01 pos_x=0 pos_y=0 pos_z=-2 psi=180D theta=90D phi=-90D"},
	{"MARKER/1, PART=1, FLOATING", "Reference_Marker id=1 body_id=1 floating=TRUE"},
	{"MARKER/1, PART=1, RM=7, QP=1,2,3", "Reference_Marker id=1 body_id=1 rm_id=7 pos_x=1 pos_y=2 pos_z=3"},
	{"MARKER/1, PART=1, QP=1,1,1, ZP=1,1,2, XP=2,1,1", "Reference_Marker id=1 body_id=1 pos_x=1 pos_y=1 pos_z=1 zp_x=1 zp_y=1 zp_z=2 xp_x=2 xp_y=1 xp_z=1"},
	{"MARKER/1, PART=1, QP=1,1,1, XP=1,4,1, ZP=1,2,9, USEXP", "Reference_Marker id=1 body_id=1 pos_x=1 pos_y=1 pos_z=1 a00=0 a10=1 a20=0 a02=0 a12=0 a22=1"},
	{"MARKER/1, PART=1, XP=0,2,5", "Reference_Marker id=1 body_id=1 a00=0 a10=1 a20=0 a02=0 a12=0 a22=1"},
	{"MARKER/1, PART=1, XP=0,0,5, USEXP", "Reference_Marker id=1 body_id=1 a00=0 a10=0 a20=1"},
	{"MARKER/1, FLEX_BODY=4, NODE_ID=12", "Reference_Marker id=1 node_id=12 body_id=4 body_type=FLEXBODY"},
	{"FLEX_BODY/4, QG=1,0,0, VX=2, WZ=3, Q_IC=0.1,0.2\n, CRATIO=0.01*FXMODE\n, FLEX_FILE=rod.json\nMARKER/1, NODE_ID=3",
		`Body_Flexible id=4 v_ic_x=2 w_ic_z=3 q_ic=0.1,0.2 cdamp_expr=0.01*FXMODE flex_file=rod.json lprf_id=2
Reference_Marker id=2 label=frame of FLEX_BODY/4 body_id=4 body_type=FLEXBODY pos_x=1 pos_y=0 pos_z=0
Reference_Marker id=1 node_id=3 body_id=4 body_type=FLEXBODY`},
	{"FLEX_BODY/4, FLEX_FILE=rod.json\n, MAX_FREQUENCY=500, CRATIO=USER(1,2), ROUTINE=lib::damp", "Body_Flexible id=4 flex_file=rod.json max_frequency=500 usrsub_param_string=USER(1,2) usrsub_dll_name=lib usrsub_fnc_name=damp"},
	{"MFORCE/5, FLEX_BODY=4, CASE_INDEX=2, SCALE=3*TIME", "Force_FlexModal id=5 flex_body_id=4 case_id=2 scale_expr=3*TIME"},
	{"MFORCE/5, FLEX_BODY=4, FUNCTION=USER(1,2)\\ROUTINE=lib::load", "Force_FlexModal id=5 flex_body_id=4 usrsub_param_string=USER(1,2) usrsub_dll_name=lib usrsub_fnc_name=load"},
	{"CBKSUB/3, FUNCTION=USER(1,2)\\ROUTINE=lib::cbk", "CBKSUB id=3 usrsub_param_string=USER(1,2) usrsub_dll_name=lib usrsub_fnc_name=cbk"},
	// Constraints and motions.
	{"JOINT/1, REV, I=0102, J=0202", "Constraint_Joint id=1 type=REVOLUTE i_marker_id=0102 j_marker_id=0202"},
	{"JOINT/1, convel, I=1, J=2", "Constraint_Joint id=1 type=CONSTANT_VELOCITY i_marker_id=1 j_marker_id=2"},
	{"JOINT/1, SCREW, I=1, J=2, PITCH=0.5", "Constraint_Joint id=1 type=SCREW i_marker_id=1 j_marker_id=2 pitch=0.5"},
	{"JOINT/1, RACKPIN, I=1, J=2, PD=2", "Constraint_Joint id=1 type=RACK_PINION i_marker_id=1 j_marker_id=2 pitch_diameter=2"},
	{"JPRIM/6\n, INLINE\n, I = 1000\n, J = 42", "Constraint_Jprim id=6 type=INLINE i_marker_id=1000 j_marker_id=42"},
	{"JPRIM/6, PAR, I=1, J=2", "Constraint_Jprim id=6 type=PARALLEL_AXES i_marker_id=1 j_marker_id=2"},
	{"COUPLER/1, JOINTS=1,2, TYPE=T:R, SCALES=2.5", "Constraint_Coupler id=1 joint1_id=1 joint2_id=2 freedom_1=T freedom_2=R coefficients=1, 2.5"},
	{"JOINT/1, REVO, I=1, J=2\nJOINT/2, TRAN, I=1, J=2\nJOINT/3, REV, I=1,J=2\nCOUPLER/1, JOINTS=1,2,3, SCALES=1,2,3", `Constraint_Joint id=1 type=REVOLUTE i_marker_id=1 j_marker_id=2
	Constraint_Joint id=2 type=TRANSLATIONAL i_marker_id=1 j_marker_id=2
	Constraint_Joint id=3 type=REVOLUTE i_marker_id=1 j_marker_id=2
	Constraint_Coupler id=1 joint1_id=1 joint2_id=2 joint3_id=3 freedom_1=R freedom_2=T freedom_3=R coefficients=1,2,3`},
	{"COUPLER/1, JOINTS=1,2, TYPE=R:R, FUNCTION=USER(1,2)\\ROUTINE=lib::cou, lib::couxx, lib::couxx2", "Constraint_Coupler id=1 usrsub_param_string=USER(1,2) joint1_id=1 joint2_id=2 freedom_1=R freedom_2=R usrsub_dll_name=lib usrsub_fnc_name=cou usrsub_der1_name=couxx usrsub_der2_name=couxx2"},
	{"GEAR/1, JOINTS=1,2, CV=30", "Constraint_Gear id=1 joint1_id=1 joint2_id=2 cv_marker_id=30"},
	{"GCON/1\n, I = 0102, FUNCTION = DM(0202, 0102)-2", "Constraint_General id=1 i_marker_id=0102 expr=DM(0202, 0102)-2"},
	{"UCON/1, FUNCTION=USER(3)", "Constraint_UserConstr id=1 usrsub_param_string=USER(3)"},
	{"MOTION/1, JOINT=2, ROTATION, FUNCTION=360D*TIME", "Motion_Joint id=1 joint_id=2 joint_type=R type=EXPRESSION expr=360D*TIME"},
	{"MOTION/1, JOINT=2, TRANSLATION, VELOCITY, ICDISP=1, FUNCTION=USER(1)", "Motion_Joint id=1 joint_id=2 joint_type=T val_type=V ic_disp=1 type=USERSUB usrsub_param_string=USER(1)"},
	{"MOTION/1\n, ROTATIONAL\n, JOINT = 1\n, FUNCTION = IF(TIME-1:0,0,TIME)", "Motion_Joint id=1 joint_type=R joint_id=1 type=EXPRESSION expr=IF(TIME-1:0,0,TIME)"},
	{"MOTION/1, I=1, J=2, B2, ACC, ICDISP=1, ICVEL=2, FUNCTION=0", "Motion_Marker id=1 i_marker_id=1 j_marker_id=2 direction=B2 val_type=A ic_disp=1 ic_vel=2 type=EXPRESSION expr=0"},
	{"PTCV/1, I=1, JCURVE=2, JFLOAT=3, RM=4, VELOCITY=5", "Constraint_PTCV id=1 i_marker_id=1 curve_id=2 j_marker_id=4 vel_0=5"},
	{"CVCV/1, IRM=1, JRM=2, ICURVE=3, JCURVE=4, IFLOAT=5, JFLOAT=6, IDIS=1,2,3, IVEL=4", "Constraint_CVCV id=1 i_marker_id=1 j_marker_id=2 i_curve_id=3 j_curve_id=4 i_disp_x0=1 i_disp_y0=2 i_disp_z0=3 i_vel0=4"},
	{"PTSF/1, I=1, JFLOAT=2, RM=3, SURFACE=4, DISP=1,2,3", "Constraint_PTSF id=1 i_marker_id=1 j_marker_id=3 surface_id=4 disp_x0=1 disp_y0=2 disp_z0=3"},
	{"CVSF/1, IRM=1, JRM=2, IFLOAT=3, JFLOAT=4, CURVE=5, SURFACE=6, JDISP=1,2,3", "Constraint_CVSF id=1 i_marker_id=1 j_marker_id=2 curve_id=5 surface_id=6 j_disp_x0=1 j_disp_y0=2 j_disp_z0=3"},
	{"SFSF/1, IRM=1, JRM=2, IFLOAT=3, JFLOAT=4, ISURFACE=5, JSURFACE=6", "Constraint_SFSF id=1 i_marker_id=1 j_marker_id=2 i_surface_id=5 j_surface_id=6"},
	// Forces.
	{"SFORCE/1, TRANSLATION, I=1, J=2, ACTIONONLY, FUNCTION=-5*VR(1,2)", "Force_Scalar_TwoBody id=1 type=FORCE i_marker_id=1 j_marker_id=2 is_action_only=TRUE val_expression=-5*VR(1,2)"},
	{"SFORCE/1, ROT, I=1, J=2, FUNCTION=USER(5, 6)\\\n, ROUTINE=tlm::", "Force_Scalar_TwoBody id=1 type=TORQUE i_marker_id=1 j_marker_id=2 usrsub_param_string=USER(5, 6) usrsub_dll_name=tlm"},
	{"VFORCE/1, I=1, JFLOAT=2, RM=3, FX=1\\FY=2*DX(1,2)\\FZ=STEP(TIME,0,0,1,5)", "Force_Vector_TwoBody id=1 type=FORCEONLY i_marker_id=1 j_floating_marker_id=2 ref_marker_id=3 fx_expression=1 fy_expression=2*DX(1,2) fz_expression=STEP(TIME,0,0,1,5)"},
	{"VTORQUE/1, I=1, JFLOAT=2, TX=1\\\n, TY=2\\\n, TZ=3", "Force_Vector_TwoBody id=1 type=TORQUEONLY i_marker_id=1 j_floating_marker_id=2 tx_expression=1 ty_expression=2 tz_expression=3"},
	{"GFORCE/1, I = 5, JFLOAT = 7, RM = 6, FUNCTION = USER(5, 6, 6)\\\n, ROUTINE = tlmadams::", "Force_Vector_TwoBody id=1 type=FORCEANDTORQUE i_marker_id=5 j_floating_marker_id=7 ref_marker_id=6 usrsub_param_string=USER(5, 6, 6) usrsub_dll_name=tlmadams"},
	{"GFORCE/89,I=1,RM=1,FX=20\\FY=40\\FZ=60,JFLOAT=5", "Force_Vector_TwoBody id=89 type=FORCEANDTORQUE i_marker_id=1 ref_marker_id=1 fx_expression=20 fy_expression=40 fz_expression=60 j_floating_marker_id=5"},
	{"SPRINGDAMPER/1, TRANSLATION, I=1, J=2, K=100, C=5, LENGTH=2, FORCE=3", "Force_SpringDamper id=1 type=TRANSLATIONAL i_marker_id=1 j_marker_id=2 stiffness=100 damping=5 preload=3 length=2"},
	{"SPRINGDAMPER/1, ROTATION, I=1, J=2, KT=100, CT=5, ANGLE=30D, TORQUE=3", "Force_SpringDamper id=1 type=ROTATIONAL i_marker_id=1 j_marker_id=2 stiffness=100 damping=5 preload=3 length=30D"},
	{"BUSHING/1, I=65 ! marker i\n, J=66\n, C = .1, .2, .3\n, K = 1, 2, 3\n, CT = 4, 5, 6\n, KT = 7, 8, 9, FORCE=1,0,0, TORQUE=0,0,2", "Force_Bushing id=1 i_marker_id=65 j_marker_id=66 cx=.1 cy=.2 cz=.3 kx=1 ky=2 kz=3 ctx=4 cty=5 ctz=6 ktx=7 kty=8 ktz=9 preload_x=1 preload_y=0 preload_z=0 preload_tx=0 preload_ty=0 preload_tz=2"},
	{"BEAM/1, I=1, J=2, LENGTH=1, IXX=2, IYY=3, IZZ=4, AREA=5, ASY=1.1, ASZ=1.2, EMOD=2E11, GMOD=8E10, CRATIO=.01", "Force_Beam id=1 i_marker_id=1 j_marker_id=2 length=1 ixx=2 iyy=3 izz=4 area=5 asy=1.1 asz=1.2 e=2E11 g=8E10 cratio=.01"},
	{"BEAM/1, I=1, J=2, LENGTH=1, IXX=2, IYY=3, IZZ=4, AREA=5, EMOD=2E11, GMOD=8E10, Formulation = String", "Force_Beam id=1 i_marker_id=1 j_marker_id=2 length=1 ixx=2 iyy=3 izz=4 area=5 e=2E11 g=8E10 formulation=STRING"},
	{"BEAM/1, I=1, J=2, LENGTH=1, IXX=2, IYY=3, IZZ=4, AREA=5, EMOD=2E11, GMOD=8E10,\n, FORM=NONLIN, CRATIO=.01", "Force_Beam id=1 i_marker_id=1 j_marker_id=2 length=1 ixx=2 iyy=3 izz=4 area=5 e=2E11 g=8E10 cratio=.01 formulation=NONLINEAR"},
	{"OUTPUT/REQSAVE, YPR, GRSAVE", "ResOutput angle_type=YPR"},
	{"RESULTS/", "H3DOutput"},
	{"RESULTS/XRF, NOTIRES\n, DECIMALPLACES=8, COMMENT=all of it", "H3DOutput"},
	{"FIELD/1, I=1, J=2, FORMULATION=LIN, CRATIO=.1, LENGTH=1,2,3,4,5,6\n, FORCE=6,5,4,3,2,1", "Force_Field id=1 i_marker_id=1 j_marker_id=2 cratio=.1 length_x=1 length_y=2 length_z=3 length_tx=4 length_ty=5 length_tz=6 preload_x=6 preload_y=5 preload_z=4 preload_tx=3 preload_ty=2 preload_tz=1"},
	{"NFORCE/1, I=1,2\n,3, J=9, KMATRIX=5, CRATIO=.1, FORCE=6, LENGTH=7", "Force_MultiPoint id=1 ref_marker_id=9 kmtx_id=5 cratio=.1 preload_mtx_id=6 length_mtx_id=7 n_i_marker=3 {1,2 3}"},
	{"FRICTION/1, JOINT=2, MU_S=.3, MU_D=.2, STIC=.1, PIN=5, INACTIVE_DURING_STATIC", "Force_JointFriction id=1 joint_id=2 mu_static=.3 mu_dynamic=.2 stiction_trans_vel=.1 pin_radius=5 inactive=STATIC"},
	{"FRICTION/1, JOINT=2, INPUTS=PRELOAD, BEND, INACTIVE=STATIC", "Force_JointFriction id=1 joint_id=2 inactive=STATIC inputs=1010"},
	{"FRICTION/1, JOINT=2, MU_S=.3, METHOD=VI", "Force_JointFriction id=1 joint_id=2 mu_static=.3 method=VI"},
	{"FRICTION/1, JOINT=2, INPUTS=ALL", "Force_JointFriction id=1 joint_id=2 inputs=1111"},
	{"FRICTION/1, JOINT=2, INPUTS=NONE", "Force_JointFriction id=1 joint_id=2 inputs=0000"},
	{"CONTACT/1, IGEOM=1,2, JGEOM=3, IMPACT, STIFFNESS=1E5, DAMPING=10, DMAX=.1, EXPONENT=2.2, NO_FRICTION", "Force_Contact id=1 i_graphics_id=1,2 j_graphics_id=3 cnf_type=IMPACT stiffness=1E5 damping=10 dmax=.1 exponent=2.2 cff_type=COULOMB_OFF"},
	{"CONTACT/1, IGEOM=1, JGEOM=3, POISSON, PENALTY=1E5, RESTITUTION=.5, NORMAL_TRANS=.1, COULOMB_FRICTION=ON, MU_STATIC=.3, MU_DYNAMIC=.2, STICTION_TRANS=.1, FRICTION_TRANS=.2, STICTION=OFF", "Force_Contact id=1 i_graphics_id=1 j_graphics_id=3 cnf_type=POISSON penalty=1E5 restitution_coef=.5 normal_trans_vel=.1 cff_type=ON mu_static=.3 mu_dynamic=.2 stiction_trans_vel=.1 friction_trans_vel=.2"},
	{"CONTACT/1, IGEOM=1,2,3, RIGID, MU=.5, MU_ROLLING=.01, MU_SPINNING=.02, RESTITUTION=.7, COHESION=3, COMPLIANCE=1E-6, COMPLIANCE_DAMPING=1E-3", "Force_Contact id=1 i_graphics_id=1,2,3 cnf_type=RIGID mu=.5 mu_rolling=.01 mu_spinning=.02 restitution_coef=.7 cohesion_force=3 compliance=1E-6 compliance_damping=1E-3"},
	{"CONTACT/1, IGEOM=1, JGEOM=3, IMPACT, STIFFNESS=1, COULOMB_FRICTION=DYNAMICS_ONLY, MU_DYNAMIC=.2", "Force_Contact id=1 i_graphics_id=1 j_graphics_id=3 cnf_type=IMPACT stiffness=1 cff_type=DYNAMICS_ONLY mu_dynamic=.2"},
	{"CONTACT/1, IGEOM=1, JGEOM=3, NORMAL_FUNCTION=USER(1,2)\\NORMAL_ROUTINE=lib::cnf\n, FRICTION_FUNCTION=USER(3)\\FRICTION_ROUTINE=f.py::cff", "Force_Contact id=1 i_graphics_id=1 j_graphics_id=3 cnf_type=USERCNF cnf_param_string=USER(1,2) cnf_dll_name=lib cnf_fnc_name=cnf cff_type=USERCFF cff_param_string=USER(3) cff_script_name=f.py cff_fnc_name=cff"},
	{"GRAPHICS/1, CYLINDER, CM=4, RADIUS=2, LENGTH=3, SIDES=12\nGRAPHICS/02, PLANE, RM=5, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1\nGRAPHICS/3, CIRCLE, CM=4, RADIUS=2, FOO\nPROXIMITY/1, IGEOM=01, JGEOM=2", `Post_Graphic id=1 type=Cylinder rm_id=4 radius=2 length=3
	Post_Graphic id=02 type=Plane rm_id=5
	Sensor_Proximity id=1 i_graphics_id=01 j_graphics_id=2`},
	{"PROXIMITY/1, IGEOM=1,2,3, JGEOM=4,5,6,7,8\nGRAPHICS/1, BOX, CORNER=4, X=1, Y=2, Z=-3\nGRAPHICS/2, BOX, CM=4, X=1, Y=2, Z=3\nGRAPHICS/3, ELLIPSOID, CM=4, XSCALE=1, YSCALE=2, ZSCALE=3\n" +
		"GRAPHICS/4, FRUSTUM, CM=4, BOTTOM=1, TOP=0, LENGTH=2\nGRAPHICS/5, POINT, RM=4\nGRAPHICS/6, EXTERNAL, RM=4, FILE=a b.stl\nGRAPHICS/7, EXTERNAL, RM=4, VERTICES=0,0,0, 1,0,0, 0,1,0\n, TRIANGLES=1,2,3\nGRAPHICS/8, TORUS, CM=4, RADIUS=1",
		`Sensor_Proximity id=1 i_graphics_id=1,2,3 j_graphics_id=4,5,6,7,8
	Post_Graphic id=1 rm_id=4 length_x=1 length_y=2 length_z=-3 type=BoxDefinedFromCorner
	Post_Graphic id=2 rm_id=4 length_x=1 length_y=2 length_z=3 type=BoxDefinedFromCenter
	Post_Graphic id=3 type=Ellipsoid rm_id=4 x_scale=1 y_scale=2 z_scale=3
	Post_Graphic id=4 type=Frustum rm_id=4 bottom_radius=1 top_radius=0 length=2
	Post_Graphic id=5 type=Point rm_id=4
	Post_Graphic id=6 type=TriaMesh rm_id=4 file_name=a b.stl
	Post_Graphic id=7 type=TriaMesh rm_id=4 num_vertex=3 {0,0,0, 1,0,0, 0,1,0 1,2,3}
	Post_Graphic id=8 type=TORUS rm_id=4 radius=1`},
	{"PFORCE/1, FUNCTION=DZ(1,2), METHOD=VI, UNILATERAL, RESTITUTION=.5", "Force_Penalty id=1 type=EXPRESSION expr=DZ(1,2) method=VI unilateral=TRUE restitution_coef=.5"},
	{"JPRIM/1, INPLANE, I=1, J=2, UNILATERAL, RESTITUTION=.5, BREAK_F=3, BREAK_T=4", "Constraint_Jprim id=1 type=INPLANE i_marker_id=1 j_marker_id=2 unilateral=TRUE restitution_coef=.5 break_force=3 break_torque=4"},
	{"JOINT/1, REVOLUTE, I=1, J=2, LIMIT_MIN=-10D, LIMIT_MAX=1, LIMIT_REST=.5", "Constraint_Joint id=1 type=REVOLUTE i_marker_id=1 j_marker_id=2 limit_min=-10D limit_max=1 limit_restitution=.5"},
	{"JOINT/1, CYL, I=1, J=2, LIMIT_ROT_MIN=-1, LIMIT_ROT_MAX=1", "Constraint_Joint id=1 type=CYLINDRICAL i_marker_id=1 j_marker_id=2 limit_rot_min=-1 limit_rot_max=1"},
	{"JOINT/1, UNI, I=1, J=2", "Constraint_Joint id=1 type=UNIVERSAL i_marker_id=1 j_marker_id=2"},
	{"GCON/1, FUNCTION=DX(1), MULTIPLIER_MIN=-1, MULTIPLIER_MAX=2, BREAK_FORCE=3", "Constraint_General id=1 expr=DX(1) multiplier_min=-1 multiplier_max=2 break_force=3"},
	{"MOTION/1, JOINT=2, ROT, VEL, FUNCTION=0, MAX_EFFORT=5, MIN_EFFORT=0, BREAK_TORQUE=9", "Motion_Joint id=1 joint_id=2 joint_type=R val_type=V type=EXPRESSION expr=0 max_effort=5 min_effort=0 break_torque=9"},
	{"PFORCE/1, FUNCTION=DZ(1,2), PENALTY=1E4, UNILATERAL", "Force_Penalty id=1 type=EXPRESSION expr=DZ(1,2) penalty=1E4 unilateral=TRUE"},
	{"ACCGRAV/\n, IGRAV=1, KGRAV = -9.80665", "Force_Gravity grav_x=1 grav_z=-9.80665"},
	// Control and data.
	{"VARIABLE/1, IC=11, FUNCTION=10+20", "Reference_Variable id=1 ic=11 type=EXPRESSION expr=10+20"},
	{"VARIABLE/1, FUNCTION = user(38,10,20)\\ROUTINE=::mysub", "Reference_Variable id=1 type=USERSUB usrsub_param_string=user(38,10,20) usrsub_fnc_name=mysub"},
	{"VARIABLE/1, FUNCTION = USER(1)\\ROUTINE=a/b.py::f", "Reference_Variable id=1 type=USERSUB usrsub_param_string=USER(1) script_name=a/b.py usrsub_fnc_name=f"},
	{"VARI/1, FUN=VARVAL(2)\nVAR/2, FUN=varval( 3 )+1\nVAR/3, FUN=2*VARVAL(2)\nVAR/4, FUN=VARVAL(4)\nVAR/5, FUN=VARVAL(1)", `Reference_Variable id=1 type=EXPRESSION expr=VARVAL(2)
	Reference_Variable id=2 type=EXPRESSION expr=varval( 3 )+1 implicit=TRUE
	Reference_Variable id=3 type=EXPRESSION expr=2*VARVAL(2) implicit=TRUE
	Reference_Variable id=4 type=EXPRESSION expr=VARVAL(4) implicit=TRUE
	Reference_Variable id=5 type=EXPRESSION expr=VARVAL(1)`},
	{"DIFF/1, IC=1,2, IMPLICIT, STATIC_HOLD, FUNCTION=DIF1(1)-DIF(1)", "Control_Diff id=1 ic=1 ic_dot=2 is_implicit=TRUE is_static_hold=TRUE type=EXPRESSION expr=DIF1(1)-DIF(1)"},
	{"ARRAY/1, X, SIZE=2\nARRAY/2, Y, SIZE=3\nGSE/1, X=1, Y=2, U=3, IC=4, FUNCTION=USER(1)", `Reference_Array id=1 type=X num_element=2
	Reference_Array id=2 type=Y num_element=3
	Control_StateEqn id=1 type=USERSUB x_array_id=1 y_array_id=2 u_array_id=3 ic_array_id=4 usrsub_param_string=USER(1) num_state=2 num_output=3`},
	{"LSE/1, X=1, A=2, U=3, B=4, Y=5, C=6, D=7, STATIC_HOLD", "Control_StateEqn id=1 type=LINEAR x_array_id=1 a_matrix_id=2 u_array_id=3 b_matrix_id=4 y_array_id=5 c_matrix_id=6 d_matrix_id=7 is_static_hold=TRUE"},
	{"TFSISO/1, X=1, U=2, Y=3, NUM=1, DEN=1,2,3", "Control_SISO id=1 x_array_id=1 u_array_id=2 y_array_id=3 num_numerator_coef=1 numerator_coef=1 num_denominator_coef=3 denominator_coef=1,2,3"},
	{"PINPUT/1, VARIABLES=1,2\n,3", "Control_PlantInput id=1 variable_id_list=1,2 3 num_element=3"},
	{"POUTPUT/1, VAR=4", "Control_PlantOutput id=1 variable_id_list=4 num_element=1"},
	{"PSTATE/1, VAR=4,5", "Reference_PlantState id=1 variable_id_list=4,5 num_element=2"},
	{"SENSOR/1, FUNCTION=DZ(1,2), VALUE=.5, ERROR=1E-3, GE, DT=.1, HALT, EVALUATE=TIME", `Sensor_Event id=1 type=EXPRESSION expr=DZ(1,2) value=.5 error_tol=1E-3 compare=GE dt=.1 halt=TRUE evaluate_id=1
	Sensor_Evaluate id=1 type=EXPRESSION expr=TIME`},
	{"ARRAY/1, IC, SIZE=3, NUMBERS=1,2\n,3", "Reference_Array id=1 type=IC num_element=3 {1,2 3}"},
	{"ARRAY/1, U, SIZE=2, VARIABLES=1,2", "Reference_Array id=1 type=U num_element=2 {1,2}"},
	{"ARRAY/1, NUMBERS=1,2", "Reference_Array id=1 type=IC {1,2}"},
	{"STRING/1, STRING=some text = here", "Reference_String id=1 string=some text = here"},
	{"STRING/104\n, STRING =mdids://a/b.tbl/x", "Reference_String id=104 string=mdids://a/b.tbl/x"},
	{"MATRIX/1, ROWS=2, COLUMNS=3, FULL=RORDER, VALUES=1,2,3,4\n,5,6", "Reference_Matrix id=1 nrow=2 ncol=3 isroworder=TRUE {1,2,3,4 5,6}"},
	{"MATRIX/1, ROWS=2, COL=2, FULL=CORDER, VALUES=1,2,3,4", "Reference_Matrix id=1 nrow=2 ncol=2 isroworder=FALSE {1,2,3,4}"},
	{"MATRIX/1, ROWS=3, COL=3, SPARSE, I=1,2, J=3,1, VALUES=5.5,6.5", "Reference_Matrix id=1 nrow=3 ncol=3 issparse=TRUE nval=2 {1 3 5.5 2 1 6.5}"},
	{"SPLINE/1\n, LINEAR_EXTRAPOLATE\n, X=0.0, 1.0, 2.0, 3.0\n, Y=0.00,1.00,\n, 4.00,9.00", "Reference_Spline id=1 linear_extrap=TRUE num_xy_pair=4 {0.0 0.00 1.0 1.00 2.0 4.00 3.0 9.00}"},
	{"SPLINE/1, X=1,2, Y=3,4,5,6, Z=7,8", "Reference_Spline id=1 num_z=2 {7 8 1 3 5 2 4 6}"},
	{"SPLINE/1, X=1,2, Y=7,3,4, Y=8,5,6", "Reference_Spline id=1 num_z=2 {7 8 1 3 5 2 4 6}"},
	{"SPLINE/1, X=1,2, Y=3,4, Z=0", "Reference_Spline id=1 num_xy_pair=2 {1 3 2 4}"},
	{"SPLINE/1, FILE=a.dat, BLOCK=b c, FUNCTION=USER(1)", "Reference_Spline id=1 file_name=a.dat block_name=b c usrsub_param_string=USER(1)"},
	{"CURVE/1, CLOSED, CURVE_POINTS, MATRIX=3", "Reference_ParamCurve id=1 is_u_closed=TRUE is_curve_points=TRUE matrix_id=3"},
	{"SURFACE/1, FUNCTION=USER(1), MINU=0, MAXU=1, MINV=0, MAXV=2", "Reference_ParamSurface id=1 usrsub_param_string=USER(1) u_start=0 u_end=1 v_start=0 v_end=2"},
	// Output and settings.
	{"REQUEST/01, D,I=0201,J=0101,C=DISPLACEMENT: X Y Z (body-fixed-3-1-3)", "Post_Request id=01 type=MARKER_DISPLACEMENT i_marker_id=0201 j_marker_id=0101 comment=DISPLACEMENT: X Y Z (body-fixed-3-1-3)"},
	{"REQUEST/2, V, I=1\nREQUEST/3, A, I=1\nREQUEST/4, F, I=1, J=2, RM=3", `Post_Request id=2 type=MARKER_VELOCITY i_marker_id=1
	Post_Request id=3 type=MARKER_ACCELERATION i_marker_id=1
	Post_Request id=4 type=MARKER_FORCE i_marker_id=1 j_marker_id=2 ref_marker_id=3`},
	{"REQUEST/4, F2=DX(1,2)\\F3=DY(1)\\F8=1,C=TEXT, MORE", "Post_Request id=4 comment=TEXT, MORE type=EXPRESSION expr2=DX(1,2) expr3=DY(1) expr8=1"},
	{"REQUEST/4\n, COMMENT = EULER PARAMETERS\n, F2 = DX(1)\\\n, F3 = DY(1)\\", "Post_Request id=4 comment=EULER PARAMETERS type=EXPRESSION expr2=DX(1) expr3=DY(1)"},
	{"REQUEST/4, FUNCTION=USER(1,2)\\ROUTINE=l::r, COMMENT=x", "Post_Request id=4 comment=x type=USERSUB usrsub_param_string=USER(1,2) usrsub_dll_name=l usrsub_fnc_name=r"},
	{"REQUEST/4\n, TITLE = a b\n, CUNITS = \"none\", \"length\"\n, \"angle\"\n, CNAMES = \"\", \"x\"\n, RESULTS_NAME = r\n, F2 = DX(1)\\ F3 = DY(1)", "Post_Request id=4 type=EXPRESSION expr2=DX(1) expr3=DY(1)"},
	{"REQUEST/4, C=nothing", "Post_Request id=4 comment=nothing type=EXPRESSION"},
	{"REQUEST/4, VARIABLES=3,4", "Post_Request id=4 type=EXPRESSION expr1=VARVAL(3) expr2=VARVAL(4)"},
	{"UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND", "Param_Unit force_unit=NEWTON mass_unit=KILOGRAM length_unit=METER time_unit=SECOND"},
	{"UNITS/FORCE=n, MASS=kg, LENGTH=mm, TIME=sec", "Param_Unit force_unit=NEWTON mass_unit=KILOGRAM length_unit=MILLIMETER time_unit=SECOND"},
	{"UNITS/FORCE=POUND_F, MASS=SLUG, LENGTH=INC, TIME=MILLIS", "Param_Unit force_unit=POUND_FORCE mass_unit=SLUG length_unit=INCH time_unit=MILLISECOND"},
	{"UNITS/SYSTEM=CGS", "Param_Unit force_unit=DYNE mass_unit=GRAM length_unit=CENTIMETER time_unit=SECOND"},
	{"UNITS/UCF=1000", "Param_Unit mass_mult_factor=0.001"},
	{"UNITS/FORCE=NONE", "Param_Unit mass_mult_factor=1"},
	{"INTEGRATOR/GSTIFF, SI2, ERROR=1E-5, HMAX=1E-2, HINIT=1E-4, HMIN=1E-9, KMAX=4, MAXIT=8, PATTERN=T:F:F, INTERPOLATE=ON, CORRECTOR=MODIFIED", "Param_Transient integrator_type=DSTIFF dae_index=SI2 integr_tol=1E-5 h_max=1E-2 h0_max=1E-4 h_min=1E-9 max_order=4 dae_corrector_maxit=8 dae_interpolation=ON dae_jacob_eval=3"},
	{"INTEGRATOR/ERROR=1E-5\n!MS#,MINIT=2\n!MS#,CONSTR_TOL=1E-9, VEL_CTRL=1\n!MS#,JACINIT=2", "Param_Transient integr_tol=1E-5 dae_corrector_minit=2 dae_constr_tol=1E-9 dae_vel_ctrl=1 dae_jacob_init=2"},
	{"INTEGRATOR/HHT, ALPHA=-.2, BETA=.3, GAMMA=.6", "Param_Transient integrator_type=HHT hht_alpha=-.2 newmark_beta=.3 newmark_gamma=.6"},
	{"INTEGRATOR/VERLET, HMAX=1E-4", "Param_Transient integrator_type=VERLET h_max=1E-4"},
	{"INTEGRATOR/NSC, HMAX=1E-3, VI_SOLVER=ADMM, VI_TOL=1E-6, VI_MAX_ITER=50", "Param_Transient integrator_type=NSC h_max=1E-3 vi_solver=ADMM vi_tol=1E-6 vi_max_iter=50"},
	{"INTEGRATOR/SI2_GSTIFF, PATTERN=TFFFT", "Param_Transient integrator_type=DSTIFF dae_index=SI2 dae_jacob_eval=4"},
	{"TRANSIENT/ABAM, ERROR=1E-6", "Param_Transient integrator_type=ABAM integr_tol=1E-6"},
	{"TRANSIENT/ERROR=1E-6", "Param_Transient integr_tol=1E-6 integrator_type=VSTIFF"},
	{"EQUILIBRIUM/ERROR=1E-4, IMBALANCE=1E-5, MAXIT=30, STABILITY=1E-8, TLIMIT=1\n!MS#,FIM_S\n!MS#,COMPDELTA=1E-3", "Param_Static max_error=1E-4 max_imbalance=1E-5 max_num_iter=30 stability=1E-8 method=FIM_S compliance_delta=1E-3"},
	// Names of Adams/View.
	{"!      adams_view_name='PEND.rod'\nJOINT/1, FIXED, I=1, J=2", "Constraint_Joint id=1 label=PEND.rod type=FIXED i_marker_id=1 j_marker_id=2"},
}

func TestStatements(t *testing.T) {
	for _, c := range statementTests {
		m := model(c.in)
		for _, d := range m.Diags.List {
			if d.Severity != deck.Note {
				t.Errorf("%s\n%s", c.in, printed(m))
				break
			}
		}
		same(t, elements(m), c.want)
	}
}

// TestField: the entries of the matrix stand by columns.
func TestField(t *testing.T) {
	var v []string
	for j := '1'; j <= '6'; j++ {
		for i := '1'; i <= '6'; i++ {
			v = append(v, string(i)+string(j))
		}
	}
	m := model("FIELD/1, I=1, J=2, KMATRIX=" + strings.Join(v, ",") + "\n, CMATRIX=" + strings.Join(v, "\n,"))
	e := m.Elements[0]
	for _, a := range matrix6x6Names("k") {
		if got := e.Str(a); got != a[1:] {
			t.Errorf("%s is %s", a, got)
		}
		if got := e.Str("c" + a[1:]); got != a[1:] {
			t.Errorf("c%s is %s", a[1:], got)
		}
	}
	if len(m.Diags.List) > 0 {
		t.Error(printed(m))
	}
}

// commandTests are commands and the elements that they become, besides those
// of a model with a PART/2, a MOTION/1 between markers and a MOTION/2 of a
// joint.
var commandTests = []struct{ in, want string }{
	{"file/model=t\nINTEGRATOR/GSTIFF, ERROR=1E-4\n!MS#,MINIT=2", "Param_Transient integrator_type=DSTIFF integr_tol=1E-4 dae_corrector_minit=2"},
	{"SIMULATE/DYNAMIC, END=1.5, DTOUT=1.0E-03", "Simulate analysis_type=TRANSIENT end_time=1.5 print_interval=1.0E-03"},
	{"SIMULATE/TRANSIENT, DURATION=2, STEPS=100", "Simulate analysis_type=TRANSIENT duration=2 num_steps=100"},
	{"sim/kin, end=1, st=5", "Simulate analysis_type=KINEMATICS end_time=1 num_steps=5"},
	{"SIMULATE/STATIC", "Simulate analysis_type=STATIC"},
	{"SIMULATE/STATICS, END=1, STEPS=10", "Simulate analysis_type=STATIC end_time=1 num_steps=10"},
	{"SIMULATE/INITIAL_CONDITIONS", "Simulate analysis_type=ASSEMBLY"},
	{"LINEAR/EIGENSOL, NOVECTOR", "Param_Linear eigen_analysis=TRUE disable_damping=FALSE\nSimulate analysis_type=LINEAR"},
	{"LINEAR/STATEMAT, PINPUT=3, POUTPUT=4, PSTATE=5, FORMAT=MATLAB, FILE=a b", "Param_Linear eigen_analysis=FALSE pinput_id=3 poutput_id=4 pstate_id=5\nSimulate analysis_type=LINEAR"},
	{"lin/eig, nodampin", "Param_Linear eigen_analysis=TRUE disable_damping=TRUE\nSimulate analysis_type=LINEAR"},
	{"ACTIVATE/JOINT, ID=12\nDEACTIVATE/JOINT, ID=12,13", `Activate element_type=JOINT element_id=12
	Deactivate element_type=JOINT element_id=12
	Deactivate element_type=JOINT element_id=13`},
	{"PART/2, MASS=3", "Body_Rigid id=2 mass=3"},
	{"MOTION/1, FUNCTION=TIME\nMOTION/2, FUNCTION=2*TIME", `Motion_Marker id=1 type=EXPRESSION expr=TIME
	Motion_Joint id=2 type=EXPRESSION expr=2*TIME`},
	{"ACCGRAV/JGRAV=-1", "Force_Gravity grav_y=-1"},
	{"MARKER/2, QP=1,2,3", "Reference_Marker id=2 pos_x=1 pos_y=2 pos_z=3"},
	{"t\n\nSIMULATE/DYN,\nEND=1,\nSTEPS=5\nSTOP", "Simulate analysis_type=TRANSIENT end_time=1 num_steps=5\nStop"},
	{"SIMULATE/DYN, &\nEND=1, STEPS=5; STOP", "Simulate analysis_type=TRANSIENT end_time=1 num_steps=5\nStop"},
	{"SIMULATE/STATIC\nSIMULATE/DYN, &\nEND=1,\nSTEPS=5\nSTOP", "Simulate analysis_type=STATIC\nSimulate analysis_type=TRANSIENT end_time=1 num_steps=5\nStop"},
	{"STOP", "Stop"},
	{"t.adm\nresults_1\nSTOP", "Stop"},
	{"\nSTOP", "Stop"},
	{"t", ""},
	{"SAVE/FILE=x\nRELOAD/FILE=x", "Save model_file=x\nLoad_Model model_file=x"},
	{"ACTIVATE/MOTION, RANGE=1, 5\nDEACTIVATE/MOT, RANGE=2,2", `Activate element_type=MOTION element_id=1
	Activate element_type=MOTION element_id=2
	Deactivate element_type=MOT element_id=2`},
	{"SAVE/MODEL=a b.xml", "Save model_file=a b.xml"},
}

const commandModel = "title\nPART/2, MASS=1, CM=2\nMARKER/2, PART=2\nMOTION/1, I=2, J=2, X, FUNCTION=0\nMOTION/2, JOINT=1, ROTATION, FUNCTION=0\nEND\n"

func TestCommands(t *testing.T) {
	for _, c := range commandTests {
		m := ReadCommands(&deck.Source{Name: "t.adm", Text: []byte(commandModel)},
			&deck.Source{Name: "t.acf", Text: []byte(c.in)}, "/d", openTable())
		for _, d := range m.Diags.List {
			if d.Severity != deck.Note {
				t.Errorf("%s\n%s", c.in, printed(m))
				break
			}
		}
		m.Elements = nil
		same(t, elements(m), c.want)
	}
}

// TestRefused: what carries mechanics or user code and is not there is an error.
func TestRefused(t *testing.T) {
	const model = "title\nPART/1, GROUND\nMARKER/1, PART=1\n"
	for _, st := range []string{
		"EXTSYS/1, USER(1)", "EXTERNAL_SYSTEM/1", "PLANT_STATE/1, VARIABLES=1",
		"SECTION/1, AREA=1", "FE_NODE/1, S=0", "FE_PART/1", "FE_LOAD/1", "FE_MFORCE/1", "TIRE/1", "FLEX_BODY/1, MNF",
		"PTDCV/1, I=1", "JOINT/1, REVOLUTE, I=1, J=1, FRICTION, MU1=0.3", "JOINT/1, REVOLUTE, I=1, J=1, MU1=0.3",
		"MARKRE/2, PART=1", "MARKER/2, PRT=1",
	} {
		m := ReadModel(&deck.Source{Name: "a.adm", Text: []byte(model + st + "\nEND\n")}, ".", strict)
		if !m.Diags.HasErrors() {
			t.Errorf("%s: %v", st, m.Diags.List)
		}
	}
	for _, st := range []string{"JOINT/1, REVOLUTE, I=1, J=1, MU1=0", "COMPLETELY/1, DIFFERENT", "FEMDATA/1, LOADS", "ENVIRONMENT/1"} {
		m := ReadModel(&deck.Source{Name: "a.adm", Text: []byte(model + st + "\nEND\n")}, ".", strict)
		if m.Diags.HasErrors() {
			t.Errorf("%s: %v", st, m.Diags.List[0].Msg)
		}
	}
}
