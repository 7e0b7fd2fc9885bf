package clitest

// BeadDeck is a deck with a bead that a spring holds, simulated to the end time;
// more is added to the model.
func BeadDeck(end, more string) string {
	return `<MotionSolve>
  <Model>
    <Param_Transient integrator_type="DSTIFF"/>
    <Body_Point id="1" cg_id="9" mass="1."/>
    <Reference_Marker id="9" body_id="1" body_type="PointBody" pos_x="1."/>
` + more + `
    <Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="TIME"/>
  </Model>
  <Command><Simulate analysis_type="Transient" end_time="` + end + `" print_interval="0.1"/></Command>
</MotionSolve>
`
}

const Spring = `<Force_Penalty id="7" type="EXPRESSION" expr="DX(9)" penalty="10."/>`

// PulledByScript is a bead that is pulled by a script: law.py of the folder.
const PulledByScript = `<MotionSolve><Model>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="11" body_id="1" floating="TRUE"/>
<Body_Point id="2" cg_id="20" mass="2"/><Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_z="0.3"/>
<Force_Vector_TwoBody id="3" type="FORCEONLY" i_marker_id="20" j_floating_marker_id="11" ref_marker_id="1"
 script_name="%s.py" interpreter="PYTHON" usrsub_fnc_name="VFOSUB"/>
<Post_Request id="9" type="EXPRESSION" expr1="DZ(20)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="2" num_steps="20"/></Command></MotionSolve>
`

// LawDeck is a bead on a spring whose law comes from attrs.
func LawDeck(attrs string) string {
	return BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" penalty="10." `+attrs+`/>`)
}

// MiniExample is the example of the documentation of spring-dampers, without imports:
// a mass of 1 kg, 0.05 m off the free length of a spring of 100 N/m and 1 N s/m.
const MiniExample = `node = mbs.AddNode(NodePoint(referenceCoordinates = [1.05,0,0]))
oMassPoint = mbs.AddObject(MassPoint(nodeNumber = node, physicsMass=1))

m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0,0,0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMassPoint, localPosition=[0,0,0]))

c = mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[m0,m1],
                                          referenceLength = 1, #shorter than initial distance
                                          stiffness = 100,
                                          damping = 1%s))

mbs.Assemble()
mbs.SolveDynamic()
`

// PulledDeck is a bead of mass 1 at x = 1 that a routine pushes away from the origin
// with a constant force f: x = 1 + f t²/2.
func PulledDeck(library, attrs string) string {
	return BeadDeck("1.", `<Body_Rigid id="2" IsGround="TRUE"/>
		<Reference_Marker id="8" body_id="2"/>
		<Force_Scalar_TwoBody id="7" type="FORCE" i_marker_id="9" j_marker_id="8" usrsub_param_string="USER(2)"
			usrsub_dll_name="`+library+`" `+attrs+`/>`)
}
