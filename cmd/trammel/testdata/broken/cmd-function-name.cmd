model create model_name=m
part create rigid_body name_and_position part_name=.m.p
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1
marker create marker_name=.m.p.top
data_element create variable variable_name=.m.state function="DX(.m.p.tip)"
