// Package usersub is the contract between the solver and user subroutines, as the packages of the solver import it. It is
// declared in package sdk/usersub, in the module of the SDK, so that plugins get it without the solver: each name here is
// the one there.
package usersub

import "github.com/trammel-mbd/trammel/sdk/usersub"

// Routines, their arguments, and what a solver offers them.
type (
	About        = usersub.About
	QueryAnswers = usersub.QueryAnswers
	Arg          = usersub.Arg
	Batcher      = usersub.Batcher
	Bodies       = usersub.Bodies
	Bound        = usersub.Bound
	CallError    = usersub.CallError
	Cause        = usersub.Cause
	Clock        = usersub.Clock
	Compiled     = usersub.Compiled
	Compiler     = usersub.Compiler
	Concluder    = usersub.Concluder
	Curves       = usersub.Curves
	Custom       = usersub.Custom
	Data         = usersub.Data
	Declarer     = usersub.Declarer
	Discrete     = usersub.Discrete
	QueryCache   = usersub.QueryCache
	Driver       = usersub.Driver
	Files        = usersub.Files
	Flexible     = usersub.Flexible
	Form         = usersub.Form
	Frame        = usersub.Frame
	GivenParam   = usersub.GivenParam
	Input        = usersub.Input
	InputError   = usersub.InputError
	Invoker      = usersub.Invoker
	Kind         = usersub.Kind
	LoadError    = usersub.LoadError
	Loader       = usersub.Loader
	MarkerPutter = usersub.MarkerPutter
	Matrices     = usersub.Matrices
	MatrixPutter = usersub.MatrixPutter
	Member       = usersub.Member
	MemberKind   = usersub.MemberKind
	Message      = usersub.Message
	Messages     = usersub.Messages
	BindError    = usersub.BindError
	Param        = usersub.Param
	ParamType    = usersub.ParamType
	Partials     = usersub.Partials
	PluginName   = usersub.PluginName
	Quantity     = usersub.Quantity
	Query        = usersub.Query
	Ref          = usersub.Ref
	Routine      = usersub.Routine
	Setter       = usersub.Setter
	Sig          = usersub.Sig
	SplinePutter = usersub.SplinePutter
	Splines      = usersub.Splines
	State        = usersub.State
	Status       = usersub.Status
	StringPutter = usersub.StringPutter
	Struct       = usersub.Struct
	Sub          = usersub.Sub
	Units        = usersub.Units
	Utility      = usersub.Utility
	UtilityArg   = usersub.UtilityArg
	UtilityCall  = usersub.UtilityCall
	UtilityValue = usersub.UtilityValue
	Warner       = usersub.Warner
	Wrapper      = usersub.Wrapper
)

// Kinds of arguments, dialects and causes of errors.
const (
	BadReturn     = usersub.BadReturn
	Exception     = usersub.Exception
	Exited        = usersub.Exited
	FormAdams     = usersub.FormAdams
	FormC         = usersub.FormC
	FormFortran   = usersub.FormFortran
	FormPython    = usersub.FormPython
	ID            = usersub.ID
	Int           = usersub.Int
	Integer       = usersub.Integer
	Lost          = usersub.Lost
	MemberChars   = usersub.MemberChars
	MemberInt     = usersub.MemberInt
	MemberPar     = usersub.MemberPar
	MemberPointer = usersub.MemberPointer
	MemberReal    = usersub.MemberReal
	MemberText    = usersub.MemberText
	NotFinite     = usersub.NotFinite
	Number        = usersub.Number
	Real          = usersub.Real
	Text          = usersub.Text
	TimedOut      = usersub.TimedOut
)

// Errors.
var (
	ErrRetry  = usersub.ErrRetry
	Utilities = usersub.Utilities
)

// As returns the first of s and the States behind it that is a T.
func As[T any](s State) (t T, ok bool) { return usersub.As[T](s) }

// AsBatcher returns the Batcher that a Sub is or contains.
func AsBatcher(sub Sub) (Batcher, bool) { return usersub.AsBatcher(sub) }

// AsCompiler returns the Compiler that a Sub is, or that it is before.
func AsCompiler(sub Sub) (Compiler, bool) { return usersub.AsCompiler(sub) }

// CanonicalMeasure returns a routine's spelling of a measure name as the solver
// knows it: upper case, blank padding and terminating zeros removed.
func CanonicalMeasure(name string) string { return usersub.CanonicalMeasure(name) }

// EvaluateUtility returns a function of the table of utilities that needs nothing but
// numbers, as the utility does, or its derivative of the given order with respect to
// the first. Coefficients are behind the other arguments: STEP (x x0 h0 x1 h1), STEP5,
// HAVSIN, IMPACT (x v x1 k e c d), BISTOP (x v x1 x2 k e c d), POLY (x x0 a…),
// CHEBY, FORCOS (x x0 w a…), FORSIN, SHF (x x0 a w phi b). It is false for other names
// and another number of arguments.
func EvaluateUtility(name string, x []float64, order int) (float64, bool) {
	return usersub.EvaluateUtility(name, x, order)
}

// FindFile returns the file that a name in a deck means, relative to a folder; "" if there is none. A name that leads to no file as it is
// written is read in other ways, which other reports: with the separators of Windows; without regard to the case of letters, if one
// file alone fits; an absolute name, such as C:\work\road.rdf, by its last parts (work/road.rdf, road.rdf) below the folder.
func FindFile(folder, name string) (path string, otherSpelling bool) {
	return usersub.FindFile(folder, name)
}

// FindUtility returns the utility with the given upper-case name, or nil.
func FindUtility(name string) *Utility { return usersub.FindUtility(name) }

// TakesCoefficients reports whether a function of EvaluateUtility takes any number of
// coefficients behind its other arguments.
func TakesCoefficients(name string) bool { return usersub.TakesCoefficients(name) }

// IsAbsolutePath reports whether a name is that of a file from the root, on this system or on Windows.
func IsAbsolutePath(name string) bool { return usersub.IsAbsolutePath(name) }

// IsPluginName reports whether a text can be the vendor or the name of an installed
// plugin. It is then the name of a folder on every system.
func IsPluginName(s string) bool { return usersub.IsPluginName(s) }

// IsPluginVersion reports whether decks can name a version of a plugin by a text.
func IsPluginVersion(s string) bool { return usersub.IsPluginVersion(s) }

// FindRoutine returns the description of the routine with the given upper-case
// name, or nil.
func FindRoutine(name string) *Sig { return usersub.FindRoutine(name) }

// NewFrame returns a frame for sig with the parameters par. dims gives the
// values of the other integer arguments that are sizes ("nstate", "nvalue",
// ...); npar is added by itself. Sizes that sig needs and dims lacks panic.
func NewFrame(sig *Sig, element string, id int, par []float64, dims map[string]int) *Frame {
	return usersub.NewFrame(sig, element, id, par, dims)
}

// ParsePluginName reads the name of an installed plugin, "acme/bead" or "acme/bead@1.2"; ok is false if the text is
// none. Vendor and name are letters, digits and - _ . with a letter or digit first, a version may have + as well.
func ParsePluginName(text string) (n PluginName, ok bool) { return usersub.ParsePluginName(text) }

// Sigs returns all routines in alphabetical order.
func Sigs() []*Sig { return usersub.Sigs() }

// TrimBlanks returns a text up to its first zero byte, without blanks around it.
func TrimBlanks(s string) string { return usersub.TrimBlanks(s) }
