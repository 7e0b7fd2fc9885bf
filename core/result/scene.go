package result

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// SceneFile is the name of the file in a folder of results that holds the Scene of the first model.
const SceneFile = "scene.json"

// Scene is what a picture of a model needs besides the poses of its bodies: shapes, joints, forces, and where each is in the
// deck. Lengths, masses, times and forces are in the units of the deck, angles in rad. Elements refer to each other by
// their indices in the lists of the Scene, -1 for none.
type Scene struct {
	Title   string     `json:"title,omitempty"`
	Units   Units      `json:"units"`
	Gravity [3]float64 `json:"gravity"` // acceleration, along global axes
	// Size is the length scale of the model: the longest side of the box about all markers as the run begins.
	Size     float64   `json:"size"`
	Bodies   []Body    `json:"bodies"` // ground is the first one
	Markers  []Marker  `json:"markers"`
	Joints   []Joint   `json:"joints"`
	Forces   []Force   `json:"forces"`
	Graphics []Graphic `json:"graphics"`
	Contacts []Contact `json:"contacts"`
	// Flexible are the surfaces of flexible bodies.
	Flexible []Flexible `json:"flexible,omitempty"`
	// Files are the texts of the deck, the main file first.
	Files []File `json:"files"`
}

// Units are the names of the units of a deck as they are written in results (mm, kg, s, N), and their sizes in SI.
type Units struct {
	Length   string  `json:"length"`
	Mass     string  `json:"mass"`
	Time     string  `json:"time"`
	Force    string  `json:"force"`
	LengthSI float64 `json:"length_si"` // m
	MassSI   float64 `json:"mass_si"`   // kg
	TimeSI   float64 `json:"time_si"`   // s
	ForceSI  float64 `json:"force_si"`  // N
}

// DeckPosition is where an element is in the deck. Line and Col count from 1; without a place File is "".
type DeckPosition struct {
	File string `json:"file"` // a File.Name
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// String returns the place as messages write it, file:line:col.
func (p DeckPosition) String() string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// File is the text of a file of the deck.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Frame is a pose in another frame: the position of the origin, and the unit quaternion, scalar part first, that turns
// components along its own axes into components along those of the other frame.
type Frame struct {
	Pos  [3]float64 `json:"pos"`
	Quat [4]float64 `json:"quat"` // w, x, y, z
}

// Body is ground, a rigid body or a point body. The frame of a body has its origin in the mass centre and the axes of
// the marker at the mass centre; that of ground is the global frame.
type Body struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Kind  string `json:"kind"` // ground, rigid, point; flexible: the frame of a flexible body, node: one of its nodes
	// Name is the label as results write it, PART_<id> where the deck has none.
	Name string  `json:"name"`
	Mass float64 `json:"mass"`
	// MassCentre is the position of the mass centre as the deck is written, in the global frame.
	MassCentre [3]float64 `json:"mass_centre"`
	// Inertia has the entries xx, yy, zz, xy, yz, xz of the inertia tensor about the mass centre along body axes
	// (products with the sign of the tensor).
	Inertia [6]float64 `json:"inertia"`
	// Start is the pose that the deck gives the body, in the global frame, before assembly.
	Start Frame `json:"start"`
	// Part is the frame that the deck gives the markers of the body in (the LPRF of MotionSolve, that of the PART of
	// Adams), in the frame of the body. Adams' results report its pose.
	Part  Frame        `json:"part"`
	Place DeckPosition `json:"place"`
	// Pose is the index of the first of the seven columns of the pose, see PoseColumns; -1 for ground and for bodies
	// whose motion is not in the results.
	Pose int `json:"pose"`
}

// Marker is a frame fixed to a body, in the frame of the body.
type Marker struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Body  int    `json:"body"` // index in Bodies
	Frame
	// Floating markers have no pose: they only name a body.
	Floating bool         `json:"floating,omitempty"`
	Place    DeckPosition `json:"place"`
}

// Joint is a constraint or a motion between two markers.
type Joint struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Kind  string `json:"kind"` // of its columns: JOINT, MOTION, JPRIM, ...
	// Type is that of the deck in capitals: REVOLUTE, SPHERICAL, INLINE, ...
	Type string `json:"type"`
	I    int    `json:"i"` // index in Markers
	J    int    `json:"j"`
	// Joint is the index in Joints of the joint that a motion moves, -1 for none.
	Joint int          `json:"joint"`
	Place DeckPosition `json:"place"`
	// Force is the index of the first of six columns FX FY FZ TX TY TZ of its reaction on I, -1 without any.
	Force int `json:"force"`
}

