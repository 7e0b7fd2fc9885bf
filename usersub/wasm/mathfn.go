package wasm

import (
	"context"
	"math"
	"strings"

	"github.com/tetratelabs/wazero/api"
)

// Functions of math.h that a module compiled without a library of C imports. Those that
// are one instruction of WebAssembly (sqrt, fabs, floor, …) come here only when they are
// compiled without optimisation. float forms (sinf) compute as double.
var (
	math1 = map[string]func(float64) float64{
		"acos": math.Acos, "acosh": math.Acosh, "asin": math.Asin, "asinh": math.Asinh, "atan": math.Atan, "atanh": math.Atanh,
		"cbrt": math.Cbrt, "ceil": math.Ceil, "cos": math.Cos, "cosh": math.Cosh, "erf": math.Erf, "erfc": math.Erfc,
		"exp": math.Exp, "exp2": math.Exp2, "exp10": func(x float64) float64 { return math.Pow(10, x) }, "expm1": math.Expm1,
		"fabs": math.Abs, "floor": math.Floor, "lgamma": func(x float64) float64 { v, _ := math.Lgamma(x); return v },
		"log": math.Log, "log10": math.Log10, "log1p": math.Log1p, "log2": math.Log2, "logb": math.Logb,
		"nearbyint": math.RoundToEven, "rint": math.RoundToEven, "round": math.Round, "sin": math.Sin, "sinh": math.Sinh,
		"sqrt": math.Sqrt, "tan": math.Tan, "tanh": math.Tanh, "tgamma": math.Gamma, "trunc": math.Trunc,
		"j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1,
	}
	math2 = map[string]func(x, y float64) float64{
		"atan2": math.Atan2, "copysign": math.Copysign, "fdim": math.Dim, "fmax": number(math.Max), "fmin": number(math.Min),
		"fmod": math.Mod, "hypot": math.Hypot, "nextafter": math.Nextafter, "pow": math.Pow, "remainder": math.Remainder,
	}
)

// number makes of Go's Max and Min those of C: NaN is a number that is missing.
func number(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		}
		return f(x, y)
	}
}

// mathFunction returns a function of math.h.
func mathFunction(name string) (hostFunc, bool) {
	if f, ok := math1[name]; ok {
		return hostFunc{[]api.ValueType{f64}, []api.ValueType{f64}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF64(f(api.DecodeF64(s[0])))
		}}, true
	}
	if f, ok := math2[name]; ok {
		return hostFunc{[]api.ValueType{f64, f64}, []api.ValueType{f64}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF64(f(api.DecodeF64(s[0]), api.DecodeF64(s[1])))
		}}, true
	}
	short := strings.TrimSuffix(name, "f")
	if f, ok := math1[short]; ok && short != name {
		return hostFunc{[]api.ValueType{f32}, []api.ValueType{f32}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF32(float32(f(float64(api.DecodeF32(s[0])))))
		}}, true
	}
	if f, ok := math2[short]; ok && short != name {
		return hostFunc{[]api.ValueType{f32, f32}, []api.ValueType{f32}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF32(float32(f(float64(api.DecodeF32(s[0])), float64(api.DecodeF32(s[1])))))
		}}, true
	}
	switch name {
	case "fma":
		return hostFunc{[]api.ValueType{f64, f64, f64}, []api.ValueType{f64}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF64(math.FMA(api.DecodeF64(s[0]), api.DecodeF64(s[1]), api.DecodeF64(s[2])))
		}}, true
	case "ldexp", "scalbn":
		return hostFunc{[]api.ValueType{f64, i32}, []api.ValueType{f64}, func(_ context.Context, s []uint64) {
			s[0] = api.EncodeF64(math.Ldexp(api.DecodeF64(s[0]), int(int32(s[1]))))
		}}, true
	}
	return hostFunc{}, false
}
