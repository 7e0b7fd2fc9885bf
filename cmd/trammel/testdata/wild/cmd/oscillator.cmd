!------------------------------------------------------------------------------
! Mass on a spring in mm, made by parts and locations: the markers come with the spring and the joint.
!------------------------------------------------------------------------------
default units len=mm mass=kg force=newton time=second angle=degrees
mod cre mod=.osc

var set var=.osc.k real=4.0
var set var=.osc.c real=0.02
var set var=.osc.start real=(eval(130.0))

part cre rigid_body name part=.osc.slider loc=0, (eval(.osc.start)), 0
mar cre mar=.osc.slider.cm loc=0, (.osc.start), 0
part mod rigid_body mass part=.osc.slider mass=2.5 center_of_mass_marker=.osc.slider.cm ixx=100 iyy=100 izz=100
part create rigid_body initial_velocity part_name=.osc.slider vy=(eval(-50*1.0))

constraint create joint translational joint_name=.osc.rail i_part_name=.osc.slider j_part_name=.osc.ground  &
   location=0, 0, 0  &
   orientation=0d, -90d, 0d
force create element_like translational_spring_damper spring_damper_name=.osc.spring  &
   i_part_name=.osc.slider  &
   j_part_name=.osc.ground  &
   location=0, 130, 0, 0, 0, 0  &
   stiffness=(.osc.k) damping=(.osc.c)  &
   preload=0.0  &
   displacement_at_preload=100.0

measure cre func meas=.osc.height function="DY(.osc.slider.cm)" units=length
simulation single transient end=1.5 number=150
