package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Short names for attribute tables. Units are written with the names of the
// deck's own units: "force length", "length/time²"; "1" stands for a pure
// number.
//
// They are not inlined: the tables call them some 900 times, which would take 300 kB of code.

const markerKind = "Reference_Marker"

//go:noinline
func referenceAttr(name, doc string, targetKinds ...string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Ref, To: targetKinds, Required: true, Doc: doc}
}

//go:noinline
func optionalReferenceAttr(name, doc string, targetKinds ...string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Ref, To: targetKinds, Doc: doc}
}

func markerAttr(name, doc string) *deck.AttrSpec { return referenceAttr(name, doc, markerKind) }

func optionalMarkerAttr(name, doc string) *deck.AttrSpec {
	return optionalReferenceAttr(name, doc, markerKind)
}

//go:noinline
func realAttr(name, defaultValue, unit, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Real, Default: defaultValue, Unit: unit, Doc: doc}
}

//go:noinline
func angleAttr(name, defaultValue, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Angle, Default: defaultValue, Unit: "rad", Doc: doc}
}

//go:noinline
func flagAttr(name, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Bool, Default: "FALSE", Doc: doc}
}

//go:noinline
func choiceAttr(name, defaultValue, doc string, values ...string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Enum, Enum: values, Default: defaultValue, Doc: doc}
}

//go:noinline
func expressionAttr(name, unit, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Expr, Unit: unit, Doc: doc}
}

// most bounds whole numbers that sizes follow from.
const most = 1000000

// positiveIntegerAttr returns an attribute for a number of things: 1 or more.
//
//go:noinline
func positiveIntegerAttr(name, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Int, Positive: true, Max: most, Doc: doc}
}

// nonNegativeIntegerAttr returns an attribute for a number of things that may be none.
//
//go:noinline
func nonNegativeIntegerAttr(name, defaultValue, doc string) *deck.AttrSpec {
	return &deck.AttrSpec{Name: name, Type: deck.Int, Default: defaultValue, NonNegative: true, Max: most, Doc: doc}
}

// unusedAttrs lists attributes that the format has and that change nothing here.
func unusedAttrs(why string, names ...string) []deck.AttrSpec {
	var a []deck.AttrSpec
	for _, n := range names {
		a = append(a, deck.AttrSpec{Name: n, Type: deck.Ignored, Doc: why})
	}
	return a
}

// harmlessUnusedAttrs are unused attributes by which nothing is lost.
func harmlessUnusedAttrs(why string, names ...string) []deck.AttrSpec {
	a := unusedAttrs(why, names...)
	for i := range a {
		a[i].Quiet = true
	}
	return a
}

// bodyIDAttrs are written next to markers by some tools; the markers say it all.
func bodyIDAttrs() []deck.AttrSpec {
	return harmlessUnusedAttrs("the marker determines the body", "body1_id", "body2_id")
}

//go:noinline
func requiredAttr(a *deck.AttrSpec) *deck.AttrSpec { a.Required = true; return a }

//go:noinline
func positiveAttr(a *deck.AttrSpec) *deck.AttrSpec { a.Positive = true; return a }

//go:noinline
func notNegativeAttr(a *deck.AttrSpec) *deck.AttrSpec { a.NonNegative = true; return a }

//go:noinline
func withDefault(def string, a *deck.AttrSpec) *deck.AttrSpec { a.Default = def; return a }

//go:noinline
func withCondition(cond string, a *deck.AttrSpec) *deck.AttrSpec { a.When = cond; return a }

//go:noinline
func withAliases(a *deck.AttrSpec, alias ...string) *deck.AttrSpec { a.Alias = alias; return a }

// withSpellings adds other spellings of the values of a choice, in pairs: spelling,
// value.
//
//go:noinline
func withSpellings(a *deck.AttrSpec, pairs ...string) *deck.AttrSpec {
	a.EnumAlias = map[string]string{}
	for k := 0; k < len(pairs); k += 2 {
		a.EnumAlias[pairs[k]] = pairs[k+1]
	}
	return a
}

// repeatForEachAxis returns the attribute three times, * in its names and its description
// replaced by x, y and z.
func repeatForEachAxis(a *deck.AttrSpec) []deck.AttrSpec {
	var all []deck.AttrSpec
	for _, x := range [3]string{"x", "y", "z"} {
		c := *a
		c.Name, c.Doc = strings.ReplaceAll(a.Name, "*", x), strings.ReplaceAll(a.Doc, "*", x)
		c.Alias = nil
		for _, n := range a.Alias {
			c.Alias = append(c.Alias, strings.ReplaceAll(n, "*", x))
		}
		all = append(all, c)
	}
	return all
}

// joinAttrs joins attributes and lists of attributes.
func joinAttrs(parts ...any) []deck.AttrSpec {
	n := 0
	for _, p := range parts {
		if list, ok := p.([]deck.AttrSpec); ok {
			n += len(list)
		} else {
			n++
		}
	}
	all := make([]deck.AttrSpec, 0, n)
	for _, p := range parts {
		switch p := p.(type) {
		case *deck.AttrSpec:
			all = append(all, *p)
		case []deck.AttrSpec:
			all = append(all, p...)
		default:
			panic("element: an attribute list holds something else")
		}
	}
	return all
}
