package sdk

import "strings"

// newScalarRoutine returns a routine with one real output.
func newScalarRoutine(kind, out string, f func(*Call) float64) Routine {
	return RawRoutine(kind, func(c *Call) error {
		c.RealOutput(out)[0] = f(c)
		return nil
	})
}

// PFOSUB is the constraint function g(q,t) of a Force_Penalty.
func PFOSUB(f func(c *Call) float64) Routine { return newScalarRoutine("PFOSUB", "value", f) }

// SFOSUB is the force or torque of a Force_Scalar_TwoBody.
func SFOSUB(f func(c *Call) float64) Routine { return newScalarRoutine("SFOSUB", "value", f) }

// VARSUB is the value of a Reference_Variable.
func VARSUB(f func(c *Call) float64) Routine { return newScalarRoutine("VARSUB", "value", f) }

// DIFSUB is the derivative of a Control_Diff or the residual of an implicit
// one.
func DIFSUB(f func(c *Call) float64) Routine { return newScalarRoutine("DIFSUB", "value", f) }

// GCOSUB is the residual of a Constraint_General.
func GCOSUB(f func(c *Call) float64) Routine { return newScalarRoutine("GCOSUB", "result", f) }

// MOTSUB is a prescribed motion (iord 0) or its first or second derivative
// with respect to time (iord 1 and 2).
func MOTSUB(f func(c *Call, iord int) float64) Routine {
	return newScalarRoutine("MOTSUB", "value", func(c *Call) float64 { return f(c, c.IntInput("iord")) })
}

// GFOSUB is three forces and three torques on the I marker, in axes of the
// reference marker: Fx Fy Fz Tx Ty Tz.
func GFOSUB(f func(c *Call) [6]float64) Routine {
	return RawRoutine("GFOSUB", func(c *Call) error {
		r := f(c)
		copy(c.RealOutput("result"), r[:])
		return nil
	})
}

// VFOSUB is three forces on the I marker, in axes of the reference marker.
func VFOSUB(f func(c *Call) [3]float64) Routine { return newTripleRoutine("VFOSUB", f) }

// VTOSUB is three torques on the I marker, in axes of the reference marker.
func VTOSUB(f func(c *Call) [3]float64) Routine { return newTripleRoutine("VTOSUB", f) }

func newTripleRoutine(kind string, f func(*Call) [3]float64) Routine {
	return RawRoutine(kind, func(c *Call) error {
		r := f(c)
		copy(c.RealOutput("result"), r[:])
		return nil
	})
}

// REQSUB is the eight results of a Post_Request.
func REQSUB(f func(c *Call) [8]float64) Routine {
	return RawRoutine("REQSUB", func(c *Call) error {
		r := f(c)
		copy(c.RealOutput("results"), r[:])
		return nil
	})
}

// ARYSUB fills the values of a Reference_Array of type U.
func ARYSUB(f func(c *Call, value []float64)) Routine {
	return RawRoutine("ARYSUB", func(c *Call) error {
		f(c, c.RealOutput("value"))
		return nil
	})
}

// YFOSUB fills the derivatives of the states of a Force_StateEqn and its six
// outputs: Fx Fy Fz Tx Ty Tz on the I marker, in axes of the reference marker.
// c.States and c.Input are what they depend on.
func YFOSUB(f func(c *Call, stated, output []float64)) Routine {
	return RawRoutine("YFOSUB", func(c *Call) error {
		f(c, c.RealOutput("stated"), c.RealOutput("output"))
		return nil
	})
}

// Matrix is a matrix output of a routine. It holds zeros at first.
type Matrix struct {
	Rows, Cols int
	Columns    []float64 // entry (i, j) is Columns[i+j*Rows]
}

// Set stores entry (i, j); both count from 0.
func (m Matrix) Set(i, j int, v float64) { m.Columns[i+j*m.Rows] = v }

// YFOXX fills the derivatives of the state derivatives of a Force_StateEqn
// with respect to the states.
func YFOXX(f func(c *Call, m Matrix)) Routine { return newMatrixRoutine("YFOXX", "pxxmat", f) }

// YFOXU fills those of the state derivatives with respect to the inputs.
func YFOXU(f func(c *Call, m Matrix)) Routine { return newMatrixRoutine("YFOXU", "pxumat", f) }

// YFOYX fills those of the outputs with respect to the states.
func YFOYX(f func(c *Call, m Matrix)) Routine { return newMatrixRoutine("YFOYX", "pyxmat", f) }

// YFOYU fills those of the outputs with respect to the inputs.
func YFOYU(f func(c *Call, m Matrix)) Routine { return newMatrixRoutine("YFOYU", "pyumat", f) }

// newMatrixRoutine returns a routine whose one output is a matrix: its length in the argument
// list is the product of rows and columns.
func newMatrixRoutine(kind, out string, f func(*Call, Matrix)) Routine {
	return RawRoutine(kind, func(c *Call) error {
		sig := c.frame.Sig
		rows, cols, _ := strings.Cut(sig.Args[sig.ArgIndex(out)].Len, "*")
		f(c, Matrix{c.IntInput(rows), c.IntInput(cols), c.RealOutput(out)})
		return nil
	})
}
