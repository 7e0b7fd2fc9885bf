! CMD Version:2
!
!-------------------------- Default Units for Model ---------------------------!
!
defaults units  &
   length = mm  &
   angle = deg  &
   force = newton  &
   mass = kg  &
   time = sec
!
defaults units  &
   coordinate_system_type = cartesian  &
   orientation_type = body313
!
defaults attributes  &
   inheritance = bottom_up  &
   icon_visibility = on  &
   size_of_icons = 50.0
!
!------------------------------ Adams View Model ------------------------------!
!
model create  &
   model_name = swing
!
view erase
!
!------------------------------ Design Variables ------------------------------!
!
variable create  &
   variable_name = .swing.DV_length  &
   units = "length"  &
   range = -1.0, 1.0  &
   use_allowed_values = no  &
   delta_type = relative  &
   real_value = 250.0
!
variable create  &
   variable_name = .swing.DV_start  &
   units = "angle"  &
   real_value = (30.0d)
!
!-------------------------------- Rigid Parts ---------------------------------!
!
defaults model  &
   part_name = ground
!
defaults coordinate_system  &
   default_coordinate_system = .swing.ground
!
! ****** Markers for current part ******
!
marker create  &
   marker_name = .swing.ground.pivot  &
   adams_id = 7  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
part create rigid_body name_and_position  &
   part_name = .swing.bob  &
   adams_id = 2  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
defaults coordinate_system  &
   default_coordinate_system = .swing.bob
!
marker create  &
   marker_name = .swing.bob.hinge  &
   adams_id = 3  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
marker create  &
   marker_name = .swing.bob.cm  &
   adams_id = 4  &
   location = 216.0, -125.0, 0.0  &
   orientation = 0.0d, 0.0d, 0.0d
!
part create rigid_body mass_properties  &
   part_name = .swing.bob  &
   mass = 2.0  &
   center_of_mass_marker = .swing.bob.cm  &
   ixx = 1.0  &
   iyy = 1.0  &
   izz = 1.0  &
   ixy = 0.0  &
   izx = 0.0  &
   iyz = 0.0
!
geometry create shape ellipsoid  &
   ellipsoid_name = .swing.bob.ball  &
   center_marker = .swing.bob.cm  &
   x_scale_factor = 40.0  &
   y_scale_factor = 40.0  &
   z_scale_factor = 40.0
!
part attributes  &
   part_name = .swing.bob  &
   color = RED  &
   name_visibility = off
!
!----------------------------------- Joints -----------------------------------!
!
constraint create joint revolute  &
   joint_name = .swing.hinge  &
   adams_id = 1  &
   i_marker_name = .swing.bob.hinge  &
   j_marker_name = .swing.ground.pivot
!
constraint attributes  &
   constraint_name = .swing.hinge  &
   name_visibility = off
!
measure create pt2pt  &
   measure_name = .swing.height  &
   from_point = .swing.ground.pivot  &
   to_point = .swing.bob.cm  &
   characteristic = translational_displacement  &
   component = y_component  &
   create_measure_display = no
!
force create body gravitational  &
   gravity_field_name = gravity  &
   x_component_gravity = 0.0  &
   y_component_gravity = -9806.65  &
   z_component_gravity = 0.0
!
!----------------------------- Simulation Scripts -----------------------------!
!
simulation script create  &
   sim_script_name = .swing.Last_Sim  &
   commands =   &
              "simulation single_run transient type=auto_select initial_static=no end_time=2.0 number_of_steps=200 model_name=.swing"
!
!--------------------------- Expression definitions ---------------------------!
!
defaults coordinate_system  &
   default_coordinate_system = ground
!
marker modify  &
   marker_name = .swing.bob.cm  &
   location = (.swing.DV_length * COS(.swing.DV_start)),  &
              (-.swing.DV_length * SIN(.swing.DV_start)),  &
              0.0  &
   relative_to = .swing.bob
!
model display  &
   model_name = swing
