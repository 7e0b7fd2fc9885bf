package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

// warnUnsupportedSyntax warns of what the embedded interpreter cannot run in the scripts that
// were to be loaded, executed so far or not. What kept a script from being loaded is
// reported with that. A program that is the deck has been executed, with modules that other scripts do not have.
func (l *loaders) warnUnsupportedSyntax(m *deck.Model, failed []error) {
	seen := map[string]bool{}
	for _, src := range m.Sources {
		if core.IsPythonDeck(src.Name) {
			seen[absolutePath(src.Name)] = true
		}
	}
	for i := range l.scripts {
		path, err := pysub.Find(&l.scripts[i])
		if err != nil || seen[absolutePath(path)] {
			continue
		}
		seen[absolutePath(path)] = true
		if !l.python.RunsEmbedded(path) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		src := &deck.Source{Name: path, Text: text}
		for _, p := range pysub.CheckScript(path) {
			if errorNamesLine(failed, l.scripts[i].Script, p.Line) {
				continue
			}
			m.Diags.AddWarningf(src.SpanAt(p.Line, p.Col), "E804", "the embedded interpreter cannot run this: %s", strings.TrimSuffix(p.Msg, "."))
		}
	}
}

// errorNamesLine reports whether the errors of loading a script name the line.
func errorNamesLine(failed []error, script string, line int) bool {
	for _, err := range failed {
		var e *usersub.LoadError
		if errors.As(err, &e) && e.Ref.Script == script && strings.Contains(e.Detail, fmt.Sprintf("line %d,", line)) {
			return true
		}
	}
	return false
}
