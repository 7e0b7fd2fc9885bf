model create model_name=m
part create rigid_body name_and_position part_name=.m.p
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1
simulation single_run transient end_time=1 number_of_steps=10
simulation single_run reset
simulation single_run transient end_time=2 number_of_steps=10
