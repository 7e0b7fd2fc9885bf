package system

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/expr"
)

// Pages returns a page for each function and constant of expressions: those of the
// language, the measures and the splines.
func Pages() []expr.Page {
	all := append(expr.Pages(), measurePages()...)
	slices.SortFunc(all, func(a, b expr.Page) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b expr.Page) bool { return a.Name == b.Name }) // TIME is a constant and a measure
}

// FindPage returns the page of a function; the case of its name does not matter.
func FindPage(name string) (page expr.Page, ok bool) {
	all := Pages()
	i := slices.IndexFunc(all, func(p expr.Page) bool { return strings.EqualFold(p.Name, name) })
	if i < 0 {
		return page, false
	}
	return all[i], true
}

// WritePages writes the pages of all functions as Markdown.
func WritePages(w io.Writer) {
	fmt.Fprint(w, functionsIntroduction)
	for _, p := range Pages() {
		p.Markdown(w)
	}
}

const functionsIntroduction = `# Functions of expressions

Made from the tables of the parser and of the measures: ` + "`go test ./core/system -run FunctionsPage -update`" + ` writes it.

Case does not matter. Angles are in radians; a number with the suffix D is in degrees. Arguments in brackets may be left out.
The arguments of measures and the last ones of splines are integer constants: identifiers of elements, or selectors.

Markers: i is the marker that is measured, j the one from which it is measured, k the one along whose axes the
result is resolved, l the one in whose frame time derivatives are taken. A marker that is 0 or left out is the global frame.
Values of the examples of displacements hold for a marker 10 at (3, 4, 12) that is turned by 30 degrees about the global z axis,
and markers 11 at (1, 0, 0) and 12 at (0, 1, 0) along the global axes.

`

// measurePages makes the pages of families of measures from one text each.
func measurePages() []expr.Page {
	all := slices.Clone(pages)
	for k, axis := range [...]string{"x", "y", "z"} {
		for _, p := range axisPages {
			for _, text := range [...]*string{&p.Name, &p.Form, &p.Meaning, &p.Sign, &p.Example} {
				*text = strings.NewReplacer("{A}", strings.ToUpper(axis), "{a}", axis).Replace(*text)
			}
			p.Value = [...]string{"3", "4", "12"}[k]
			if p.Name[:1] != "D" {
				p.Value = ""
			}
			all = append(all, p)
		}
	}
	for _, f := range forcePages {
		const components = " comp: 1 the magnitude of the force, 2 to 4 its x, y and z component, 5 the magnitude of the torque, 6 to 8 its x, y and z component."
		p := expr.Page{Name: f.name, Form: f.name + "(id, jflag, comp [, k])", Frame: "along the axes of marker k; global without it",
			Meaning: f.meaning + " jflag: 0 what acts on the body of the element's marker I, at I; 1 what acts on the body of its marker J, at J; 0 where it has none." + components,
			Sign:    "positive: a push along the positive axis on the body that jflag selects", Unit: "force; force times length for a torque",
			Example: f.name + "(1, 0, 2, 0)"}
		if f.name == "NFORCE" {
			p.Form = "NFORCE(id, i, comp [, k])"
			p.Meaning = f.meaning + components
			p.Sign, p.Example = "positive: a push along the positive axis on the body of marker i", "NFORCE(1, 10, 2, 0)"
		}
		all = append(all, p)
	}
	for _, s := range splinePages {
		all = append(all, expr.Page{Name: s.name, Form: s.name + "(x, z, id [, order])",
			Meaning: s.meaning + " x: the first independent variable; z: the second, 0 for a curve; id: the Reference_Spline; order: 0 the value, 1 the first and 2 the second derivative with respect to x (of a surface: 0 only).",
			Limits:  s.limits + " Beyond the data it continues as a parabola, or straight where the spline has linear_extrap.", Unit: "that of the data; for a derivative divided by that of x", Example: s.name + "(TIME, 0, 1)"})
	}
	return all
}
