model create model_name=m
part create rigid_body name_and_position part_name=.m.p location=100, 0, 0
marker create marker_name=.m.p.cm location=0, 0, 0
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1 center_of_mass_marker=.m.p.cm
