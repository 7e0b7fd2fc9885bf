package record

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Recording is what a file holds. Its calls are read in order by Walk.
type Recording struct {
	Header  Header
	Sources []*Source // as far as Walk has come
	Calls   int       // read so far
	// Closed reports, when Walk is done, that the recording was ended in good order; Rest is
	// the number of bytes at the end that are no whole record.
	Closed bool
	Rest   int

	data   []byte
	places []*ElementFrame
	depth  int // of calls that are being walked
}

// maxDepth bounds how deep calls nest.
const maxDepth = 64

// ElementFrame is the frame of one element as it is in a recording: the arguments of
// the call read last.
type ElementFrame struct {
	*Source
	Number int
	Frame  *usersub.Frame
	Calls  int // read so far

	in, out []span
	// What the outputs held before the call, with all else; nil for zeros.
	filled     []float64
	filledInts []int32
}

// Call is one recorded call. It is valid until Walk continues.
type Call struct {
	N     int // counts from 1, in the order in which calls began
	Place *ElementFrame
	// Frame has the arguments and the answers that travelled with the call. Its outputs
	// are those that the routine returned, zero where End.Err is set.
	Frame  *usersub.Frame
	Events []Event // what it queried besides
	End    *End    // nil if it did not return

	walk func(from, to int) error
	rest []stretch // of calls made inside, not walked yet
}

// stretch is a part of the file with calls that were made before event
// number before.
type stretch struct{ before, from, to int }

// Event is one thing that a routine requested in a call, by its kind.
type Event struct {
	Query     *Query
	Attribute *Attribute
	Utility   *Utility
	Custom    *Custom
	Message   *usersub.Message
}

// Query is one of SYSFNC or SYSARY that was not foreseen.
type Query struct {
	usersub.Query
	Flag  int32
	Value []float64
}

// Attribute is a query of MODFNC.
type Attribute struct {
	Element, Name string
	ID            int32
	Text          string
	Info          int32
}

// Utility is the call of one. Inputs and outputs are those of its table row, in
// their order.
type Utility struct {
	Name          string
	Input, Output []usersub.UtilityValue
	Unsupported   string
}

// Custom is the call of a function that a mapping file names.
type Custom struct {
	Name  string
	Par   []float64
	Value float64
	Flag  int32
}

// End is how a call ended.
type End struct {
	Err       error // usersub.ErrRetry, a *usersub.CallError or another one
	Concluded bool
	Status    float64 // that it concluded with
}

// ErrFormat is in the chain of errors of files that are not what they should
// be.
var ErrFormat = errors.New("it is not a recording that can be read")

// OpenRecording examines the beginning of a recording. data is kept.
func OpenRecording(data []byte) (*Recording, error) {
	r := &Recording{data: data}
	if !strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic) {
		if word, version, ok := strings.Cut(string(data[:min(len(data), len(magic))]), " record "); ok && word == "trammel" {
			v, _, _ := strings.Cut(version, "\n")
			return nil, fmt.Errorf("%w: its version is %s, this program reads version 1", ErrFormat, v)
		}
		return nil, fmt.Errorf("%w: it does not begin as one", ErrFormat)
	}
	kind, body, _, ok := r.readRecordAt(len(magic), len(data))
	if !ok || kind != kindHeader {
		return nil, fmt.Errorf("%w: it has no header", ErrFormat)
	}
	if err := json.Unmarshal(body, &r.Header); err != nil {
		return nil, fmt.Errorf("%w: header: %v", ErrFormat, err)
	}
	return r, nil
}

// readRecordAt returns the record at an offset and that of the next; ok is false at
// the end.
func (r *Recording) readRecordAt(at, end int) (kind byte, body []byte, next int, ok bool) {
	if end-at < 8 { // a length, a kind, and what fills it up
		return 0, nil, at, false
	}
	n := int64(binary.LittleEndian.Uint32(r.data[at:]))
	if n == 0 || n > int64(end-at-4) {
		return 0, nil, at, false
	}
	next = at + 4 + (int(n)+3)/4*4
	return r.data[at+4], r.data[at+5 : at+4+int(n)], min(next, end), true
}

