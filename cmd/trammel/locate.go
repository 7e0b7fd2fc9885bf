package main

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// convertToDiagnostic returns a problem that is not a diagnostic of the deck as one, at the element and attribute that it is
// about. Lines behind the first of its description, such as a traceback, are returned as they are.
// It is nil where the problem has no place in the deck.
func convertToDiagnostic(m *deck.Model, err error) (d *deck.Diag, more string) {
	at, code := locateError(m, err)
	if at.Src == nil {
		return nil, ""
	}
	text, more, _ := strings.Cut(describeError(err), "\n")
	d = &deck.Diag{Severity: deck.Error, Code: code, Span: at, Msg: text}
	if lines := strings.Split(more, "\n"); strings.HasPrefix(lines[len(lines)-1], "  hint: ") {
		d.Help = strings.TrimPrefix(lines[len(lines)-1], "  hint: ")
		more = strings.Join(lines[:len(lines)-1], "\n")
	}
	return d, more
}

// locateError finds the element and attribute that an error is about, and the code of its kind.
func locateError(m *deck.Model, err error) (deck.Span, string) {
	var load *usersub.LoadError
	var call *usersub.CallError
	var singular *system.SingularError
	var step *integrate.ConvergenceError
	var pose *system.AssemblyError
	if m == nil {
		return deck.Span{}, ""
	}
	text := err.Error()
	switch {
	case errors.As(err, &load):
		return attributeSpan(findElementByName(m, load.Ref.Element), attributesOfLoadError(load)...), "L001"
	case errors.As(err, &call):
		return attributeSpan(findElementByName(m, call.Element), "usrsub_fnc_name", "script_name", "usrsub_dll_name", "usrsub_plugin_name"), "L002"
	case run.ExitCode(err) != run.ExitConvergence:
		return deck.Span{}, ""
	case errors.As(err, &singular) && singular.Body != "":
		return attributeSpan(findElementInText(m, singular.Body), "mass"), "R003"
	case errors.As(err, &pose):
		return spanOrFirstAnalysis(m, attributeSpan(findElementInText(m, pose.Worst.String()))), "R002"
	case errors.As(err, &step):
		return spanOrFirstAnalysis(m, attributeSpan(findElementInText(m, elementOfFailedStep(err)))), "R001"
	}
	return spanOrFirstAnalysis(m, attributeSpan(findElementInText(m, text))), "R002"
}

// elementOfFailedStep is the element that was worst when a step failed, "" where none is named.
func elementOfFailedStep(err error) string {
	var named *run.StepError
	if errors.As(err, &named) {
		return named.Element
	}
	return ""
}

// attributesOfLoadError lists the attributes that a routine could not be loaded from.
func attributesOfLoadError(e *usersub.LoadError) []string {
	all := []string{"script_name", "usrsub_plugin_name", "usrsub_dll_name", "usrsub_fnc_name"}
	if e.Lacks {
		all = append([]string{"usrsub_fnc_name"}, all...)
	}
	return all
}

// attributeSpan is the place of the first of the attributes that the element gives, or of its
// law, or its name.
func attributeSpan(e *deck.Element, names ...string) deck.Span {
	if e == nil {
		return deck.Span{}
	}
	for _, n := range append(names, "expr") {
		for _, a := range e.GivenAttrs() {
			if a.Spec.Name == n {
				return a.ValueSpan
			}
		}
	}
	return e.Span
}

// findElementByName finds an element by kind and id, or by its kind where that has no ids.
func findElementByName(m *deck.Model, name string) *deck.Element {
	if x := member.FindStringSubmatch(name); x != nil {
		if !m.HasKind(x[1]) {
			return nil
		}
		id, _ := strconv.Atoi(x[2])
		return m.FindElement(x[1], id)
	}
	kind, _, _ := strings.Cut(name, " ")
	if all := m.ElementsOfKind(kind); m.HasKind(kind) && len(all) > 0 {
		return all[0]
	}
	return nil
}

var mention = regexp.MustCompile(`\b([A-Za-z]+_\w+|[Bb]ody|[Mm]arker|CustomFunction) (\d+)\b`)

// findElementInText finds the first element that a text names; a body may be called "body 2".
func findElementInText(m *deck.Model, text string) *deck.Element {
	for _, x := range mention.FindAllStringSubmatch(text, -1) {
		kinds := []string{x[1]}
		switch strings.ToLower(x[1]) {
		case "body":
			kinds = []string{"Body_Rigid", "Body_Point"}
		case "marker":
			kinds = []string{"Reference_Marker"}
		}
		id, _ := strconv.Atoi(x[2])
		for _, k := range kinds {
			if !m.HasKind(k) {
				continue
			}
			if e := m.FindElement(k, id); e != nil {
				return e
			}
		}
	}
	return nil
}

// spanOfWarning is the place of the element that a warning of a run names, none where it names none.
func spanOfWarning(m *deck.Model, text string) deck.Span {
	if m == nil {
		return deck.Span{}
	}
	e := findElementInText(m, text)
	if e == nil {
		return deck.Span{}
	}
	return e.Span
}

// spanOrFirstAnalysis is a place, or that of the first analysis where there is none.
func spanOrFirstAnalysis(m *deck.Model, at deck.Span) deck.Span {
	if at.Src != nil {
		return at
	}
	for _, e := range m.Commands {
		if e.Kind == "Simulate" {
			return attributeSpan(e, "analysis_type")
		}
	}
	return at
}
