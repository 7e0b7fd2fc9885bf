package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/examples/internal/measure"
)

// result is what a run left: run.json, and its rows.
type result struct {
	doc       *run.Document
	seconds   float64 // of processor time, with the writing of results
	rows      *table
	frequency []float64 // Hz, of a linear analysis
	want      *table    // the reference, nil without one
}

var parameters = regexp.MustCompile(`<Param_Transient([^>]*)/>`)

// attributeRegexp finds name="value" among attributes.
func attributeRegexp(name string) *regexp.Regexp {
	return regexp.MustCompile(`\s` + name + `="([^"]*)"`)
}

// setTransientAttributes sets attributes of the deck's Param_Transient.
func setTransientAttributes(text string, set map[string]string) (string, error) {
	m := parameters.FindStringSubmatchIndex(text)
	if m == nil {
		if len(set) > 0 {
			return "", fmt.Errorf("no Param_Transient to set attributes of")
		}
		return text, nil
	}
	attrs := text[m[2]:m[3]]
	for name, value := range set {
		attrs = attributeRegexp(name).ReplaceAllString(attrs, "") + fmt.Sprintf(` %s="%s"`, name, value)
	}
	return text[:m[2]] + attrs + text[m[3]:], nil
}

// shortSettingsText says in short what the Param_Transient of a deck requests: the
// method, integr_tol, and what else is not the default.
func shortSettingsText(text string) string {
	m := parameters.FindStringSubmatch(text)
	if m == nil {
		return "-"
	}
	get := func(name, otherwise string) string {
		if v := attributeRegexp(name).FindStringSubmatch(m[1]); v != nil {
			return strings.ToLower(v[1])
		}
		return otherwise
	}
	s := strings.ToUpper(get("integrator_type", traits.Default)) + ", " + get("integr_tol", "default")
	if h := get("h_max", ""); h != "" {
		s += ", h_max " + h
	}
	if get("dae_interpolation", "") == "true" {
		s += ", interpolated"
	}
	if get("dae_vel_ctrl", "") == "true" {
		s += ", speeds tested"
	}
	return s
}

// runDeck runs a deck given as text and reads what it wrote.
func runDeck(text string) (*result, error) {
	dir, err := os.MkdirTemp("", "accuracy")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "model.xml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	m, err := core.Load(file)
	if err != nil {
		return nil, err
	}
	if m.Deck.Diags.HasErrors() {
		return nil, fmt.Errorf("%s", m.Deck.Diags.List[0].Msg)
	}
	r := new(result)
	start := measure.ProcessSeconds()
	r.doc, err = core.Run(context.Background(), m, dir, run.Options{})
	r.seconds = measure.ProcessSeconds() - start
	if err != nil {
		return nil, err
	}
	if len(r.doc.Linear) > 0 {
		modes, err := readTable(filepath.Join(dir, "eigenvalues.csv"))
		if err != nil {
			return nil, err
		}
		r.frequency, err = modes.columnValues("frequency_hz")
		return r, err
	}
	r.rows, err = readTable(filepath.Join(dir, "requests.csv"))
	return r, err
}
