package usersub

import "fmt"

// minPar is the least room behind par: old routines read entries beyond npar,
// which must be zero.
const minPar = 30

// spare entries follow the real arguments: a routine that writes a little past
// its outputs spoils them and nothing else.
const spare = 16

// Frame is the arguments of one routine of one element, inputs and outputs,
// with the answers to the queries that it makes. Its arrays stay where they
// are in memory for the life of the frame (Answers may grow): implementations may
// keep pointers into Int and Real.
type Frame struct {
	Sig  *Sig
	Int  []int32   // all integer arguments, one behind the other
	Real []float64 // all real arguments
	Text []string  // all character arguments
	QueryAnswers

	// ID and Element name the caller in messages: 7 and "Force_Penalty".
	ID      int
	Element string
	// Member holds what the struct form of the routine says about the element: an
	// int, float64, string, []int, []float64 or []string by the name of the
	// member ("JFLOAT"). What is missing is zero. It is read once, before the
	// first call.
	Member map[string]any

	at, n              []int32 // per argument: offset in its array, entries
	time, dflag, iflag int     // offsets, -1 if the routine has none
	outs               []int
}

// NewFrame returns a frame for sig with the parameters par. dims gives the
// values of the other integer arguments that are sizes ("nstate", "nvalue",
// ...); npar is added by itself. Sizes that sig needs and dims lacks panic.
func NewFrame(sig *Sig, element string, id int, par []float64, dims map[string]int) *Frame {
	all := map[string]int{"npar": len(par)}
	for k, v := range dims {
		all[k] = v
	}
	f := &Frame{Sig: sig, ID: id, Element: element, outs: sig.OutputIndices()}
	nInt, nReal, nText := 0, 0, 0
	for i := range sig.Args {
		a := &sig.Args[i]
		n, ok := a.evalLength(all)
		if !ok {
			panic(fmt.Sprintf("usersub: %s needs the size %s of %s", sig.Name, a.Len, a.Name))
		}
		room := n
		if a.Name == "par" {
			room = max(n, minPar)
		}
		f.n = append(f.n, int32(n))
		switch a.Kind {
		case Int:
			f.at = append(f.at, int32(nInt))
			nInt += room
		case Real:
			f.at = append(f.at, int32(nReal))
			nReal += max(room, 1)
		case Text:
			f.at = append(f.at, int32(nText))
			nText += room
		}
	}
	f.Int, f.Real, f.Text = make([]int32, nInt), make([]float64, nReal, nReal+spare), make([]string, nText)
	f.time, f.dflag, f.iflag = f.argOffset("time"), f.argOffset("dflag"), f.argOffset("iflag")
	f.setConstants(all, id, par)
	return f
}

// setConstants stores what stays the same in every call.
func (f *Frame) setConstants(dims map[string]int, id int, par []float64) {
	for i := range f.Sig.Args {
		a := &f.Sig.Args[i]
		if v, ok := dims[a.Name]; ok && a.Kind == Int {
			f.Int[f.at[i]] = int32(v)
		}
	}
	if i := f.Sig.ArgIndex("id"); i >= 0 {
		f.Int[f.at[i]] = int32(id)
	}
	if i := f.Sig.ArgIndex("par"); i >= 0 {
		copy(f.Real[f.at[i]:], par)
	}
}

func (f *Frame) argOffset(name string) int {
	if i := f.Sig.ArgIndex(name); i >= 0 {
		return int(f.at[i])
	}
	return -1
}

// ArgOffset returns the offset of argument i in Int, Real or Text by its kind.
func (f *Frame) ArgOffset(i int) int { return int(f.at[i]) }

// Len returns the number of entries of argument i (npar for par, although
// more room with zeros follows).
func (f *Frame) Len(i int) int { return int(f.n[i]) }

// Ints returns integer argument i.
func (f *Frame) Ints(i int) []int32 { return f.Int[f.at[i] : f.at[i]+f.n[i]] }

// Reals returns real argument i.
func (f *Frame) Reals(i int) []float64 { return f.Real[f.at[i] : f.at[i]+f.n[i]] }

// RealArgNamed returns the real argument called name; it panics if there is none.
func (f *Frame) RealArgNamed(name string) []float64 { return f.Reals(f.Sig.ArgIndex(name)) }

// PrepareCall sets time and flags and zeroes the outputs, as must be done before
// every call.
func (f *Frame) PrepareCall(time float64, dflag, iflag bool) {
	if f.time >= 0 {
		f.Real[f.time] = time
	}
	if f.dflag >= 0 {
		f.Int[f.dflag] = fortranLogical(dflag)
	}
	if f.iflag >= 0 {
		f.Int[f.iflag] = fortranLogical(iflag)
	}
	for _, i := range f.outs {
		if f.Sig.Args[i].Kind == Int {
			clear(f.Ints(i))
		} else {
			clear(f.Reals(i))
		}
	}
}

// Time returns the time that the frame was prepared for, 0 without one.
func (f *Frame) Time() float64 {
	if f.time < 0 {
		return 0
	}
	return f.Real[f.time]
}

// IsSetup reports whether the frame was prepared for a set-up call.
func (f *Frame) IsSetup() bool { return f.iflag >= 0 && f.Int[f.iflag] != 0 }

func fortranLogical(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
