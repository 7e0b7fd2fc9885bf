package result

import (
	"slices"
	"strconv"
)

// Kinds of elements that columns belong to. The name of a column begins with the kind and the id of its element.
const (
	KindRequest  = "REQUEST"  // Post_Request, REQUEST
	KindBody     = "BODY"     // a rigid body
	KindPoint    = "POINT"    // a point body
	KindFlex     = "FLEX"     // the frame of a flexible body; of its nodes see NodeKind
	KindModes    = "MODES"    // modal coordinates of a flexible body
	KindJoint    = "JOINT"    // a joint or another constraint between two markers
	KindMotion   = "MOTION"   // a prescribed motion
	KindVariable = "VARIABLE" // a solver variable
	KindState    = "STATE"    // first-order states of an equation
	KindSensor   = "SENSOR"
	KindInput    = "PINPUT"  // a plant input
	KindOutput   = "POUTPUT" // a plant output
)

// Element is the element of a deck whose value a column reports.
type Element struct {
	// Kind is one of the constants above or, for forces and for constraints that have numbers of their own,
	// the name of the measure that reports them: SFORCE, VFORCE, GFORCE, BUSH, SPDP, JPRIM, ...
	Kind string `json:"kind"`
	ID   int    `json:"id"`
	// Label is the name that the deck gives the element, "" if it gives none.
	Label string `json:"label,omitempty"`
}

// Column is one quantity of one element over time.
type Column struct {
	// Name is unique among the columns: that of requests.csv for a component of a request (1.X, 3.F2), else
	// kind, id and component of the element (BODY/2.VX, JOINT/1.FZ).
	Name      string
	Element   Element
	Component string // X, QW, VX, FZ, ...
	Quantity  string // position, orientation, velocity, angular velocity, ..., force, torque; "" where it is not known
	Unit      string // of the values, made of the units of the deck (mm/s, N, rad); 1 for pure numbers, "" where it is not known
	// Frame names the axes of a component, "global" or "marker 12"; "" for what is not a vector.
	Frame string
}

// Analysis is a simulation and its rows. Rows count from 0 over all analyses of a file. An analysis begins at the
// time at which the one before ended, so that times repeat where analyses meet.
type Analysis struct {
	Name  string // type and number: static_1, transient_2
	Type  string // static, quasi-static, kinematic, transient
	First int    // its first row
	Rows  int
}

// Provenance says where results come from. What is not known yet while the run goes is empty.
type Provenance struct {
	Program    string   `json:"program"` // with its version
	Deck       string   `json:"deck"`    // absolute path
	DeckSHA256 string   `json:"deck_sha256"`
	Code       []Code   `json:"code,omitempty"`
	Integrator string   `json:"integrator,omitempty"`
	Tolerance  float64  `json:"tolerance,omitempty"` // integr_tol
	Began      string   `json:"began"`               // RFC 3339
	Status     string   `json:"status"`              // of run.writeJSONBlock: running, ok, failed, interrupted
	WallS      float64  `json:"wall_s,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
}

// Code is a file with user subroutines.
type Code struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// PoseColumns are the components of the pose of a body, in their order from Body.Pose on: position of the mass centre
// along global axes, and the unit quaternion that turns components along body axes into global ones, scalar part
// first. The quaternions of a body are in one hemisphere over time: consecutive ones have a positive product.
var PoseColumns = []string{"X", "Y", "Z", "QW", "QX", "QY", "QZ"}

// FindColumn returns the index of the column of a name, -1 if there is none.
func FindColumn(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

// NodeKind returns the kind of the nodes of a flexible body with an id; the id of an element of this kind is the number of the node.
func NodeKind(body int) string { return "FLEX_" + strconv.Itoa(body) + "_NODE" }
