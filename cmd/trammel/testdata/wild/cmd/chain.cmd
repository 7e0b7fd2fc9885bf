! A chain of masses between two walls, as many as a variable says.
defaults units length=meter angle=deg force=newton mass=kg time=sec
defaults command_file on_error=continue_command
model create model_name=chain
variable create variable_name=.chain.n integer_value=5
variable create variable_name=.chain.i integer_value=1
variable create variable_name=.chain.walls integer_value=0
if condition=(! DB_EXISTS(".chain.never_made"))
   variable modify variable_name=.chain.walls integer_value=2
else
   variable modify variable_name=.chain.walls integer_value=7
end
while condition=(.chain.i <= .chain.n)
   variable set variable_name=.chain.part string_value=(eval(".chain.mass_"//.chain.i))
   variable set variable_name=.chain.rest real_value=(eval(.chain.i*1.0))
   ! deflected as the first mode: 0.05 sin(pi i/(n+1))
   variable set variable_name=.chain.x real_value=(eval(.chain.rest + 0.05*SIN(180d*.chain.i/(.chain.n + 1))))
   part create rigid_body name_and_position part_name=(eval(.chain.part)) location=(eval(.chain.x)), 0, 0
   marker create marker_name=(eval(.chain.part//".cm")) location=(eval(.chain.x)), 0, 0 orientation=90d, 90d, 0d
   part create rigid_body mass_properties part_name=(eval(.chain.part)) mass=0.5 ixx=1 iyy=1 izz=1 center_of_mass_marker=(eval(.chain.part//".cm"))
   marker create marker_name=(eval(".chain.ground.rail_"//.chain.i)) location=0, 0, 0 orientation=90d, 90d, 0d
   constraint create joint translational joint_name=(eval(".chain.rail_"//.chain.i)) &
      i_marker_name=(eval(.chain.part//".cm")) j_marker_name=(eval(".chain.ground.rail_"//.chain.i))
   variable modify variable_name=.chain.i integer_value=(eval(.chain.i + 1))
   if condition=(.chain.i > 100)
      break
   end
end
marker create marker_name=.chain.ground.wall_0 location=0, 0, 0
marker create marker_name=.chain.ground.wall_1 location=(eval(.chain.n + 1)), 0, 0
for variable_name=k start_value=0 end_value=(eval(.chain.n))
   variable set variable_name=.chain.left string_value=(eval(".chain.mass_"//k//".cm"))
   variable set variable_name=.chain.right string_value=(eval(".chain.mass_"//(k+1)//".cm"))
   if condition=(k == 0)
      variable set variable_name=.chain.left string_value=".chain.ground.wall_0"
   elseif condition=(k == .chain.n)
      variable set variable_name=.chain.right string_value=".chain.ground.wall_1"
   end
   force create element_like translational_spring_damper spring_damper_name=(eval(".chain.spring_"//k)) &
      i_marker_name=(eval(.chain.right)) j_marker_name=(eval(.chain.left)) stiffness=40.0 damping=0.0 displacement_at_preload=1.0
end
output_control create request request_name=.chain.places f2="DX(.chain.mass_1.cm)" f3="DX(.chain.mass_3.cm)"
simulation single_run transient type=dynamic end_time=2.0 number_of_steps=40
