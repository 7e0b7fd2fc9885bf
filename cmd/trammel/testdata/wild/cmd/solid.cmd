! A pendulum whose mass follows from its shapes: a block of brass with a ball of steel, in units of the inch.
defaults units length=inch angle=deg force=pound_force mass=pound_mass time=sec
model create model_name=solid
material create material_name=.solid.brass density=(8545.0(kg/meter**3)) youngs_modulus=(1.06E+11(newton/meter**2)) poissons_ratio=0.324
part create rigid_body name_and_position part_name=.solid.arm
defaults coordinate_system default_coordinate_system=.solid.arm
marker create marker_name=.solid.arm.hinge location=0, 0, 0
marker create marker_name=.solid.arm.corner location=-0.5, -6, -0.25
marker create marker_name=.solid.arm.ball location=0, -7, 0
geometry create shape block block_name=.solid.arm.bar corner_marker=.solid.arm.corner diag_corner_coords=1, 6, 0.5
geometry create shape ellipsoid ellipsoid_name=.solid.arm.weight center_marker=.solid.arm.ball x_scale_factor=2 y_scale_factor=2 z_scale_factor=2
part create rigid_body mass_properties part_name=.solid.arm material_type=.solid.brass
defaults coordinate_system default_coordinate_system=.solid.ground
marker create marker_name=.solid.ground.hinge location=0, 0, 0
constraint create joint revolute joint_name=.solid.hinge i_marker_name=.solid.arm.hinge j_marker_name=.solid.ground.hinge
! Horizontal gravity: the pendulum begins at a right angle to it.
force create body gravitational gravity_field_name=.solid.g x_component_gravity=(9.80665(meter/sec**2)) y_component_gravity=0 z_component_gravity=0
measure create function measure_name=.solid.angle function="AZ(.solid.arm.hinge, .solid.ground.hinge)" units=angle
simulation single_run transient type=dynamic end_time=1.0 number_of_steps=20
