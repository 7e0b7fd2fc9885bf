package trial

import (
	"fmt"

	"github.com/trammel-mbd/trammel/usersub"
)

// Bench calls one routine. Open gives a fresh one for an element.
type Bench struct {
	Sig  *usersub.Sig
	Name string // of the implementation, for messages
	Open func() (usersub.Sub, error)

	elements map[string]*element
}

// element is an element that calls the routine: rows with the same parameters
// and sizes share one, as they would in a model.
type element struct {
	sub   usersub.Sub
	frame *usersub.Frame
	asked []string // in the set-up call, without an answer: MODFNC only
}

// elementForRow returns that of a row, set up.
func (b *Bench) elementForRow(r *Row) (*element, error) {
	key := fmt.Sprint(r.ID, r.Par, r.Sizes, r.Texts)
	if e := b.elements[key]; e != nil {
		return e, nil
	}
	sub, err := b.Open()
	if err != nil {
		return nil, err
	}
	if b.elements == nil {
		b.elements = map[string]*element{}
	}
	id := r.ID
	if id == 0 {
		id = len(b.elements) + 1
	}
	e := &element{sub: sub, frame: r.newFrame(b.Sig, id)}
	b.elements[key] = e
	if b.Sig.ArgIndex("iflag") < 0 {
		return e, nil
	}
	s := &recordedRowAnswers{row: r, setup: true}
	b.setArguments(e.frame, r)
	e.frame.PrepareCall(r.Time, false, true)
	if err := e.sub.Call(e.frame, s); err != nil {
		delete(b.elements, key)
		return nil, fmt.Errorf("set-up call: %w", err)
	}
	e.asked = s.unknown
	return e, nil
}

// setArguments sets the arguments of a row that are not the same in every call.
func (b *Bench) setArguments(f *usersub.Frame, r *Row) {
	for i, a := range b.Sig.Args {
		switch {
		case a.Out || a.Name == "id" || a.Name == "par" || a.Name == "npar":
		case a.Kind == usersub.Int:
			if v := r.Ints[a.Name]; len(v) > 0 {
				copy(f.Ints(i), v)
			} else if _, size := r.Sizes[a.Name]; !size {
				clear(f.Ints(i))
			}
		case a.Kind == usersub.Real:
			clear(f.Reals(i))
			copy(f.Reals(i), r.Reals[a.Name])
		}
	}
}

// callOptions a call is made.
type callOptions struct {
	dflag bool
	warm  bool // answers to known queries travel with the call, as in a run
}

// outputs of a call by argument, integers as reals.
type outputs map[string][]float64

// callRow evaluates a row. unknown are queries without an answer; with warm
// they are not known.
func (b *Bench) callRow(r *Row, options callOptions) (out outputs, unknown []string, err error) {
	e, err := b.elementForRow(r)
	if err != nil {
		return nil, nil, err
	}
	s := &recordedRowAnswers{row: r}
	b.setArguments(e.frame, r)
	setAnswers(e.frame, s, options.warm)
	s.unknown = nil
	e.frame.PrepareCall(r.Time, options.dflag, false)
	if err := e.sub.Call(e.frame, s); err != nil {
		return nil, nil, err
	}
	return readOutputs(e.frame), append(s.unknown, e.asked...), nil
}

// setAnswers puts the answers to known queries into a frame, or removes all.
func setAnswers(f *usersub.Frame, s *recordedRowAnswers, foreseen bool) {
	old := f.QueryAnswers.Asked
	f.QueryAnswers = usersub.QueryAnswers{}
	if !foreseen {
		return
	}
	door := usersub.QueryCache{Frame: f, State: s}
	for _, q := range old {
		if q.Ary {
			door.SysAry(q.Name, q.Par, nil)
		} else {
			door.SysFnc(q.Name, q.Par)
		}
	}
}

func readOutputs(f *usersub.Frame) outputs {
	out := outputs{}
	for _, i := range f.Sig.OutputIndices() {
		a := f.Sig.Args[i]
		if a.Kind == usersub.Int {
			for _, v := range f.Ints(i) {
				out[a.Name] = append(out[a.Name], float64(v))
			}
			continue
		}
		out[a.Name] = append([]float64{}, f.Reals(i)...)
	}
	return out
}