// Force is an element that applies forces or torques at one marker or between two.
type Force struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Kind  string `json:"kind"` // of its columns: SFORCE, VFORCE, GFORCE, SPDP, BUSH, BEAM, ...
	Type  string `json:"type"` // of the deck: Force_SpringDamper, ...
	I     int    `json:"i"`    // index in Markers
	J     int    `json:"j"`
	// Rotational reports a torque about an axis in place of a force along a line.
	Rotational bool         `json:"rotational,omitempty"`
	Place      DeckPosition `json:"place"`
	// Force is the index of the first of six columns FX FY FZ TX TY TZ of what it applies to I, -1 without any.
	Force int `json:"force"`
}

// Types of graphics.
const (
	Box       = "BOX"       // Size, centred at the origin
	Cylinder  = "CYLINDER"  // Radius, Length from the origin along z
	Frustum   = "FRUSTUM"   // Radius at the origin, Top at Length along z
	Sphere    = "SPHERE"    // Radius about the origin
	Ellipsoid = "ELLIPSOID" // Size has the three diameters
	Plane     = "PLANE"     // through the origin, z outwards; Size has sides along x and y, 0 if it has no end
	Outline   = "OUTLINE"   // Vertices joined by lines
	Mesh      = "MESH"      // Vertices and Triangles
)

// Graphic is a shape in the frame of a marker.
type Graphic struct {
	ID     int    `json:"id"`
	Label  string `json:"label,omitempty"`
	Body   int    `json:"body"`   // index in Bodies
	Marker int    `json:"marker"` // index in Markers
	Type   string `json:"type"`
	// Origin is the centre or the base of the shape in the frame of the marker: not 0 for a box that is given by a corner.
	Origin [3]float64 `json:"origin"`
	Size   [3]float64 `json:"size"`
	Radius float64    `json:"radius"`
	Top    float64    `json:"top"`
	Length float64    `json:"length"`
	// Vertices has x, y, z of each vertex in the frame of the marker, Triangles three indices from 0 of each triangle.
	Vertices  []float64 `json:"vertices,omitempty"`
	Triangles []int     `json:"triangles,omitempty"`
	// Markers are the points of an outline that is given by markers, as indices in Markers; they may be on several bodies.
	Markers []int        `json:"markers,omitempty"`
	Color   []float64    `json:"color,omitempty"` // red, green, blue from 0 to 1, nil where the deck gives none
	Place   DeckPosition `json:"place"`
}

// Contact is a pair of sets of graphics that may touch.
type Contact struct {
	ID    int          `json:"id"`
	Label string       `json:"label,omitempty"`
	I     []int        `json:"i"` // indices in Graphics
	J     []int        `json:"j"`
	Place DeckPosition `json:"place"`
	// Force is the index of the first of six columns FX FY FZ TX TY TZ of what acts on I, -1 without any.
	Force int `json:"force"`
}

// Flexible is the surface of a flexible body: points that move with its modal coordinates q. In the frame of the body, point i is at
// p_i + Σ_j φ_ij q_j.
type Flexible struct {
	ID    int    `json:"id"`
	Label string `json:"label,omitempty"`
	Body  int    `json:"body"`  // index in Bodies of its frame
	First int    `json:"first"` // number of its first mode
	// Modes is the index of the first of the columns of its modal coordinates, -1 without any.
	Modes     int       `json:"modes"`
	Count     int       `json:"count"`     // of modes
	Positions []float64 `json:"positions"` // x, y, z of each point
	// Shapes has x, y, z of each mode at each point, the modes of a point one after another.
	Shapes    []float64    `json:"shapes"`
	Edges     []int        `json:"edges"`     // two indices of points each
	Triangles []int        `json:"triangles"` // three indices of points each
	Place     DeckPosition `json:"place"`
}

// Displacement returns how far point i is moved by modal coordinates q, in the frame of the body.
func (f *Flexible) Displacement(i int, q []float64) (u [3]float64) {
	for j, x := range q[:f.Count] {
		shape := f.Shapes[3*(i*f.Count+j):]
		for k := range u {
			u[k] += x * shape[k]
		}
	}
	return u
}

// ReadScene reads the scene in a folder of results.
func ReadScene(dir string) (*Scene, error) {
	name := filepath.Join(dir, SceneFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &Scene{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// JSON returns the scene as it stands in scene.writeJSONBlock: lists without entries are [], never null. Numbers that JSON has
// not (infinities) are an error.
func (s *Scene) JSON() ([]byte, error) {
	c := *s
	c.Bodies, c.Markers, c.Joints, c.Forces = emptyIfNil(c.Bodies), emptyIfNil(c.Markers), emptyIfNil(c.Joints), emptyIfNil(c.Forces)
	c.Graphics, c.Contacts, c.Files = emptyIfNil(c.Graphics), slices.Clone(emptyIfNil(c.Contacts)), emptyIfNil(c.Files)
	for i := range c.Contacts {
		c.Contacts[i].I, c.Contacts[i].J = emptyIfNil(c.Contacts[i].I), emptyIfNil(c.Contacts[i].J)
	}
	return json.Marshal(&c)
}

// emptyIfNil returns an empty list in place of nil.
func emptyIfNil[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
