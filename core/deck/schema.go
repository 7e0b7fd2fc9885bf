package deck

// Type reports how the value of an attribute is read.
type Type uint8

const (
	None       Type = iota
	ID              // positive integer, unique among the elements of a kind
	Ref             // id of another element; 0 means none
	Refs            // ids of other elements, separated by blanks or commas
	Int             // integer
	Real            // real number; Fortran exponents (1.5D3) are understood
	Angle           // real number in radians, or in degrees with a D behind it
	Bool            // TRUE, FALSE and their usual variants
	Enum            // one of AttrSpec.Enum
	Expr            // function expression; NULL means none
	RealOrExpr      // real number or function expression
	String          // any text
	Path            // path of a file; NULL means none
	Params          // USER(r1, r2, …); NULL means none
	Ints            // integers separated by blanks or commas
	Reals           // real numbers separated by blanks or commas
	Ignored         // accepted, not examined
)

// AttrSpec describes one attribute of a kind of element.
type AttrSpec struct {
	Name     string   // lower case
	Alias    []string // other spellings, and capitals that decks are full of, for the XML Schema
	Type     Type
	Required bool   // must be given where When holds
	Default  string // value when not given, as it would be in the file

	Enum      []string          // permitted values in upper case, words separated by one blank
	EnumAlias map[string]string // upper-case variant → value of Enum
	To        []string          // Ref, Refs: kinds that the id may belong to; none: not checked

	Positive    bool    // numbers: > 0
	NonNegative bool    // numbers: ≥ 0
	Min, Max    float64 // numbers: bounds, each where it is not 0
	Len         int     // lists: number of entries, 0 for any

	// When is the condition under which the attribute has an effect: terms
	// separated by blanks that must all hold. A term is "name=V1|V2" or
	// "name!=V1|V2" (value of another attribute, its default if not given,
	// without regard to case), "name" (is given) or "!name" (is not).
	// An attribute given against its condition brings a warning.
	When string
	// Second is the attribute that a repetition of this one was meant for. If
	// that one is missing the second value goes there, with a warning.
	Second string

	// Quiet says of an Ignored attribute that nothing is lost by that: no note.
	Quiet bool

	Unit string // of the value, for the reference: "length", "force/length"
	Doc  string // one line
}

// Section reports where in a deck a kind of element is.
type Section uint8

const (
	InModel   Section = iota // in the model block; in the command block it modifies
	InCommand                // in the command block only; has no id
	InBoth                   // initial setting in the model block, change in the command block
)

// Schema describes a kind of element. The attributes label and full_label are
// known for every kind, and id for every kind of model element unless NoID.
type Schema struct {
	Kind    string   // "Force_Penalty"
	Alias   []string // other spellings
	Section Section
	NoID    bool // the element has no id
	// IDRange names an attribute, an Enum, whose values have ranges of ids of their own: two elements that differ in it may
	// have the same id.
	IDRange string
	Once    bool // the model may hold only one
	Attrs   []AttrSpec
	// Text describes what may be between the tags: the first spec whose
	// When holds. Their names are empty.
	Text []AttrSpec
	// Within is the kind in whose tag an element of this kind may also be, and Owner the attribute that refers to that
	// element, which need not be written there. Models and the other forms of decks have the elements side by side.
	Within, Owner string
	// Instead lists attributes that replace each other, sets of them
	// separated by "|": "val|val_expression". A command that gives one of a set
	// takes away those of the others. Places of routines are always known.
	Instead []string
	// Ignored elements are read but change nothing; one note says so.
	Ignored bool
	// Open elements may have other attributes and text, which are not remarked on.
	Open bool
	// Refused are attributes that other kinds have and this one must not have: without
	// them the element would be another one than was meant. Each with the kinds that
	// have it, in words. Given here, they are errors.
	Refused map[string]string
	// Parameter says of elements that they define parameters: name, value, unit, min, max, doc.
	Parameter bool
	// Unsupported is the reason why an element of this kind is an error.
	Unsupported string
	Doc         string // one line
}

// Table lists the kinds of element that a deck may hold.
type Table []*Schema
