! A steel ruler of 300 mm, clamped at one end: a torque at the other bends it to an arc of 2 rad; each beam then turns by 0.5 rad.
defaults units length=mm angle=deg force=newton mass=kg time=sec
model create model_name=ruler
variable create variable_name=.ruler.pieces integer_value=4
variable create variable_name=.ruler.piece real_value=(eval(300.0/.ruler.pieces))
variable create variable_name=.ruler.E real_value=2.07E5
variable create variable_name=.ruler.I real_value=(eval(20*0.5**3/12))
marker create marker_name=.ruler.ground.end_0 location=0, 0, 0
for variable_name=k start_value=1 end_value=(eval(.ruler.pieces))
   variable set variable_name=.ruler.part string_value=(eval(".ruler.piece_"//k))
   variable set variable_name=.ruler.before string_value=(eval(".ruler.piece_"//(k-1)//".end"))
   if condition=(k == 1)
      variable set variable_name=.ruler.before string_value=".ruler.ground.end_0"
   end
   part create rigid_body name_and_position part_name=(eval(.ruler.part)) location=(eval(k*.ruler.piece)), 0, 0
   marker create marker_name=(eval(.ruler.part//".end")) location=(eval(k*.ruler.piece)), 0, 0
   part create rigid_body mass_properties part_name=(eval(.ruler.part)) mass=0.02 ixx=10 iyy=10 izz=10 &
      center_of_mass_marker=(eval(.ruler.part//".end"))
   force create element_like beam beam_name=(eval(".ruler.beam_"//k)) i_marker_name=(eval(.ruler.part//".end")) &
      j_marker_name=(eval(.ruler.before)) length=(eval(.ruler.piece)) ixx=0.833 iyy=(eval(0.5*20**3/12)) izz=(eval(.ruler.I)) &
      area_of_cross_section=10.0 y_shear_area_ratio=1.2 z_shear_area_ratio=1.2 youngs_modulus=(eval(.ruler.E)) &
      shear_modulus=7.96E4 damping_ratio=0.001 formulation=nonlinear
end
force create direct single_component_force single_component_force_name=.ruler.bend type_of_freedom=rotational  &
   i_marker_name=.ruler.piece_4.end j_marker_name=.ruler.ground.end_0 action_only=on function=(eval(2*.ruler.E*.ruler.I/300))
measure create function measure_name=.ruler.x function="DX(.ruler.piece_4.end)" units=length
measure create function measure_name=.ruler.y function="DY(.ruler.piece_4.end)" units=length
measure create function measure_name=.ruler.angle function="AZ(.ruler.piece_4.end)" units=angle
simulation single_run equilibrium model_name=.ruler
