package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// finishRun closes the results, says what came of the run, and sets the code.
func (s *simulation) finishRun(code int, why *run.Failure) {
	if err := s.endRecording(); err != nil && code == run.ExitOK {
		code, why = run.ExitInternal, &run.Failure{Message: err.Error()}
	}
	if why != nil && why.Time == nil {
		s.rec.UpdateDocument(func(d *run.Document) {
			if t := d.EndTime; d.Steps > 0 {
				why.Time = &t
			}
		})
	}
	doc, err := s.rec.Finish(run.StatusOfExitCode(code), code, why)
	s.witness.Load().dismiss()
	s.code = doc.ExitCode // of who came first
	if err != nil {
		s.con.printMessage(bad, "error", "the results are not complete: %v", err)
	}
	s.printSummary(doc)
	s.printDocumentOrProfile(doc)
	if s.code == doc.ExitCode {
		return
	}
	if _, err := run.CorrectExitCode(s.rec.Path(""), s.code, "the standard output could not be written"); err != nil {
		s.con.printMessage(bad, "error", "%s does not report it: %v", run.DocumentFile, err)
	}
}

// printSummary says what a run took and where its results are.
func (s *simulation) printSummary(d *run.Document) {
	if s.flags.quiet {
		return
	}
	if d.Steps > 0 {
		fmt.Fprintf(s.con, "t = %.6g in %.2f s: %s, %d rejected, %s\n", d.EndTime, d.WallS,
			countText(d.Steps, "step"), d.Rejected, countText(d.Evaluations, "evaluation"))
	}
	if d.ExitCode != run.ExitOK && len(d.Linear)+len(d.Results) == 0 && tableHasNoRows(s.rec.Path(run.RowsFile)) {
		fmt.Fprintf(s.con, "no results; details in %s\n", filepath.Join(s.rec.Dir, run.DocumentFile))
		return
	}
	_, _ = s.con.Write([]byte(formatOutcome(d, s.rec.Path(""))))
	fmt.Fprintf(s.con, "results in %s (%s)\n", s.rec.Dir, strings.Join(listResultFiles(d, s.rec.Path("")), ", "))
	if _, err := os.Stat(s.rec.Path(result.StoreFile)); err == nil {
		fmt.Fprintf(s.con, "see them: trammel view %s\n", s.rec.Dir)
	}
}

// printDocumentOrProfile writes to the standard output: run.json when that is wanted, else what
// the user subroutines took.
func (s *simulation) printDocumentOrProfile(d *run.Document) {
	var text []byte
	var err error
	switch {
	case s.flags.json:
		text, err = d.JSON()
	case !s.flags.quiet:
		text = []byte(profileTable(d))
	}
	if err == nil {
		_, err = s.data.Write(text)
	}
	if err != nil {
		s.con.printMessage(bad, "error", "standard output: %v", err)
		if s.code == run.ExitOK {
			s.code = run.ExitInternal
		}
	}
}

// endRunWithoutFolder ends a run that has no folder.
func (s *simulation) endRunWithoutFolder(err error) {
	d := run.NewDocument()
	s.fillInitialDocument(&d)
	s.code = run.ExitCode(err)
	d.Status, d.ExitCode, d.Error = run.StatusOfExitCode(s.code), s.code, run.DescribeFailure(err)
	d.WallS = time.Since(s.begun).Seconds()
	s.printDocumentOrProfile(&d)
}

// closeResults closes the results and says where they are.
func (s *simulation) closeResults(err error) {
	code := run.ExitCode(err)
	for _, e := range splitErrors(err) {
		text := describeError(e)
		if at, _ := locateError(s.model.Load(), e); at.Src != nil {
			text = at.String() + ": " + text
		}
		s.rec.Log("error: %s", text)
	}
	var p *panicError
	if errors.As(err, &p) {
		s.rec.Log("%v\n%s", p.value, p.stack)
	}
	s.finishRun(code, s.explainFailure(err))
}

// explainFailure returns what run.json says of an error, with its place in the deck.
func (s *simulation) explainFailure(err error) *run.Failure {
	why := run.DescribeFailure(err)
	if at := s.locateErrorInDeck(err); why != nil && at.Src != nil {
		why.File, why.Line, why.Col = at.Src.Name, at.Line(), at.Col()
	}
	return why
}

// locateErrorInDeck finds the first error of the deck, or what an error of the run is about.
func (s *simulation) locateErrorInDeck(err error) (at deck.Span) {
	m := s.model.Load()
	if m == nil || err == nil {
		return at
	}
	for _, d := range m.Diags.List {
		if d.Severity == deck.Error && errors.Is(err, element.ErrDeck) && d.Span.Src != nil {
			return d.Span
		}
	}
	for _, e := range splitErrors(err) {
		if at, _ = locateError(m, e); at.Src != nil {
			return at
		}
	}
	return at
}
