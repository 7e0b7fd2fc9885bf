! Four-bar linkage: links are made by a macro, in a loop. Units meter.
defaults units length=meter angle=deg force=newton mass=kg time=sec
model create model_name=fourbar title="four bars"

variable create variable_name=.fourbar.crank  real_value=0.1
variable create variable_name=.fourbar.rod    real_value=0.3
variable create variable_name=.fourbar.rocker real_value=0.25
variable create variable_name=.fourbar.base   real_value=0.35
variable create variable_name=.fourbar.speed  real_value=(2*PI)

! The fourth corner at the start: the crank points along x, the rod and the rocker form a triangle over what is left of the base.
variable set variable_name=.fourbar.gap    real_value=(eval(.fourbar.base - .fourbar.crank))
variable set variable_name=.fourbar.alpha  real_value=(eval(ACOS((.fourbar.gap**2 + .fourbar.rod**2 - .fourbar.rocker**2)/(2*.fourbar.gap*.fourbar.rod))))
variable set variable_name=.fourbar.corner real_value=(eval(.fourbar.crank + .fourbar.rod*COS(.fourbar.alpha))), (eval(.fourbar.rod*SIN(.fourbar.alpha))), 0

point create point_name=.fourbar.ground.A location=0, 0, 0
point create point_name=.fourbar.ground.B location=(.fourbar.crank), 0, 0
point create point_name=.fourbar.ground.C location=(.fourbar.corner[1]), (.fourbar.corner[2]), 0
point create point_name=.fourbar.ground.D location=(.fourbar.base), 0, 0

macro create macro_name=.fourbar.make_bar user_entered_command="bar create"  &
   wrap_in_undo=no  &
   commands_to_be_executed= &
      "!$name:t=string",  &
      "!$from:t=object",  &
      "!$to:t=object",  &
      "!$mass:t=real:d=1.0",  &
      "!END_OF_PARAMETERS",  &
      "part create rigid_body name_and_position part_name=(eval(\".fourbar.\"//\"$name\")) &",  &
      "   location=(LOC_RELATIVE_TO({0,0,0}, $from)) &",  &
      "   orientation=(ORI_ALONG_AXIS($from, $to, \"x\")) relative_to=.fourbar.ground",  &
      "defaults coordinate_system default_coordinate_system=(eval(\".fourbar.\"//\"$name\"))",  &
      "marker create marker_name=(eval(\".fourbar.\"//\"$name\"//\".tail\")) location=0, 0, 0",  &
      "marker create marker_name=(eval(\".fourbar.\"//\"$name\"//\".head\")) location=(eval(DM($to, $from))), 0, 0",  &
      "marker create marker_name=(eval(\".fourbar.\"//\"$name\"//\".cm\")) location=(eval(DM($to, $from)/2)), 0, 0",  &
      "part create rigid_body mass_properties part_name=(eval(\".fourbar.\"//\"$name\")) mass=$mass ixx=1e-4 iyy=1e-3 izz=1e-3",  &
      "defaults coordinate_system default_coordinate_system=.fourbar.ground"

bar create name="bar_1" from=.fourbar.ground.A to=.fourbar.ground.B
bar create name="bar_2" from=.fourbar.ground.B to=.fourbar.ground.C mass=2.0
bar create name="bar_3" from=.fourbar.ground.D to=.fourbar.ground.C

marker create marker_name=.fourbar.ground.pin_1 location=0, 0, 0
marker create marker_name=.fourbar.ground.pin_4 location=(.fourbar.base), 0, 0

constraint create joint revolute joint_name=.fourbar.pin_1 i_marker_name=.fourbar.bar_1.tail j_marker_name=.fourbar.ground.pin_1
for variable_name=i start_value=2 end_value=2
   constraint create joint revolute joint_name=(eval(".fourbar.pin_"//RTOI(i))) &
      i_marker_name=(eval(".fourbar.bar_"//i//".tail")) j_marker_name=(eval(".fourbar.bar_"//(i-1)//".head"))
end
! The plane is closed by a joint with fewer constraints.
constraint create primitive_joint inline jprim_name=.fourbar.pin_3 i_marker_name=.fourbar.bar_2.head j_marker_name=.fourbar.bar_3.head
constraint create joint revolute joint_name=.fourbar.pin_4 i_marker_name=.fourbar.bar_3.tail j_marker_name=.fourbar.ground.pin_4
constraint create motion_generator motion_name=.fourbar.drive joint_name=.fourbar.pin_1 type_of_freedom=rotational function=".fourbar.speed*time"

output_control create request request_name=.fourbar.corner_c f2="DX(.fourbar.bar_3.head)" f3="DY(.fourbar.bar_3.head)"
simulation single_run transient model_name=.fourbar type=kinematic initial_static=no end_time=1.0 number_of_steps=50
