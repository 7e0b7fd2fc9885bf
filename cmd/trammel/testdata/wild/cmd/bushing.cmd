! A block on a bushing: its weight pushes, a torque of 3 N mm about the vertical axis turns it. Stiffnesses about axes are per degree.
defaults units length=mm angle=deg force=newton mass=kg time=sec
model create model_name=mount
defaults units orientation_type=body123
part create rigid_body name_and_position part_name=.mount.block location=10, 20, 30 orientation=0, 0, 90
defaults coordinate_system default_coordinate_system=.mount.block
marker create marker_name=.mount.block.cm location=0, 0, 0
! z of the bushing is the vertical of the model: y
marker create marker_name=.mount.block.foot location=0, 0, 0 orientation=-90, 0, 0 relative_to=.mount.ground
marker modify marker_name=.mount.block.foot location=10, 20, 30 orientation=-90, 0, 0 relative_to=.mount.ground
marker create marker_name=.mount.ground.base location=10, 20, 30 orientation=-90, 0, 0 relative_to=.mount.ground
part create rigid_body mass_properties part_name=.mount.block mass=4.0 center_of_mass_marker=.mount.block.cm ixx=100 iyy=100 izz=100
force create element_like bushing bushing_name=.mount.rubber i_marker_name=.mount.block.foot j_marker_name=.mount.ground.base  &
   stiffness=50.0, 50.0, 80.0 damping=1.0, 1.0, 1.0 force_preload=0.0, 0.0, 0.0  &
   tstiffness=2.0, 2.0, 1.5 tdamping=0.1, 0.1, 0.1 torque_preload=0.0, 0.0, 0.0
force create direct single_component_force single_component_force_name=.mount.twist type_of_freedom=rotational  &
   i_marker_name=.mount.block.foot j_marker_name=.mount.ground.base action_only=on function="3.0"
force create body gravitational gravity_field_name=.mount.g x_component_gravity=0 y_component_gravity=-9806.65 z_component_gravity=0
measure create pt2pt measure_name=.mount.sag from_point=.mount.ground.base to_point=.mount.block.foot  &
   characteristic=translational_displacement component=y_component
measure create function measure_name=.mount.turn function="AZ(.mount.block.foot, .mount.ground.base)" units=angle
simulation single_run equilibrium model_name=.mount
