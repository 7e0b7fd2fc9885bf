package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Short names for attribute tables. Units are written with the names of the
// deck's own units: "force length", "length/time²"; "1" stands for a pure
// number.

const markerKind = "Reference_Marker"

func ref(name, doc string, to ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Ref, To: to, Required: true, Doc: doc}
}

func optRef(name, doc string, to ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Ref, To: to, Doc: doc}
}

func marker(name, doc string) deck.AttrSpec { return ref(name, doc, markerKind) }

func optMarker(name, doc string) deck.AttrSpec { return optRef(name, doc, markerKind) }

func real(name, def, unit, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Real, Default: def, Unit: unit, Doc: doc}
}

func angle(name, def, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Angle, Default: def, Unit: "rad", Doc: doc}
}

func flag(name, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Bool, Default: "FALSE", Doc: doc}
}

func choice(name, def, doc string, values ...string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Enum, Enum: values, Default: def, Doc: doc}
}

func expression(name, unit, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Expr, Unit: unit, Doc: doc}
}

// most bounds whole numbers that sizes follow from.
const most = 1000000

// count is a number of things: 1 or more.
func count(name, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Int, Positive: true, Max: most, Doc: doc}
}

// whole is a number of things that may be none.
func whole(name, def, doc string) deck.AttrSpec {
	return deck.AttrSpec{Name: name, Type: deck.Int, Default: def, NonNegative: true, Max: most, Doc: doc}
}

// unused lists attributes that the format has and that change nothing here.
func unused(why string, names ...string) []deck.AttrSpec {
	var a []deck.AttrSpec
	for _, n := range names {
		a = append(a, deck.AttrSpec{Name: n, Type: deck.Ignored, Doc: why})
	}
	return a
}

// quiet are unused attributes by which nothing is lost.
func quiet(why string, names ...string) []deck.AttrSpec {
	a := unused(why, names...)
	for i := range a {
		a[i].Quiet = true
	}
	return a
}

// bodyIDs are written next to markers by some tools; the markers say it all.
func bodyIDs() []deck.AttrSpec {
	return quiet("the marker determines the body", "body1_id", "body2_id")
}

func required(a deck.AttrSpec) deck.AttrSpec { a.Required = true; return a }

func positive(a deck.AttrSpec) deck.AttrSpec { a.Positive = true; return a }

func notNegative(a deck.AttrSpec) deck.AttrSpec { a.NonNegative = true; return a }

func otherwise(def string, a deck.AttrSpec) deck.AttrSpec { a.Default = def; return a }

func when(cond string, a deck.AttrSpec) deck.AttrSpec { a.When = cond; return a }

func also(a deck.AttrSpec, alias ...string) deck.AttrSpec { a.Alias = alias; return a }

// spelt adds other spellings of the values of a choice, in pairs: spelling,
// value.
func spelt(a deck.AttrSpec, pairs ...string) deck.AttrSpec {
	a.EnumAlias = map[string]string{}
	for k := 0; k < len(pairs); k += 2 {
		a.EnumAlias[pairs[k]] = pairs[k+1]
	}
	return a
}

// each returns the attribute three times, * in its names and its description
// replaced by x, y and z.
func each(a deck.AttrSpec) []deck.AttrSpec {
	var all []deck.AttrSpec
	for _, x := range [3]string{"x", "y", "z"} {
		c := a
		c.Name, c.Doc = strings.ReplaceAll(a.Name, "*", x), strings.ReplaceAll(a.Doc, "*", x)
		c.Alias = nil
		for _, n := range a.Alias {
			c.Alias = append(c.Alias, strings.ReplaceAll(n, "*", x))
		}
		all = append(all, c)
	}
	return all
}

// attrs joins attributes and lists of attributes.
func attrs(parts ...any) []deck.AttrSpec {
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
		case deck.AttrSpec:
			all = append(all, p)
		case []deck.AttrSpec:
			all = append(all, p...)
		default:
			panic("element: an attribute list holds something else")
		}
	}
	return all
}
