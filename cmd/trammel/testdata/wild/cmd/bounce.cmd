! A ball falls on a plane.
defaults units length=mm angle=deg force=newton mass=kg time=sec
model create model_name=bounce
part create rigid_body name_and_position part_name=.bounce.ball adams_id=2 location=0, 60, 0 orientation=0, 0, 0
marker create marker_name=.bounce.ball.cm location=0, 60, 0
part create rigid_body mass_properties part_name=.bounce.ball mass=0.5 center_of_mass_marker=.bounce.ball.cm ixx=80 iyy=80 izz=80
geometry create shape ellipsoid ellipsoid_name=.bounce.ball.sphere center_marker=.bounce.ball.cm  &
   x_scale_factor=40.0 y_scale_factor=40.0 z_scale_factor=40.0
marker create marker_name=.bounce.ground.floor location=0, 0, 0 orientation=0.0d, 270.0d, 0.0d relative_to=.bounce.ground
geometry create shape plane plane_name=.bounce.ground.plane ref_marker_name=.bounce.ground.floor  &
   x_minimum=-500 x_maximum=500 y_minimum=-500 y_maximum=500
contact create contact_name=.bounce.hit i_geometry_name=.bounce.ball.sphere j_geometry_name=.bounce.ground.plane  &
   stiffness=2000.0 damping=4.0 exponent=1.5 dmax=0.1 coulomb_friction=off
force create body gravitational gravity_field_name=.bounce.gravity x_component_gravity=0.0 y_component_gravity=(-9.80665(meter/sec**2)) z_component_gravity=0.0
measure create point measure_name=.bounce.height point=.bounce.ball.cm characteristic=translational_displacement component=y_component
executive_control set numerical_integration_parameters model_name=.bounce integrator_type=gstiff error_tolerance=1e-7 hmax_time_step=1e-4
simulation single_run transient type=dynamic end_time=0.3 step_size=1.0E-02