// ReadCallsOnce calls visit for each call, one after the other. Calls that were made inside of
// another one come after it, unless it requests them by Inner. It is used once.
func (r *Recording) ReadCallsOnce(visit func(*Call) error) error {
	at, err := r.readCallsInRange(len(magic), len(r.data), visit)
	if err == nil {
		r.Rest = len(strings.TrimRight(string(r.data[at:]), "\x00"))
	}
	return err
}

func (r *Recording) readCallsInRange(at, to int, visit func(*Call) error) (int, error) {
	for {
		kind, body, next, ok := r.readRecordAt(at, to)
		if !ok {
			return at, nil
		}
		var err error
		switch kind {
		case kindHeader:
			if at != len(magic) {
				err = errors.New("it is a second header")
			}
		case kindRoutine:
			err = r.addSource(body)
		case kindPlace:
			err = r.addElementFrame(body)
		case kindClose:
			r.Closed = true
		case kindBegin:
			next, err = r.readCall(body, next, to, visit)
			var v visitError
			if errors.As(err, &v) {
				return at, err
			}
		default:
			err = errors.New("it belongs to no call")
		}
		if err != nil {
			var v visitError
			if errors.As(err, &v) || errors.Is(err, ErrFormat) {
				return at, err
			}
			return at, fmt.Errorf("%w: record of kind %d at byte %d: %v", ErrFormat, kind, at, err)
		}
		at = next
	}
}

// visitError is an error of who receives the calls.
type visitError struct{ error }

func (v visitError) Unwrap() error { return v.error }

func (r *Recording) addSource(body []byte) error {
	s := new(Source)
	if err := json.Unmarshal(body, s); err != nil {
		return err
	}
	if usersub.FindRoutine(s.Kind) == nil {
		return fmt.Errorf("there is no routine %q", s.Kind)
	}
	r.Sources = append(r.Sources, s)
	return nil
}

func (r *Recording) addElementFrame(body []byte) error {
	var s frameShape
	if err := json.Unmarshal(body, &s); err != nil {
		return err
	}
	if s.Routine < 0 || s.Routine >= len(r.Sources) {
		return fmt.Errorf("it is for routine %d of %d", s.Routine, len(r.Sources))
	}
	p := &ElementFrame{Source: r.Sources[s.Routine], Number: len(r.places)}
	var err error
	if p.Frame, err = s.newFrame(usersub.FindRoutine(p.Kind)); err != nil {
		return err
	}
	p.in, p.out = splitArgumentSpans(p.Frame)
	r.places = append(r.places, p)
	return nil
}

