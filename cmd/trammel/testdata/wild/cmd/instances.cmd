!-------------------------- Default Units for Model ---------------------------!
defaults units  &
   length = mm  &
   angle = deg  &
   force = newton  &
   mass = kg  &
   time = sec
model create  &
   model_name = "rotor 1"
! A wheel on a torsion spring, and a table that a general motion moves. The parts come from another file, by a macro.
macro read  &
   macro_name = .'rotor 1'.make_wheel  &
   file_name = "wheel.mac"
file command read file_name = "instances_parts.cmd"
!
constraint create joint revolute  &
   joint_name = .'rotor 1'.axle  &
   adams_id = 1  &
   i_marker_name = .'rotor 1'.wheel.cm  &
   j_marker_name = .'rotor 1'.ground.axle
!
!-------------------------- Adams View UDE Instances --------------------------!
!
undo begin_block suppress = yes
!
ude create instance  &
   instance_name = .'rotor 1'.TORSION_SPRING_1  &
   definition_name = .MDI.Forces.torsion_spring  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0, 0.0, 0.0
!
ude create instance  &
   instance_name = .'rotor 1'.general_motion_1  &
   definition_name = .MDI.Constraints.general_motion  &
   location = 0.0, 0.0, 0.0  &
   orientation = 0.0, 0.0, 0.0
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.i_marker  &
   object_value = (.'rotor 1'.wheel.cm)
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.j_marker  &
   object_value = (.'rotor 1'.ground.axle)
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.stiffness_mode  &
   string_value = "linear"
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.stiffness_coefficient  &
   real_value = (0.02(newton-meter/deg))
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.damping_mode  &
   string_value = "none"
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.damping_coefficient  &
   real_value = 1.0
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.free_angle_mode  &
   string_value = "Free_Angle"
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.free_angle  &
   real_value = -20.0
!
variable modify  &
   variable_name = .'rotor 1'.TORSION_SPRING_1.preload  &
   real_value = 0.0
!
variable modify  &
   variable_name = .'rotor 1'.general_motion_1.i_marker  &
   object_value = (.'rotor 1'.table.cm)
!
variable modify  &
   variable_name = .'rotor 1'.general_motion_1.j_marker  &
   object_value = (.'rotor 1'.ground.base)
!
variable modify variable_name = .'rotor 1'.general_motion_1.t1_type integer_value = 1
variable modify variable_name = .'rotor 1'.general_motion_1.t2_type integer_value = 1
variable modify variable_name = .'rotor 1'.general_motion_1.t3_type integer_value = 0
variable modify variable_name = .'rotor 1'.general_motion_1.r1_type integer_value = 1
variable modify variable_name = .'rotor 1'.general_motion_1.r2_type integer_value = 1
variable modify variable_name = .'rotor 1'.general_motion_1.r3_type integer_value = 1
variable modify variable_name = .'rotor 1'.general_motion_1.t1_func string_value = "50*SIN(2*PI*time)"
variable modify variable_name = .'rotor 1'.general_motion_1.t2_func string_value = "0 * time"
variable modify variable_name = .'rotor 1'.general_motion_1.r1_func string_value = "0 * time"
variable modify variable_name = .'rotor 1'.general_motion_1.r2_func string_value = "0 * time"
variable modify variable_name = .'rotor 1'.general_motion_1.r3_func string_value = "0 * time"
!
ude modify instance  &
   instance_name = .'rotor 1'.TORSION_SPRING_1
!
undo end_block
!
output_control create request  &
   request_name = .'rotor 1'.turn  &
   f2 = "AZ(.'rotor 1'.wheel.cm, .'rotor 1'.ground.axle)"  &
   f3 = "DX(.'rotor 1'.table.cm)"  &
   f4 = "DZ(.'rotor 1'.table.cm)"
simulation single_run transient type = dynamic end_time = 0.5 number_of_steps = 50
