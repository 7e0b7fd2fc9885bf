model create model_name=m
part create rigid_body name_and_position part_name=.m.p
part create rigid_body mass_properties part_name=.m.p mass=1 ixx=1 iyy=1 izz=1
for variable_name=i start_value=1 end_value=2
marker create marker_name=(eval(".m.p.a_"//i)) location=(10*i), 0, 0
end
