package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/study"
	"github.com/trammel-mbd/trammel/plugins/confine"
)

// errSubmitted ends a command that has submitted a job and does not wait for it.
var errSubmitted = errors.New("the job is submitted")

// studyBatch are workers that a batch system starts: three command lines submit a job, report whether it is there, and cancel it.
type studyBatch struct {
	*tool
	folder                 *study.Folder
	submit, status, cancel string
	// gone reports, by what the command line status has printed and its error, whether the job has ended.
	gone func(printed string, err error) bool
	// splitID splits the id of a job into what {id} and {clusters} are in command lines; nil for an id that is {id} as it is.
	splitID func(printed string) (id, clusters string)
	noWait  bool
	replace map[string]string // {name} in command lines
}

// batchJob is what job.json has.
type batchJob struct {
	ID        string `json:"id"`
	Engine    string `json:"engine"`
	Submitted string `json:"submitted"`
}

func (t *tool) newStudyBatch(f *study.Folder, workers int, noWait bool) *studyBatch {
	e := &f.Study.Engine
	b := &studyBatch{tool: t, folder: f, submit: e.Submit, status: e.Status, cancel: e.Cancel, noWait: noWait,
		gone:    func(_ string, err error) bool { return err != nil },
		replace: map[string]string{"workers": strconv.Itoa(workers), "last": strconv.Itoa(workers - 1), "dir": quoteWord(f.Dir)}}
	if e.Kind == study.Slurm {
		b.setSlurmCommands(workers)
	}
	return b
}

// quoteWord quotes a word of a command line.
func quoteWord(s string) string {
	if runtime.GOOS == "windows" {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// runCommandLine runs a command line and returns what it prints.
func (b *studyBatch) runCommandLine(ctx context.Context, text string) (string, error) {
	for name, value := range b.replace {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	shell := []string{"sh", "-c", text}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/c", text}
	}
	c := exec.CommandContext(ctx, shell[0], shell[1:]...)
	var errors strings.Builder
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", text, err, strings.TrimSpace(errors.String()))
	}
	return string(out), err
}

// submitJobAndWait submits a job and waits until all runs have results, or the job is gone.
func (b *studyBatch) submitJobAndWait(ctx context.Context) error {
	self, err := confine.OwnExecutablePath()
	if err != nil {
		return err
	}
	b.replace["command"] = quoteWord(self) + " study work " + quoteWord(b.folder.Dir)
	b.replace["quoted"] = quoteWord(b.replace["command"])
	printed, err := b.runCommandLine(ctx, b.submit)
	if err != nil {
		return &studyError{run.ExitInternal, "the job cannot be submitted: " + err.Error()}
	}
	id, err := b.folder.Study.Engine.FindJobID(printed)
	if err != nil {
		return &studyError{run.ExitInternal, err.Error()}
	}
	if b.splitID != nil {
		id, b.replace["clusters"] = b.splitID(id)
	}
	b.replace["id"] = id
	job, err := json.MarshalIndent(batchJob{id, b.folder.Study.Engine.Kind, time.Now().Format(time.RFC3339)}, "", "  ")
	if err == nil {
		err = os.WriteFile(b.folder.Path(study.JobFile), append(job, '\n'), 0o666)
	}
	if err != nil {
		return err
	}
	b.con.printMessage(quiet, "info", "job %s is submitted", id)
	if b.noWait {
		return errSubmitted
	}
	return b.waitForJob(ctx, id)
}

// Times between looks at the results and at the job.
const (
	batchPoll   = time.Second
	batchStatus = 5 * time.Second
)

func (b *studyBatch) waitForJob(ctx context.Context, id string) error {
	tally := b.folder.NewTally()
	last := time.Now()
	for {
		if err := tally.CountNewResults(); err != nil {
			return err
		}
		if tally.Done == b.folder.Origin.Runs || b.folder.ReadStopRequest() != nil {
			return nil
		}
		if time.Since(last) > batchStatus {
			last = time.Now()
			if b.gone(b.runCommandLine(ctx, b.status)) && ctx.Err() == nil {
				return b.warnIfJobEndedEarly(tally, id)
			}
		}
		select {
		case <-ctx.Done():
			end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			if _, err := b.runCommandLine(end, b.cancel); err != nil {
				return fmt.Errorf("the job %s cannot be canceled: %w", id, err)
			}
			return ctx.Err()
		case <-time.After(batchPoll):
		}
	}
}

// warnIfJobEndedEarly merges what is there where a job has ended before all runs had results.
func (b *studyBatch) warnIfJobEndedEarly(tally *study.Tally, id string) error {
	if err := tally.CountNewResults(); err != nil {
		return err
	}
	if tally.Done < b.folder.Origin.Runs {
		b.con.printMessage(notice, "warning", "the job %s has ended before all runs had results; what its workers have printed is in %s", id, b.folder.Path(study.LogFolder))
	}
	return nil
}
