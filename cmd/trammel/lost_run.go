package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// closeLostRun closes the results of a run that does not come to an end.
func (s *simulation) closeLostRun(reason error) int {
	runWithTimeout(patience/4, cdll.FlushOutput)
	s.native.restoreStdout()
	code, why := run.ExitCode(reason), s.explainFailure(reason)
	if namesFailedRoutine(reason) {
		s.reportError(reason)
		s.finishRun(code, why)
		return s.code
	}
	if w, t := s.loaders.inFlight.currentCall(); w != nil {
		what := "did not return"
		if w.loading {
			what = "was being loaded"
		} else {
			why.Time = &t
		}
		why.Element, why.Routine = w.ref.Element, w.ref.Function
		why.Message += fmt.Sprintf("; routine %s %s", w.ref.Function, what)
		s.con.printMessage(bad, "error", "%s: routine %s %s", w.ref.Element, w.ref.Function, what)
	}
	if errors.Is(reason, run.ErrWall) {
		s.reportError(reason)
	}
	s.finishRun(code, why)
	return s.code
}

// namesFailedRoutine reports whether an error is that of a routine and names it already.
func namesFailedRoutine(err error) bool {
	var load *usersub.LoadError
	var call *usersub.CallError
	return errors.As(err, &load) || errors.As(err, &call)
}

// closeResultsOnExit closes the results when a library ends the process.
func (s *simulation) closeResultsOnExit(e cdll.Exit) {
	cdll.FlushOutput()
	s.native.restoreStdout()
	message := fmt.Sprintf("it ended the process with exit(%d) or STOP", e.Status)
	var err error = &usersub.CallError{Cause: usersub.Exited, Element: e.Element, Routine: e.Routine, Time: e.Time, Message: message}
	if w, _ := s.loaders.inFlight.currentCall(); w != nil && w.loading {
		err = &usersub.LoadError{Ref: w.ref, Routine: w.ref.Function, Reason: "while it was loaded " + message}
	}
	s.reportError(err)
	s.closeResults(err)
}

// tableHasNoRows reports whether a table of results has no row behind its head.
func tableHasNoRows(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	_, _ = lines.ReadString('\n')
	_, err = lines.ReadByte()
	return err != nil
}