// readCall reads a call to its end, reports it, and returns where the file continues.
func (r *Recording) readCall(body []byte, at, to int, visit func(*Call) error) (next int, err error) {
	d := recordDecoder{b: body}
	n := d.readBits()
	if d.err != nil || n >= uint64(len(r.places)) {
		return at, fmt.Errorf("it is for position %d of %d", n, len(r.places))
	}
	if r.depth++; r.depth > maxDepth {
		return at, fmt.Errorf("calls nest more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	r.Calls++
	p := r.places[n]
	p.Calls++
	c := &Call{N: r.Calls, Place: p, Frame: p.Frame}
	if err := p.readCallBegin(&d); err != nil {
		return at, err
	}
	c.walk = func(from, to int) error {
		_, err := r.readCallsInRange(from, to, visit)
		return err
	}
	if next, err = r.readEvents(c, at, to); err != nil {
		return next, err
	}
	if err := visit(c); err != nil {
		return next, visitError{err}
	}
	return next, c.ReadInnerCallsBefore(len(c.Events) + 1)
}

// ReadInnerCallsBefore walks the calls that were made inside of c before event number k, as far as
// that was not done.
func (c *Call) ReadInnerCallsBefore(eventIndex int) error {
	for len(c.rest) > 0 && c.rest[0].before <= eventIndex {
		s := c.rest[0]
		c.rest = c.rest[1:]
		if err := c.walk(s.from, s.to); err != nil {
			return err
		}
	}
	return nil
}

// readEvents reads what belongs to c itself, and notes where other calls are.
func (r *Recording) readEvents(c *Call, at, to int) (int, error) {
	depth, from := 0, at
	for {
		kind, body, next, ok := r.readRecordAt(at, to)
		if !ok || kind == kindClose {
			c.addInnerRange(from, at)
			return at, nil
		}
		own := depth == 0
		switch kind {
		case kindBegin:
			depth++
			own = false
		case kindEnd:
			depth--
		case kindHeader, kindRoutine, kindPlace:
			own = false
		}
		if own {
			c.addInnerRange(from, at)
			from = next
			if err := c.addEvent(kind, body); err != nil {
				return at, fmt.Errorf("record of kind %d at byte %d: %w", kind, at, err)
			}
		}
		at = next
		if depth < 0 {
			return at, nil
		}
	}
}

// addInnerRange notes a stretch before the next event.
func (c *Call) addInnerRange(from, to int) {
	if to > from {
		c.rest = append(c.rest, stretch{len(c.Events), from, to})
	}
}

// addEvent reads a record of the call itself.
func (c *Call) addEvent(kind byte, body []byte) error {
	d := recordDecoder{b: body}
	var e Event
	switch kind {
	case kindQuery:
		q := &Query{Query: usersub.Query{Ary: d.readBool(), Name: d.readText(), Par: d.readInts()}}
		q.Flag, q.Value = d.readInt32(), d.readReals()
		if !q.Ary && len(q.Value) != 1 && d.err == nil {
			return errors.New("it is a number without a value")
		}
		e.Query = q
	case kindModFnc:
		e.Attribute = &Attribute{Element: d.readText(), ID: d.readInt32(), Name: d.readText(), Text: d.readText(), Info: d.readInt32()}
	case kindUtility:
		var err error
		if e.Utility, err = d.readUtility(); err != nil {
			return err
		}
	case kindCustom:
		e.Custom = &Custom{Name: d.readText(), Par: d.readReals(), Value: d.readReal(), Flag: d.readInt32()}
	case kindMessage:
		e.Message = &usersub.Message{Utility: d.readText(), Flag: d.readInt32(), Text: d.readText(), ID: d.readInt32(), Tag: d.readText()}
	case kindEnd:
		return c.readCallEnd(&d)
	default:
		return errors.New("there is no such kind")
	}
	c.Events = append(c.Events, e)
	return d.expectEnd()
}

func (d *recordDecoder) readUtility() (*Utility, error) {
	u := &Utility{Name: d.readText()}
	row := usersub.FindUtility(u.Name)
	if row == nil {
		return nil, fmt.Errorf("there is no utility %q", u.Name)
	}
	for i := range row.Args {
		if row.Args[i].IsInput() {
			u.Input = append(u.Input, d.readValue(&row.Args[i]))
		}
	}
	for i := range row.Args {
		if row.Args[i].Out {
			u.Output = append(u.Output, d.readValue(&row.Args[i]))
		}
	}
	u.Unsupported = d.readText()
	return u, d.err
}

// readValue reads that of an argument: implementations count on a scalar having one.
func (d *recordDecoder) readValue(a *usersub.UtilityArg) usersub.UtilityValue {
	v := usersub.UtilityValue{Int: d.readInts(), Real: d.readReals(), Text: d.readTexts()}
	if n := [...]int{len(v.Int), len(v.Real), len(v.Text)}[a.Kind]; a.IsScalar() && n != 1 {
		d.setError(fmt.Errorf("%s has %d values", a.Name, n))
	}
	return v
}
