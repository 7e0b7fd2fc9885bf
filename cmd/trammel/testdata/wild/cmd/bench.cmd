! A link rests on the round top of a plate: contacts of shapes that are polygons.
defaults units length=mm angle=deg force=newton mass=kg time=sec
model create model_name=bench
part create rigid_body name_and_position part_name=.bench.bar location=0, 50, 0
defaults coordinate_system default_coordinate_system=.bench.bar
marker create marker_name=.bench.bar.left  location=-60, 0, 0
marker create marker_name=.bench.bar.right location=60, 0, 0
marker create marker_name=.bench.bar.cm location=0, 0, 0
geometry create shape link link_name=.bench.bar.link i_marker=.bench.bar.left j_marker=.bench.bar.right width=20 depth=10
part create rigid_body mass_properties part_name=.bench.bar mass=2 center_of_mass_marker=.bench.bar.cm ixx=500 iyy=3000 izz=3000
defaults coordinate_system default_coordinate_system=.bench.ground
marker create marker_name=.bench.ground.top location=0, 40, 0 orientation=0, -90, 0
geometry create shape plane plane_name=.bench.ground.table ref_marker_name=.bench.ground.top x_minimum=-200 x_maximum=200 y_minimum=-200 y_maximum=200
! The bar slides down along the vertical only.
marker create marker_name=.bench.ground.slot location=0, 0, 0 orientation=0, -90, 0
marker create marker_name=.bench.bar.slot location=0, 0, 0 orientation=0, -90, 0 relative_to=.bench.bar
constraint create joint translational joint_name=.bench.slot i_marker_name=.bench.bar.slot j_marker_name=.bench.ground.slot
contact create contact_name=.bench.rest i_geometry_name=.bench.bar.link j_geometry_name=.bench.ground.table  &
   stiffness=1000.0 damping=0.5 exponent=1.0 dmax=0.01 coulomb_friction=off
force create body gravitational gravity_field_name=.bench.g x_component_gravity=0 y_component_gravity=-9806.65 z_component_gravity=0
measure create point measure_name=.bench.height point=.bench.bar.cm characteristic=translational_displacement component=y_component
simulation single_run transient type=dynamic end_time=0.1 number_of_steps=10
