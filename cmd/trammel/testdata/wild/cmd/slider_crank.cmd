! CMD Version:2
!
defaults units  &
   length = mm  &
   angle = deg  &
   force = newton  &
   mass = kg  &
   time = sec
!
model create  &
   model_name = engine
!
material create  &
   material_name = .engine.steel  &
   adams_id = 1  &
   density = 7.801E-06  &
   youngs_modulus = 2.07E+05  &
   poissons_ratio = 0.29
!
defaults coordinate_system  &
   default_coordinate_system = .engine.ground
!
marker create  &
   marker_name = .engine.ground.shaft  &
   adams_id = 10  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
marker create  &
   marker_name = .engine.ground.bore  &
   adams_id = 11  &
   location = 0.0, 0.0, 0.0  &
   orientation = 90.0d, 90.0d, 0.0d
!
part create rigid_body name_and_position  &
   part_name = .engine.crank  &
   adams_id = 2  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
defaults coordinate_system  &
   default_coordinate_system = .engine.crank
!
marker create  &
   marker_name = .engine.crank.shaft  &
   adams_id = 20  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
marker create  &
   marker_name = .engine.crank.pin  &
   adams_id = 21  &
   location = 60.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
geometry create shape link  &
   link_name = .engine.crank.LINK_1  &
   i_marker = .engine.crank.shaft  &
   j_marker = .engine.crank.pin  &
   width = 20.0  &
   depth = 10.0
!
part create rigid_body mass_properties  &
   part_name = .engine.crank  &
   material_type = .engine.steel
!
defaults coordinate_system  &
   default_coordinate_system = .engine.ground
!
part create rigid_body name_and_position  &
   part_name = .engine.rod  &
   adams_id = 3  &
   location = 60.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
defaults coordinate_system  &
   default_coordinate_system = .engine.rod
!
marker create  &
   marker_name = .engine.rod.pin  &
   adams_id = 30  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
marker create  &
   marker_name = .engine.rod.wrist  &
   adams_id = 31  &
   location = 200.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
geometry create shape link  &
   link_name = .engine.rod.LINK_2  &
   i_marker = .engine.rod.pin  &
   j_marker = .engine.rod.wrist  &
   width = 16.0  &
   depth = 8.0
!
part create rigid_body mass_properties  &
   part_name = .engine.rod  &
   material_type = .engine.steel
!
defaults coordinate_system  &
   default_coordinate_system = .engine.ground
!
part create rigid_body name_and_position  &
   part_name = .engine.piston  &
   adams_id = 4  &
   location = 260.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
defaults coordinate_system  &
   default_coordinate_system = .engine.piston
!
marker create  &
   marker_name = .engine.piston.wrist  &
   adams_id = 40  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
marker create  &
   marker_name = .engine.piston.bore  &
   adams_id = 41  &
   location = -20.0, 0.0, 0.0  &
   orientation = 90.0d, 90.0d, 0.0d
!
geometry create shape cylinder  &
   cylinder_name = .engine.piston.CYLINDER_3  &
   adams_id = 3  &
   center_marker = .engine.piston.bore  &
   angle_extent = 360.0  &
   length = 40.0  &
   radius = 25.0  &
   side_count_for_body = 20  &
   segment_count_for_ends = 20
!
part create rigid_body mass_properties  &
   part_name = .engine.piston  &
   material_type = .engine.steel
!
constraint create joint revolute  &
   joint_name = .engine.main  &
   adams_id = 1  &
   i_marker_name = .engine.crank.shaft  &
   j_marker_name = .engine.ground.shaft
!
constraint create joint revolute  &
   joint_name = .engine.big_end  &
   adams_id = 2  &
   i_marker_name = .engine.rod.pin  &
   j_marker_name = .engine.crank.pin
!
constraint create primitive_joint inline  &
   jprim_name = .engine.small_end  &
   adams_id = 1  &
   i_marker_name = .engine.rod.wrist  &
   j_marker_name = .engine.piston.wrist
!
constraint create joint translational  &
   joint_name = .engine.bore  &
   adams_id = 4  &
   i_marker_name = .engine.piston.bore  &
   j_marker_name = .engine.ground.bore
!
constraint create motion_generator  &
   motion_name = .engine.MOTION_1  &
   adams_id = 1  &
   type_of_freedom = rotational  &
   joint_name = .engine.main  &
   function = ""
!
output_control create request  &
   request_name = .engine.travel  &
   adams_id = 1  &
   output_type = displacement  &
   i_marker_name = .engine.piston.wrist  &
   j_marker_name = .engine.ground.shaft
!
measure create object  &
   measure_name = .engine.angle  &
   from_first = no  &
   object = .engine.main  &
   characteristic = ax_ay_az_projection_angles  &
   component = z_component
!
constraint modify motion_generator  &
   motion_name = .engine.MOTION_1  &
   function = "360.0d * time"
!
material modify  &
   material_name = .engine.steel  &
   density = (7801.0(kg/meter**3))
!
simulation script create  &
   sim_script_name = .engine.SIM_SCRIPT_1  &
   solver_commands = "! Insert ACF commands here:",  &
                     "SIMULATE/DYNAMIC, END=1.0, STEPS=40"
!
simulation single_run scripted  &
   model_name = .engine  &
   sim_script_name = .engine.SIM_SCRIPT_1  &
   reset_before_and_after = no
