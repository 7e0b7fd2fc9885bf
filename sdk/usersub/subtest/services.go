package subtest

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Full is a State that offers everything that a solver may: State alone offers
// nothing beyond queries. What it gives depends on its arguments only. It
// records what it received.
type Full struct {
	State
	Recorded []string // calls that change something, with their arguments
	Said     []usersub.Message
}

// The model of a Full: one array, one string, one spline, one curve, one
// matrix, one body.
const (
	ArrayID  = 5
	StringID = 6
	SplineID = 7
	CurveID  = 8
	MatrixID = 9
	BodyID   = 30101
)

var (
	_ usersub.Clock        = (*Full)(nil)
	_ usersub.Status       = (*Full)(nil)
	_ usersub.Files        = (*Full)(nil)
	_ usersub.Data         = (*Full)(nil)
	_ usersub.Units        = (*Full)(nil)
	_ usersub.Setter       = (*Full)(nil)
	_ usersub.Splines      = (*Full)(nil)
	_ usersub.Curves       = (*Full)(nil)
	_ usersub.Custom       = (*Full)(nil)
	_ usersub.SplinePutter = (*Full)(nil)
	_ usersub.MatrixPutter = (*Full)(nil)
	_ usersub.StringPutter = (*Full)(nil)
	_ usersub.MarkerPutter = (*Full)(nil)
	_ usersub.Driver       = (*Full)(nil)
	_ usersub.Declarer     = (*Full)(nil)
	_ usersub.Bodies       = (*Full)(nil)
	_ usersub.Flexible     = (*Full)(nil)
	_ usersub.Matrices     = (*Full)(nil)
	_ usersub.Discrete     = (*Full)(nil)
	_ usersub.Messages     = (*Full)(nil)
)

func (s *Full) TimGet() float64 { return 0.125 }
func (s *Full) GetStm() float64 { return 0.1875 }
func (s *Full) GetMod() int32   { return 4 }
func (s *Full) GetInt() string  { return "HHT" }
func (s *Full) GetSlv() string  { return "HARWELL" }
func (s *Full) GetVer() string  { return "1.2" }
func (s *Full) GetCpu() float64 { return 3.5 }
func (s *Full) GtInam() string  { return "/decks/in" }
func (s *Full) GtOnam() string  { return "/results/out" }

func (s *Full) GtAray(id int32) ([]float64, int32) {
	if id != ArrayID {
		return nil, 1
	}
	return []float64{1.5, -2, 4}, 0
}

func (s *Full) GtStrg(id int32) (string, int32) {
	if id != StringID {
		return "", 1
	}
	return "road left.rdf", 0
}

func (s *Full) GtUnts() (bool, [4]float64, [4]string) {
	return true, [4]float64{1, 0.001, 2, 4}, [4]string{"s", "mm", "N", "kg"}
}

func (s *Full) ModSet(element string, id int32, attribute, input string) int32 {
	if _, info := s.ModFnc(element, id, attribute); info < 0 {
		return info
	}
	s.recordCall("MODSET", strings.ToLower(attribute), input)
	return 0
}

// Spline is x³ with the derivatives of that, scaled by the method.
func (s *Full) Spline(method string, id int32, x, z float64, order int32) (float64, int32) {
	scale := map[string]float64{"AKISPL": 1, "CUBSPL": 2, "FITSPL": 3, "QUISPL": 4, "LINSPL": 5}[method]
	if id != SplineID || order < 0 || order > 2 {
		return 0, 1
	}
	return scale * [3]float64{x * x * x, 3 * x * x, 6 * x}[order], 0
}

func (s *Full) GtCurv(dst *[3]float64, id int32, alpha float64, order int32) int32 {
	if id != CurveID {
		return 1
	}
	sin, cos := math.Sincos(alpha)
	*dst = [...][3]float64{{cos, sin, alpha}, {-sin, cos, 1}, {-cos, -sin, 0}}[order]
	return 0
}

// HasCustom reports false: there are no custom functions.
func (s *Full) HasCustom(function string) bool { return false }

func (s *Full) CusFnc(name string, par []float64) (float64, int32) {
	if !strings.EqualFold(name, "MYFUNC") || len(par) != 2 {
		return 0, 1
	}
	return par[0] - 2*par[1], 0
}

func (s *Full) PutSpline(id int32, x, y, z []float64) int32 {
	s.recordCall("PUT_SPLINE", id, x, y, z)
	return 0
}

func (s *Full) PutMarker(id int32, r [3]float64, kind int32, angles []float64) int32 {
	s.recordCall("PUT_MARKER", id, r, kind, angles)
	return 0
}

func (s *Full) PutMatrix(id int32, rows, cols int, values []float64) int32 {
	s.recordCall("PUT_MATRIX", id, rows, cols, values)
	return 0
}

func (s *Full) PutString(id int32, text string) int32 {
	s.recordCall("PUT_STRING", id, "<"+text+">")
	return 0
}

func (s *Full) Analys(kind, name string, begin, end float64, first bool) int32 {
	s.recordCall("ANALYS", kind, name, begin, end, first)
	return 0
}

func (s *Full) Datout() int32 { s.recordCall("DATOUT"); return 0 }

func (s *Full) Modify(command string) int32 { s.recordCall("MODIFY", command); return 0 }

func (s *Full) UcoVar(rowID int32, bodyIDs, codes []int32) int32 {
	s.recordCall("UCOVAR", rowID, bodyIDs, codes)
	return 0
}

func (s *Full) UcoMar(rowID int32, markerIDs, codes []int32) int32 {
	s.recordCall("UCOMAR", rowID, markerIDs, codes)
	return 0
}

func (s *Full) BodyMass(kind string, id int32) (cm [3]float64, mass float64, ip [6]float64, ok bool) {
	return [3]float64{1, 2, 3}, 4, [6]float64{5, 6, 7, 0.5, 0.25, 0.125}, kind == "BODY_RIGID" && id == BodyID
}

func (s *Full) Gravity() [3]float64 { return [3]float64{0, 0.5, -9810} }

func (s *Full) NModes(id int32) (int32, int32) {
	if id != BodyID {
		return 0, 1
	}
	return 2, 0
}

func (s *Full) ModInf(id int32) ([]int32, []float64, int32) {
	if id != BodyID {
		return nil, nil, 1
	}
	return []int32{7, 9}, []float64{12.5, 80}, 0
}

func (s *Full) Matrix(id int32) (rows, cols int, values []float64, ok bool) {
	return 2, 3, []float64{1, 0, 0, 4, 5, 0}, id == MatrixID
}

func (s *Full) SetDiscreteInterface() { s.recordCall("SET_DISCRETE_INTERFACE") }

func (s *Full) Message(m *usersub.Message) { s.Said = append(s.Said, *m) }

func (s *Full) recordCall(what string, with ...any) {
	s.Recorded = append(s.Recorded, strings.TrimSpace(fmt.Sprintln(append([]any{what}, with...)...)))
}
