package pystmt_test

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck/pystmt"
)

// partial are items and functions that are there with a part that is not: the program must be refused at that part.
var partial = []struct{ name, lacks, program string }{
	{"ObjectJointGeneric", "functions of the offset", plane + "r = mbs.CreateRigidBody(inertia=InertiaSphere(1, 1))\n" +
		"m = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=k)) for k in (oGround, r)]\nmbs.AddObject(GenericJoint(markerNumbers=m, offsetUserFunction=f))\n"},
	{"ObjectConnectorCoordinate", "functions of the offset of a velocity", plane + "mbs.AddObject(CoordinateConstraint(markerNumbers=[mg, mc], velocityLevel=True, offsetUserFunction=f))\n"},
	{"ObjectConnectorCoordinateSpringDamperExt", "friction that sticks (frictionProportionalZone=0)", plane +
		"mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[mg, mc], fDynamicFriction=1))\n"},
	{"ObjectConnectorRigidBodySpringDamper", "intrinsicFormulation, postNewtonStepUserFunction", plane + "r = mbs.CreateRigidBody(inertia=InertiaSphere(1, 1))\n" +
		"mbs.CreateRigidBodySpringDamper(bodyNumbers=[oGround, r], intrinsicFormulation=True)\n"},
	{"ObjectConnectorRollingDiscPenalty", "friction that sticks (dryFrictionProportionalZone=0); planes that move", plane + "r = mbs.CreateRigidBody(inertia=InertiaSphere(1, 1))\n" +
		"mbs.CreateRollingDiscPenalty(bodyNumbers=[oGround, r], discRadius=1, contactStiffness=1, dryFriction=[1, 1])\n"},
	{"ObjectJointRollingDisc", "planes that move", plane + "r = [mbs.CreateRigidBody(inertia=InertiaSphere(1, 1)) for k in (0, 1)]\n" +
		"mbs.CreateRollingDisc(bodyNumbers=r, discRadius=1)\n"},
	{"ObjectGenericODE1", "more than 6 coordinates", "n = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=7, initialCoordinates=[0.]*7))\n" +
		"mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n], systemMatrix=np.eye(7)))\n"},
	{"MarkerNodeCoordinate", "parameters of the rotation of a rigid body in space", "r = mbs.CreateRigidBody(inertia=InertiaSphere(1, 1), returnDict=True)\n" +
		"c = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=r['nodeNumber'], coordinate=4))\nmbs.AddLoad(LoadCoordinate(markerNumber=c, load=1))\n"},
	{"NodeGenericData", "the data, which no solver here changes", "n = mbs.AddNode(NodeGenericData(initialCoordinates=[0.], numberOfDataCoordinates=1))\n" +
		"mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates)\n"},
	{"ComputeODE2Eigenvalues", "eigenvectors, constrainedCoordinates", "mbs.ComputeODE2Eigenvalues(constrainedCoordinates=[0])\n"},
}

// plane has a mass of one coordinate, with its marker and one of ground.
const plane = "def f(*a): return 0\nn = mbs.AddNode(Node1D(referenceCoordinates=[0]))\nmbs.AddObject(Mass1D(nodeNumber=n, physicsMass=1))\n" +
	"mg = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))\nmc = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))\n"

// askNames reports what the modules of Exudyn hold: lines of family, name, state and parameters.
const askNames = `
import exudyn
from exudyn.itemInterface import _FAMILIES
from exudyn.refused import _KNOWN
import exudyn.utilities, exudyn.FEM, exudyn.beams, exudyn.processing, exudyn.signalProcessing, exudyn.solver, exudyn.lieGroupBasics, exudyn.physics
import exudyn.machines, exudyn.robotics, exudyn.plot, exudyn.interactive, exudyn.GUI, exudyn.kinematicTree, exudyn.lieGroupIntegration, exudyn.particles
import exudyn.artificialIntelligence, exudyn.shells, exudyn.robotics.models, exudyn.robotics.motion, exudyn.robotics.mobile
import exudyn.robotics.special, exudyn.robotics.utilities, exudyn.advancedUtilities, exudyn.basicUtilities, exudyn.rigidBodyUtilities
for family in _FAMILIES:
    for k in _FAMILIES[family]:
        _note(0, None, "%s|%s|%s" % (family, k.__name__, ", ".join(sorted(k._given))))
for n in _KNOWN:
    _note(0, None, "refused|%s|%s" % (n, _KNOWN[n]))
`

// exudynNames reads what the modules hold by family.
func exudynNames(t *testing.T) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, d := range read(t, askNames).Diags.List {
		if w := strings.SplitN(d.Msg, "|", 3); len(w) == 3 {
			if all[w[0]] == nil {
				all[w[0]] = map[string]string{}
			}
			all[w[0]][w[1]] = w[2]
		} else if d.Code == "E624" {
			t.Fatal(d.Msg)
		}
	}
	return all
}

// TestExudynPlaces: calls of all items and refused names have places, and what is said to be missing of an item is refused.
func TestExudynPlaces(t *testing.T) {
	all := exudynNames(t)
	if len(all["object"]) < 20 || len(all["refused"]) < 100 {
		t.Fatalf("%d objects, %d refused names", len(all["object"]), len(all["refused"]))
	}
	for _, family := range []string{"node", "object", "marker", "load", "sensor", "refused"} {
		for n := range all[family] {
			if !pystmt.Tracked(n) {
				t.Errorf("calls of %s have no place", n)
			}
		}
	}
	for _, p := range partial {
		m := read(t, "from exudyn.utilities import *\n"+p.program+"mbs.Assemble()\nmbs.SolveDynamic()\n")
		if f := fatal(m); len(f) != 1 || !strings.HasSuffix(f[0], "[E635]") {
			t.Errorf("%s: %q, want a refusal of %s", p.name, f, p.lacks)
		}
	}
}
