package element

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// routineReading is an element whose data a user subroutine gives while the deck is
// built (SPLINE_READ, MARKER_READ, MATRIX_READ, STRING_READ), and the State that the
// routine sees: the deck and no motion.
type routineReading struct {
	b   *builder
	e   *deck.Element
	sig *usersub.Sig
	put string // the utility that gives the data
	why string // why it was refused last
	err error  // what went wrong at last

	profile system.Profile

	points *splinePoints
	pose   *frame
	matrix [][]float64
	text   *string
}

// readingKey is what a reading depends on. A model that is changed between two
// analyses keeps what has been read.
type readingKey struct {
	kind, given string
	id          int
	ref         usersub.Ref
}

// callReadRoutine calls the routine of an element once; texts are its character
// arguments. It returns nil where the data cannot be had, which is noted in
// Model.Failed.
func (b *builder) callReadRoutine(e *deck.Element, sig *usersub.Sig, texts ...string) *routineReading {
	ref, _ := e.RoutineRef(sig.Name)
	r := b.loadRoutine(e, sig, nil)
	if r == nil {
		return nil
	}
	k := readingKey{e.Kind, fmt.Sprintf("%g %q", r.Par, texts), e.ID(), ref}
	rd := b.out.readings[k]
	if rd == nil {
		rd = &routineReading{b: b, e: e, sig: sig, put: "PUT_" + strings.TrimSuffix(sig.Name, "_READ")}
		f := usersub.NewFrame(sig, e.Kind, e.ID(), r.Par, nil)
		f.Member = r.Member
		copy(f.Text, texts)
		f.PrepareCall(0, false, false)
		began := time.Now()
		err := r.Sub.Call(f, rd)
		rd.profile = system.Profile{Routine: r, Sub: r.Sub, Sig: sig, Calls: 1, Seconds: time.Since(began).Seconds()}
		rd.recordCallError(err, f)
		b.out.readings[k] = rd
	}
	b.out.Read = append(b.out.Read, &rd.profile)
	if rd.err != nil {
		b.out.Failed = append(b.out.Failed, rd.err)
		return nil
	}
	return rd
}

// recordCallError keeps what was wrong with a call.
func (rd *routineReading) recordCallError(err error, f *usersub.Frame) {
	flag := f.Ints(f.Sig.ArgIndex("errflg"))[0]
	got := rd.points != nil || rd.pose != nil || rd.matrix != nil || rd.text != nil
	failed := &usersub.CallError{Element: rd.e.KindID(), Routine: rd.sig.Name}
	switch {
	case errors.As(err, &failed):
		if failed.Element == "" {
			failed.Element = rd.e.KindID()
		}
		if failed.Routine == "" {
			failed.Routine = rd.sig.Name
		}
	case err != nil:
		failed.Message = err.Error()
	case flag != 0:
		failed.Message = fmt.Sprintf("it returned the error flag %d", flag)
	case rd.why == "" && !got:
		failed.Message = "it never gave its data by " + rd.put
		if rd.put == "PUT_SPLINE" {
			failed.Message += ", which takes four points at least"
		}
	case rd.why == "":
		return
	}
	if rd.why != "" && err == nil {
		failed.Message = strings.TrimPrefix(failed.Message+"; ", "; ") + rd.put + ": " + rd.why
	}
	rd.err = failed
}

// recordUtilityResult returns the error flag of a utility and keeps the reason; why is "" if
// nothing is wrong with the data.
func (rd *routineReading) recordUtilityResult(utility string, id int32, why string) int32 {
	switch {
	case utility != rd.put:
		why = fmt.Sprintf("%s gives its data by another utility, not by %s", rd.sig.Name, utility)
	case int(id) != rd.e.ID():
		why = fmt.Sprintf("it was called for id %d", id)
	}
	if rd.why = why; why != "" {
		return 1
	}
	return 0
}

var (
	_ usersub.State    = (*routineReading)(nil)
	_ usersub.Data     = (*routineReading)(nil)
	_ usersub.Units    = (*routineReading)(nil)
	_ usersub.Files    = (*routineReading)(nil)
	_ usersub.Matrices = (*routineReading)(nil)
	_ usersub.Messages = (*routineReading)(nil)
)

// SysFnc implements usersub.State: nothing moves yet.
func (rd *routineReading) SysFnc(string, []int32) (float64, int32) { return 0, 1 }

// SysAry returns the error flag 1 for all measures: the model is not assembled yet.
func (rd *routineReading) SysAry(string, []int32, []float64) (int, int32) { return 0, 1 }

// ModFnc returns an attribute of an element as the deck gives it, with its kind (usersub.State).
func (rd *routineReading) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	return rd.b.sys.ModFnc(element, int(id), attribute)
}

// GtAray returns the values of a Reference_Array of type IC and 0, or 1 if there is none.
func (rd *routineReading) GtAray(id int32) ([]float64, int32) {
	if e := rd.b.deck.FindElement(arrayKind, int(id)); e != nil && e.Enum("type") == "IC" {
		return e.TextReals(), 0
	}
	return nil, 1
}

// GtStrg returns the text of a Reference_String and 0, or 1 if there is none or it is read by a routine itself.
func (rd *routineReading) GtStrg(id int32) (string, int32) {
	if e := rd.b.deck.FindElement(stringKind, int(id)); e != nil {
		if s := rd.b.readStringOnce(e); s != nil {
			return *s, 0
		}
	}
	return "", 1
}

// GtUnts returns the factors from the deck's units of time, length, force and mass to SI, and their names.
func (rd *routineReading) GtUnts() (exists bool, scales [4]float64, names [4]string) {
	f := rd.b.unitFacts()
	return f.HasUnits, f.Scales, f.Units
}

// GtInam returns the path of the deck without its suffix, "" for a deck that is not in a file.
func (rd *routineReading) GtInam() string {
	if len(rd.b.deck.Sources) == 0 {
		return ""
	}
	name := filepath.Base(rd.b.deck.Sources[0].Name)
	return filepath.Join(rd.b.deck.Dir, strings.TrimSuffix(name, filepath.Ext(name)))
}

// GtOnam implements usersub.Files: the folder of the results is not known yet.
func (rd *routineReading) GtOnam() string { return rd.GtInam() }

// Matrix returns the size and the values, by columns, of a Reference_Matrix other than the one that is being read.
func (rd *routineReading) Matrix(id int32) (rows, cols int, values []float64, ok bool) {
	e := rd.b.deck.FindElement(matrixKind, int(id))
	if e == nil || e == rd.e {
		return 0, 0, nil, false
	}
	m := rd.b.readMatrixOnce(e)
	if m == nil {
		return 0, 0, nil, false
	}
	for c := range m[0] {
		for r := range m {
			values = append(values, m[r][c])
		}
	}
	return len(m), len(m[0]), values, true
}

// Message implements usersub.Messages: what stops the run is an error already.
func (rd *routineReading) Message(m *usersub.Message) {
	if m.StopsRun() {
		return
	}
	d := rd.e.AddWarningf("", "B127", "%s: %s", rd.sig.Name, m.Text)
	if m.Utility == "USRMES" && strings.HasPrefix(m.Tag, "INFO") {
		d.Severity = deck.Note
	}
}
