! Directions by points and functions of orientations: a wheel that turns about a slanted axis, and a marker on it.
defaults units length=cm angle=deg force=newton mass=gram time=sec
model create model_name=slanted
point create point_name=.slanted.ground.foot location=2, 1, 3
point create point_name=.slanted.ground.tip  location=4, 4, 9
part create rigid_body name_and_position part_name=.slanted.wheel  &
   location=(LOC_RELATIVE_TO({0, 0, 0}, .slanted.ground.foot))  &
   orientation=(ORI_ALONG_AXIS(.slanted.ground.foot, .slanted.ground.tip, "z"))
marker create marker_name=.slanted.wheel.cm location=0, 0, 0 orientation=0, 0, 0 relative_to=.slanted.wheel
marker create marker_name=.slanted.wheel.rim location=(LOC_CYLINDRICAL(5, 30, 0)) orientation=0, 0, 0 relative_to=.slanted.wheel
part create rigid_body mass_properties part_name=.slanted.wheel mass=100 center_of_mass_marker=.slanted.wheel.cm ixx=10 iyy=10 izz=20
part create rigid_body initial_velocity part_name=.slanted.wheel wz=90.0 wm=.slanted.wheel.cm
marker create marker_name=.slanted.ground.axle location=2, 1, 3 along_axis_orientation=4, 4, 9
constraint create joint revolute joint_name=.slanted.axle i_marker_name=.slanted.wheel.cm j_marker_name=.slanted.ground.axle
output_control create request request_name=.slanted.rim f2="DX(.slanted.wheel.rim)" f3="DY(.slanted.wheel.rim)" f4="DZ(.slanted.wheel.rim)"
simulation single_run transient type=dynamic end_time=1.0 number_of_steps=20
