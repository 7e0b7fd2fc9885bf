! A wedge comes down on a ridge that crosses its edge: contact of two extrusions, edge against edge.
defaults units length=mm angle=deg force=newton mass=kg time=sec
model create model_name=ridges
marker create marker_name=.ridges.ground.base location=0, 0, 0 relative_to=.ridges.ground
marker create marker_name=.ridges.ground.rail location=0, 0, 0 orientation=0.0d, 270.0d, 0.0d relative_to=.ridges.ground
geometry create shape extrusion extrusion_name=.ridges.ground.ridge reference_marker=.ridges.ground.base  &
   points_for_profile=0, 0, -100, -50, -50, -100, 50, -50, -100, 0, 0, -100 length_along_z_axis=200
part create rigid_body name_and_position part_name=.ridges.wedge adams_id=2 location=0, 20, 0 orientation=0, 0, 0
defaults coordinate_system default_coordinate_system=.ridges.wedge
marker create marker_name=.ridges.wedge.edge location=-40, 0, 0 orientation=90, 90, 0
marker create marker_name=.ridges.wedge.slide location=0, 0, 0 orientation=0.0d, 270.0d, 0.0d
part create rigid_body mass_properties part_name=.ridges.wedge mass=2.0 center_of_mass_marker=.ridges.wedge.slide ixx=800 iyy=800 izz=800
geometry create shape extrusion extrusion_name=.ridges.wedge.blade reference_marker=.ridges.wedge.edge  &
   points_for_profile=0, 0, 0, 50, -50, 0, 50, 50, 0, 0, 0, 0 length_along_z_axis=80
constraint create joint translational joint_name=.ridges.guide i_marker_name=.ridges.wedge.slide j_marker_name=.ridges.ground.rail
contact create contact_name=.ridges.press i_geometry_name=.ridges.wedge.blade j_geometry_name=.ridges.ground.ridge  &
   penalty=500.0 restitution_coefficient=0.5 coulomb_friction=off
force create body gravitational gravity_field_name=.ridges.gravity x_component_gravity=0.0 y_component_gravity=(-9.80665(meter/sec**2)) z_component_gravity=0.0
measure create point measure_name=.ridges.height point=.ridges.wedge.slide characteristic=translational_displacement component=y_component
executive_control set numerical_integration_parameters model_name=.ridges integrator_type=gstiff error_tolerance=1e-7 hmax_time_step=1e-4 hmin_time_step=1e-10
simulation single_run transient type=dynamic end_time=0.3 step_size=0.01
