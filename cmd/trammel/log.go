package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/run"
)

// consoleLogHandler takes messages of loaders and routines: all go to run.log, warnings
// also into run.json, and those of its level and above to the console. It is a
// slog.Handler.
type consoleLogHandler struct {
	con   *console
	rec   *run.Recorder // nil: there is no run
	level slog.Level    // least level for the console
	attrs string        // of WithAttrs, ready to be printed
}

// Enabled reports true: the journal takes all levels.
func (j *consoleLogHandler) Enabled(context.Context, slog.Level) bool { return true }

// Handle writes a record to the log of the run and, from the level of the journal on, to the terminal.
func (j *consoleLogHandler) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message + j.attrs)
	r.Attrs(func(a slog.Attr) bool {
		b.WriteString(formatAttr(a))
		return true
	})
	word := strings.ToLower(r.Level.String())
	h := quiet
	switch {
	case r.Level >= slog.LevelError:
		h = bad
	case r.Level >= slog.LevelWarn:
		word, h = "warning", notice
	}
	if j.rec != nil && r.Level >= slog.LevelWarn {
		j.rec.Warn("%s", b.String())
	} else if j.rec != nil {
		j.rec.Log("%s: %s", word, b.String())
	}
	if r.Level >= j.level {
		j.con.printMessage(h, word, "%s", b.String())
	}
	return nil
}

func formatAttr(a slog.Attr) string {
	v := a.Value.String()
	if v == "" || strings.ContainsAny(v, " \t\r\n\"=") {
		v = fmt.Sprintf("%q", v)
	}
	return " " + a.Key + "=" + v
}

// WithAttrs returns a handler that adds attributes to every record.
func (j *consoleLogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *j
	for _, a := range slices.Clone(attrs) {
		c.attrs += formatAttr(a)
	}
	return &c
}

// WithGroup implements slog.Handler; groups are not shown.
func (j *consoleLogHandler) WithGroup(string) slog.Handler { return j }

// printWriter takes what scripts print, whole lines at a time.
type printWriter struct {
	con *console
	rec *run.Recorder
}

// Write prints b and logs its lines.
func (p *printWriter) Write(b []byte) (int, error) {
	if p.rec != nil {
		for line := range bytes.Lines(b) {
			p.rec.Log("output: %s", bytes.TrimRight(line, "\r\n"))
		}
	}
	return p.con.Write(b)
}
