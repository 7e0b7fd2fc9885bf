package pystmt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// hung is a mass on a spring, with more parameters of the spring.
func hung(more string) string {
	return "node = mbs.AddNode(NodePoint(referenceCoordinates=[2, 0, 0], initialCoordinates=[1, 0, 0]))\n" +
		"body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=3))\n" +
		"m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0, 5, 0]))\n" +
		"m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))\n" +
		"mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], " + more + "))\n"
}

// hangingStatements is what becomes of it, without settings and requests.
const hangingStatements = `Body_Rigid id=1 label=ground isground=TRUE
Reference_Marker id=1 body_id=1
Body_Point id=3 label=object 1 mass=3 cg_id=1000002 v_ic_x=0 v_ic_y=0 v_ic_z=0
Reference_Marker id=1000002 body_id=3 body_type=POINTBODY pos_x=3 pos_y=0 pos_z=0
Reference_Marker id=10 body_id=1 pos_x=0 pos_y=5 pos_z=0
Reference_Marker id=11 body_id=3 body_type=POINTBODY pos_x=3 pos_y=0 pos_z=0
Force_SpringDamper id=3 label=`

func TestItems(t *testing.T) {
	for _, c := range []struct{ in, want, end string }{
		{"stiffness=4, damping=5, referenceLength=1, force=2, velocityOffset=0.5", "object 2 type=TRANSLATIONAL i_marker_id=11 j_marker_id=10 velocity_offset=0.5 " +
			"active=TRUE stiffness=4 damping=5 preload=-2 length=1", "end_time=2 num_steps=7"},
		{"stiffness=4, activeConnector=False, name='s', visualization=VSpringDamper(drawSize=1)", "s type=TRANSLATIONAL i_marker_id=11 j_marker_id=10 " +
			"velocity_offset=0 active=FALSE stiffness=4 damping=0 preload=0 length=0", "end_time=2 num_steps=7"},
	} {
		m := read(t, hung(c.in)+"mbs.Assemble()\ns = exu.SimulationSettings()\ns.timeIntegration.endTime = 2\ns.timeIntegration.numberOfSteps = 7\n"+
			"s.solutionSettings.writeSolutionToFile = False\nmbs.SolveDynamic(s)\n")
		var kept []string
		for _, line := range strings.Split(reported(m), "\n") {
			if !strings.HasPrefix(line, "P") {
				kept = append(kept, line)
			}
		}
		want := hangingStatements + c.want + "\nSimulate analysis_type=TRANSIENT " + c.end
		if got := strings.Join(kept, "\n"); got != want || len(fatal(m)) > 0 {
			t.Errorf("gives\n%s\nwant\n%s\n%q", got, want, fatal(m))
		}
	}
	// Without a solution the assembled system is the model.
	if m := read(t, hung("stiffness=4")+"mbs.Assemble()\n"); !strings.HasPrefix(reported(m), "Param_Unit") || len(m.Commands) > 0 || len(fatal(m)) > 0 {
		t.Errorf("%s\n%q", reported(m), fatal(m))
	}
	// Of several solutions the last one is the model.
	m := read(t, hung("stiffness=4")+"mbs.Assemble()\nmbs.SolveDynamic()\nmbs.SetObjectParameter(2, 'stiffness', 9)\nmbs.SolveDynamic()\n")
	if text := reported(m); strings.Count(text, "Simulate") != 1 || !strings.Contains(text, "stiffness=9") || len(fatal(m)) > 0 {
		t.Errorf("%s\n%q", text, fatal(m))
	}
}

func TestItemMistakes(t *testing.T) {
	const solve = "mbs.Assemble()\nmbs.SolveDynamic()\n"
	for _, c := range []struct{ in, want string }{
		{hung("stiffness=-4") + solve, `5:62: Force_SpringDamper 3 (object 2): stiffness: "-4" is negative [E403]`},
		{hung("stiffnes=4") + solve, "5:52: ObjectConnectorSpringDamper has no parameter stiffnes [E635]"},
		{hung("stiffness='soft'") + solve, "5:62: ObjectConnectorSpringDamper: stiffness takes a number, not 'soft' [E635]"},
		{hung("stiffness=4") + "mbs.SolveDynamic()\n", "6:5: SolveDynamic: the system is not assembled [E635]"},
		{"mbs.AddMarker(MarkerBodyPosition(bodyNumber=7))\n" + solve, "1:45: MarkerBodyPosition: there is no object 7 [E635]"},
		{"mbs.AddObject(SpringDamper(markerNumbers=[0, 1]))\n" + solve, "1:42: ObjectConnectorSpringDamper: there is no marker 0 [E635]"},
		{"mbs.AddNode(MassPoint())\n", "1:13: ObjectMassPoint cannot be added as a node [E635]"},
		{"mbs.AddObject(Rigidbody2D())\n", "1:15: the program failed: NameError: name 'Rigidbody2D' is not defined"},
		{"mbs.AddObject(Cable2D())\n", "1:15: the item ObjectANCFCable2D is not supported [E635]"},
		{"mbs.CreateRigidBodySpringDamper(stifness=1)\n", "1:33: CreateRigidBodySpringDamper has no parameter stifness [E635]"},
		{"exu.MatrixContainer()\n", "1:5: exudyn.MatrixContainer is not supported: systems of matrices are not there [E635]"},
		{"from exudyn.utilities import *\nf = LoadSolutionFile('a.txt')\n", "2:5: LoadSolutionFile of module exudyn.utilities is not supported"},
	} {
		m := read(t, c.in)
		found := false
		for _, f := range fatal(m) {
			found = found || strings.HasPrefix(f, c.want)
		}
		if !found {
			t.Errorf("%s\n gives %q\n  want %s", c.in, fatal(m), c.want)
		}
	}
}

// A name that is not supported is noted where it is imported, each by itself; the program runs if it does not call it.
func TestAbsentImports(t *testing.T) {
	m := read(t, "from exudyn.FEM import FEMinterface as F, Tet4\nfrom exudyn.utilities import (NodePoint, # Cable2D\n  Cable2D)\n"+
		"from exudyn.beams import *\n"+hung("stiffness=4")+"mbs.Assemble()\n")
	var got []string
	for _, d := range m.Diags.List {
		if strings.Contains(d.Msg, "refused where it is called") {
			got = append(got, fmt.Sprintf("%d:%d %s", d.Span.Line(), d.Span.Col(), strings.Fields(strings.TrimPrefix(d.Msg, "the item "))[0]))
		}
	}
	if want := []string{"1:24 FEMinterface", "1:43 Tet4", "3:3 ObjectANCFCable2D"}; !slices.Equal(got, want) || len(fatal(m)) > 0 {
		t.Errorf("notes %q, want %q; %q", got, want, fatal(m))
	}
}
