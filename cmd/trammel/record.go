package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/record"
)

// startRecording begins the file of --record.
func (s *simulation) startRecording(sum string) (err error) {
	if s.flags.record == "" {
		return nil
	}
	s.recording, err = record.CreateRecording(absolutePath(s.flags.record), record.Header{
		Program: "trammel " + versionText(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Command: os.Args,
		Deck: absolutePath(s.deck), DeckSHA256: sum,
	})
	var failed *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failed) && failed.Op == "write": // as where results find no room
		return fmt.Errorf("--record: %w", err)
	}
	return &run.UsageError{Text: fmt.Sprintf("--record: %v", err)}
}

// wrapToRecordCalls returns the Sub of a routine that was loaded, with its calls recorded. One that
// might be compiled is called: otherwise there would be nothing to record.
func (s *simulation) wrapToRecordCalls(r *usersub.Routine, ref *usersub.Ref, sig *usersub.Sig) usersub.Sub {
	if _, ok := usersub.AsCompiler(r.Sub); ok && !s.flags.load.interpret && !s.saidCalled {
		s.saidCalled = true
		s.rec.Log("--record: functions of Python scripts are called, not compiled, so that their calls are recorded")
		s.printRoutineMessage("functions of Python scripts are called, not compiled, so that their calls are recorded")
	}
	return s.recording.Wrap(r, ref, sig)
}

// endRecording closes the file and says what is in it. Where not all calls are, it returns why.
func (s *simulation) endRecording() error {
	r := s.recording
	if r == nil {
		return nil
	}
	err := r.Close()
	calls, bytes := r.CallsAndFileSize()
	s.rec.UpdateDocument(func(d *run.Document) { d.Recording = &run.RecordingInfo{File: r.Path(), Calls: calls, Bytes: bytes} })
	if err != nil {
		err = fmt.Errorf("the recording %s is not complete, it ends after %s: %w", s.flags.record, countText(calls, "call"), err)
		s.rec.Log("error: %v", err)
		s.con.printMessage(bad, "error", "%v", err)
		return err
	}
	s.rec.Log("recorded %s in %s (%d bytes)", countText(calls, "call"), r.Path(), bytes)
	if !s.flags.quiet {
		fmt.Fprintf(s.con, "recorded %s in %s (%d bytes)\n", countText(calls, "call"), s.flags.record, bytes)
	}
	return nil
}
