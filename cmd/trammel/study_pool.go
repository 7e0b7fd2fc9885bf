package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/study"
	"github.com/trammel-mbd/trammel/plugins/confine"
)

// workerCount is the number of workers of a study.
func workerCount(f *study.Folder, wanted int) int {
	n := f.Study.Engine.Workers
	if wanted > 0 {
		n = wanted
	}
	if n == 0 {
		n = runtime.NumCPU()
	}
	return min(n, f.Origin.Runs)
}

// runUntilInterrupted calls f with a context that ends with Ctrl-C.
func (t *tool) runUntilInterrupted(f func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := f(ctx)
	if ctx.Err() != nil {
		return context.Canceled
	}
	return err
}

// studyPool are the worker processes of this machine.
type studyPool struct {
	*tool
	folder *study.Folder
	n      int
	self   string

	mu     sync.Mutex
	number int
	err    error           // the first one that ends the work
	times  []time.Duration // processor time of each worker that has ended
}

func (t *tool) newStudyPool(f *study.Folder, n int) *studyPool {
	return &studyPool{tool: t, folder: f, n: n}
}

// runWorkersUntilDone starts the workers, replaces those that die, and waits until nothing is left to do.
func (p *studyPool) runWorkersUntilDone(ctx context.Context) error {
	var err error
	if p.self, err = confine.OwnExecutablePath(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for range p.n {
		all.Go(func() {
			for again := true; again && ctx.Err() == nil; {
				var err error
				if again, err = p.runWorker(ctx); err != nil {
					p.mu.Lock()
					p.err = errors.Join(p.err, err)
					p.mu.Unlock()
					cancel()
				}
			}
		})
	}
	all.Wait()
	if p.err == nil && ctx.Err() == nil {
		p.printProcessorTimes()
	}
	return p.err
}

// printProcessorTimes prints how much the processors have worked for each worker.
func (p *studyPool) printProcessorTimes() {
	var texts []string
	for _, t := range p.times {
		texts = append(texts, fmt.Sprintf("%.2f s", t.Seconds()))
	}
	p.con.printMessage(quiet, "info", "processor time of the workers: %s", strings.Join(texts, ", "))
}

// runWorker runs a worker until it ends. again reports whether another must take its place.
func (p *studyPool) runWorker(ctx context.Context) (again bool, err error) {
	o := study.DescribeThisProcess()
	p.mu.Lock()
	p.number++
	o.Name = fmt.Sprintf("%s-%d", o.Name, p.number)
	p.mu.Unlock()
	log, err := os.Create(p.folder.Path(study.LogFolder, o.Name+".log"))
	if err != nil {
		return false, err
	}
	defer closeAndRemoveIfEmpty(log)
	c := exec.Command(p.self, studyWorkerName, p.folder.Dir, o.Name)
	c.Stdout, c.Stderr = log, log
	in, err := c.StdinPipe()
	if err != nil {
		return false, err
	}
	if err := c.Start(); err != nil {
		return false, err
	}
	ended := make(chan struct{})
	go p.stopWorkerWithContext(ctx, c, in, ended)
	err = c.Wait()
	close(ended)
	p.mu.Lock()
	p.times = append(p.times, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	p.mu.Unlock()
	e := p.folder.ReadWorkerEnd(o.Name)
	switch {
	case e == nil: // it died
		text := c.ProcessState.String()
		p.con.printMessage(notice, "warning", "a worker process died: %s; %s", text, log.Name())
		return true, p.folder.RecordWorkerEnd(o.Name, study.End{Released: ctx.Err() != nil, Code: c.ProcessState.ExitCode(), Text: text})
	case e.Text == wornOut:
		return true, nil
	case e.Code == run.ExitOK || ctx.Err() != nil:
		return false, nil
	}
	return false, &studyError{e.Code, fmt.Sprintf("a worker has ended with code %d: %s", e.Code, readLastLines(log.Name()))}
}

// stopWorkerWithContext ends a worker: it ends by itself when its standard input does.
func (p *studyPool) stopWorkerWithContext(ctx context.Context, c *exec.Cmd, in io.Closer, ended <-chan struct{}) {
	defer in.Close()
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	in.Close()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		_ = c.Process.Kill()
	}
}

// closeAndRemoveIfEmpty closes a log, and removes it if nothing is in it.
func closeAndRemoveIfEmpty(log *os.File) {
	info, err := log.Stat()
	log.Close()
	if err == nil && info.Size() == 0 {
		_ = os.Remove(log.Name())
	}
}

// readLastLines is the end of a log.
func readLastLines(path string) string {
	text, _ := os.ReadFile(path)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}
