model create model_name=m
part create rigid_body name_and_position part_name=.m.p
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1
macro create macro_name=.m.mac user_entered_command="put here" commands_to_be_executed="!$where:t=location", "!END_OF_PARAMETERS", "marker create marker_name=.m.p.x location=$where"
put here
