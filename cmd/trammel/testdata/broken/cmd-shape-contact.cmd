model create model_name=m
part create rigid_body name_and_position part_name=.m.p
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1
marker create marker_name=.m.p.a
marker create marker_name=.m.p.b location=100,0,0
geometry create shape shell shell_name=.m.p.bar reference_marker=.m.p.a file_name=bar.shl
marker create marker_name=.m.ground.f
geometry create shape plane plane_name=.m.ground.floor ref_marker_name=.m.ground.f x_minimum=-1 x_maximum=1 y_minimum=-1 y_maximum=1
contact create contact_name=.m.c i_geometry_name=.m.p.bar j_geometry_name=.m.ground.floor stiffness=1e3 damping=1 exponent=1.5 dmax=0.1
