! The force of a spring is a user subroutine.
defaults units length=meter angle=rad force=newton mass=kg time=sec
model create model_name=user
part create rigid_body name_and_position part_name=.user.mass adams_id=2
marker create marker_name=.user.mass.cm adams_id=20 location=0, 0, 0.5
marker create marker_name=.user.ground.base adams_id=10 location=0, 0, 0
part create rigid_body mass_properties part_name=.user.mass mass=2.0 center_of_mass_marker=.user.mass.cm ixx=1 iyy=1 izz=1
constraint create joint translational joint_name=.user.rail i_marker_name=.user.mass.cm j_marker_name=.user.ground.base
force create direct single_component_force single_component_force_name=.user.spring adams_id=7 type_of_freedom=translational action_only=off  &
   i_marker_name=.user.mass.cm j_marker_name=.user.ground.base  &
   user_function=20.0, 10.0, 50.0, 0.4  &
   routine="routine.py::spring"
measure create point measure_name=.user.z point=.user.mass.cm characteristic=translational_displacement component=z_component
simulation single_run transient type=dynamic end_time=2.0 number_of_steps=40
