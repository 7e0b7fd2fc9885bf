package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/record"
)

// printOutcome prints the outcome and sets the code.
func (r *recordingReplay) printOutcome(err error) {
	r.code = run.ExitCode(err)
	if errors.Is(err, record.ErrFormat) {
		r.code = run.ExitUsage
	}
	if err != nil {
		r.tool.reportError(err)
	}
	p := r.report
	if p == nil { // it is still being written: the routine did not return
		return
	}
	if err == nil && p.Different > 0 {
		r.code = run.ExitCompare
	}
	r.writeOutput(p, r.outcomeText(), r.flags.json)
}

func (r *recordingReplay) outcomeText() string {
	var b strings.Builder
	p := r.report
	for _, e := range r.lacking {
		fmt.Fprintf(&b, "left out: %v\n", e)
	}
	if d := p.First; d != nil {
		fmt.Fprintf(&b, "call %d differs: %s\n%s", d.Call, d.What, d.Text)
	}
	if p.Unended > 0 && p.Returned != "" {
		fmt.Fprintf(&b, "the recorded run ended in call %d; %s\n", p.Unended, p.Returned)
	}
	for _, q := range slices.Sorted(maps.Keys(p.Unknown)) {
		fmt.Fprintf(&b, "no recorded value: %s, queried %s\n", q, countText(p.Unknown[q], "time"))
	}
	fmt.Fprintf(&b, "%s made of %d, %d differ, largest difference %.3g", countText(p.Made, "call"), p.Recorded, p.Different, p.Max)
	if p.MaxCall > 0 {
		fmt.Fprintf(&b, " in call %d", p.MaxCall)
	}
	b.WriteString("\n")
	if !r.rec.Closed && p.Made == p.Recorded {
		b.WriteString(notClosed)
	}
	return b.String()
}

// notClosed is said of a recording that ends before the run did.
const notClosed = "the recording was not closed: the run was killed, or it crashed\n"

// listing is what --list --json prints.
type listing struct {
	record.Header
	Calls    int               `json:"calls"`
	Bytes    int               `json:"bytes_left"` // at the end, which are no whole record
	Closed   bool              `json:"closed"`
	Elements []*record.Summary `json:"elements"`
	Open     []string          `json:"not_returned"`
}

// printContents says what a recording holds.
func (r *recordingReplay) printContents() error {
	elements, open, err := r.rec.SummarizeFrames()
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	l := listing{Header: r.rec.Header, Calls: r.rec.Calls, Bytes: r.rec.Rest, Closed: r.rec.Closed, Elements: elements, Open: open}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s, recorded by %s on %s\n", r.file, countText(l.Calls, "call"), l.Deck, l.Program, l.Platform)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "element\troutine\tkind\tlanguage\tcalls\tset-up\terrors\tqueries\tfrom\tto\tfile")
	for _, s := range elements {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%.6g\t%.6g\t%s\n", s.Element, s.Function, s.Kind, s.Implementation,
			s.Calls, s.Setup, s.Errors, s.Queries, s.First, s.Last, s.File)
	}
	w.Flush()
	for _, text := range open {
		b.WriteString(text)
	}
	if !l.Closed {
		b.WriteString(notClosed)
	}
	if l.Bytes > 0 {
		fmt.Fprintf(&b, "%d bytes at its end are no whole record\n", l.Bytes)
	}
	r.writeOutput(&l, b.String(), r.flags.json)
	return nil
}

var errFound = errors.New("found")

// printRecordedCall prints one call.
func (r *recordingReplay) printRecordedCall() error {
	err := r.rec.ReadCallsOnce(func(c *record.Call) error {
		if c.N != r.flags.show {
			return nil
		}
		text := record.CallText(c, nil, nil)
		r.writeOutput(map[string]any{"call": c.N, "text": text}, text, r.flags.json)
		return errFound
	})
	switch {
	case errors.Is(err, errFound):
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", r.file, err)
	}
	return fmt.Errorf("there is no call %d: the recording has %s", r.flags.show, countText(r.rec.Calls, "call"))
}
