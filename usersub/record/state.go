package record

import (
	"errors"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// recordingState is before the solver's State and records what a call queries.
type recordingState struct {
	usersub.State
	rec       *Recorder
	messages  usersub.Messages // of the solver, nil if it takes none
	speaking  messageState
	within    int // utilities under way: what they query is not a query of the routine
	concluded bool
	status    float64
}

// messageState is a state before a solver that takes messages.
type messageState struct{ *recordingState }

var (
	_ usersub.Wrapper   = (*recordingState)(nil)
	_ usersub.Invoker   = (*recordingState)(nil)
	_ usersub.Custom    = (*recordingState)(nil)
	_ usersub.Concluder = (*recordingState)(nil)
	_ usersub.Messages  = messageState{}
)

// pushCallState returns the state of a call, by itself and as the routine gets it.
func (r *Recorder) pushCallState(s usersub.State) (*recordingState, usersub.State) {
	if r.depth == len(r.states) {
		st := &recordingState{rec: r}
		st.speaking.recordingState = st
		r.states = append(r.states, st)
	}
	st := r.states[r.depth]
	r.depth++
	if st.State != s {
		st.State = s
		st.messages, _ = usersub.As[usersub.Messages](s)
	}
	st.within, st.concluded = 0, false
	if st.messages != nil {
		return st, &st.speaking
	}
	return st, st
}

// Unwrap returns the state that is wrapped.
func (s *recordingState) Unwrap() usersub.State { return s.State }

// SysFnc asks the solver for a scalar measure and records it.
func (s *recordingState) SysFnc(name string, par []int32) (float64, int32) {
	v, flag := s.State.SysFnc(name, par)
	if s.within == 0 {
		c := s.beginQueryRecord(false, name, par, flag)
		c.putCount(1)
		c.putReal(v)
		s.rec.writeRecord()
	}
	return v, flag
}

// SysAry asks the solver for a vector of measures and records it.
func (s *recordingState) SysAry(name string, par []int32, dst []float64) (int, int32) {
	n, flag := s.State.SysAry(name, par, dst)
	if s.within == 0 {
		s.beginQueryRecord(true, name, par, flag).putReals(dst[:min(n, len(dst))])
		s.rec.writeRecord()
	}
	return n, flag
}

func (s *recordingState) beginQueryRecord(isVector bool, name string, par []int32, flag int32) *recordEncoder {
	c := &s.rec.c
	c.beginRecord(kindQuery)
	c.putBool(isVector)
	c.putText(name)
	c.putInts(par)
	c.putInt32(flag)
	return c
}

// ModFnc asks the solver for an attribute of an element and records it.
func (s *recordingState) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	text, info := s.State.ModFnc(element, id, attribute)
	if s.within == 0 {
		c := &s.rec.c
		c.beginRecord(kindModFnc)
		c.putText(element)
		c.putInt32(id)
		c.putText(attribute)
		c.putText(text)
		c.putInt32(info)
		s.rec.writeRecord()
	}
	return text, info
}

// InvokeUtility implements usersub.Invoker. Inputs and outputs never share
// memory with arguments that are both, so inputs are written first: a utility
// may run the solver, whose calls come before it in the file.
func (s *recordingState) InvokeUtility(c *usersub.UtilityCall) {
	if c.NeedsNoSolver() || seen[c.Name] || s.within > 0 {
		c.ExecuteLocally()
		return
	}
	inputs, asks := s.packInputs(c), c.State
	if c.Name == "CUSFNC" { // not through s, which takes any custom function
		c.State = s.State
	}
	s.within++
	c.ExecuteLocally()
	s.within--
	c.State = asks
	d := &s.rec.c
	d.beginRecord(kindUtility)
	d.putText(c.Name)
	d.putBytes(inputs)
	s.putValues(d, c, func(a *usersub.UtilityArg) bool { return a.Out })
	d.putText(c.Unsupported)
	s.rec.writeRecord()
}

// seen are the utilities that query through the State itself, or say something to it:
// they are recorded like those of a language in which they are no utilities.
var seen = map[string]bool{"SYSFNC": true, "SYSARY": true, "MODFNC": true, "INFO": true, "FNCDEP": true,
	"ERRMES": true, "USRMES": true}

func (s *recordingState) packInputs(c *usersub.UtilityCall) []byte {
	var d recordEncoder
	s.putValues(&d, c, (*usersub.UtilityArg).IsInput)
	return d.b
}

func (s *recordingState) putValues(d *recordEncoder, c *usersub.UtilityCall, which func(*usersub.UtilityArg) bool) {
	for i := range c.Args {
		if v := &c.Arg[i]; which(&c.Args[i]) {
			d.putInts(v.Int)
			d.putReals(v.Real)
			d.putTexts(v.Text)
		}
	}
}

// HasCustom asks the solver for a custom function and records the answer.
func (s *recordingState) HasCustom(name string) bool {
	c, ok := usersub.As[usersub.Custom](s.State)
	return ok && c.HasCustom(name)
}

// CusFnc asks the solver for the value of a custom function and records it.
func (s *recordingState) CusFnc(name string, par []float64) (float64, int32) {
	f, ok := usersub.As[usersub.Custom](s.State)
	if !ok {
		return 0, 1
	}
	if s.within > 0 {
		return f.CusFnc(name, par)
	}
	s.within++
	v, flag := f.CusFnc(name, par)
	s.within--
	c := &s.rec.c
	c.beginRecord(kindCustom)
	c.putText(name)
	c.putReals(par)
	c.putReal(v)
	c.putInt32(flag)
	s.rec.writeRecord()
	return v, flag
}

// Conclude records that the routine ends the run, and ends it.
func (s *recordingState) Conclude(status float64) {
	s.concluded, s.status = true, status
	if c, ok := s.State.(usersub.Concluder); ok {
		c.Conclude(status)
	}
}

// Message records a message and passes it on.
func (s messageState) Message(m *usersub.Message) {
	c := &s.rec.c
	c.beginRecord(kindMessage)
	c.putText(m.Utility)
	c.putInt32(m.Flag)
	c.putText(m.Text)
	c.putInt32(m.ID)
	c.putText(m.Tag)
	s.rec.writeRecord()
	s.messages.Message(m)
}

// putCallError writes what a Sub returned.
func putCallError(c *recordEncoder, err error) {
	var call *usersub.CallError
	switch {
	case errors.Is(err, usersub.ErrRetry):
		c.putByte(1)
		reason := strings.TrimSuffix(err.Error(), usersub.ErrRetry.Error())
		c.putText(strings.TrimSuffix(reason, ": "))
	case errors.As(err, &call):
		c.putByte(2)
		c.putByte(byte(call.Cause))
		c.putText(call.Message)
		c.putText(call.Detail)
	default:
		c.putByte(3)
		c.putText(err.Error())
	}
}
