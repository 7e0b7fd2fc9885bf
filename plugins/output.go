package plugins

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
)

// Bounds of what is kept of a plugin's output.
const (
	keepLines = 20
	lineBytes = 4096
)

// processOutput takes what a plugin writes, line by line, to the log, and keeps the
// last lines for error messages.
type processOutput struct {
	log  *slog.Logger
	name string

	mu    sync.Mutex
	part  []byte
	lines []string
}

func newOutput(log *slog.Logger, name string) *processOutput {
	return &processOutput{log: log, name: name}
}

// Write implements io.Writer; it never fails.
func (o *processOutput) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part = append(o.part, b...)
	for {
		i := bytes.IndexByte(o.part, '\n')
		if i < 0 && len(o.part) < lineBytes {
			return len(b), nil
		}
		if i < 0 {
			i = len(o.part)
		}
		o.logLine(strings.TrimRight(string(o.part[:i]), "\r\n"))
		o.part = append(o.part[:0], o.part[min(i+1, len(o.part)):]...)
	}
}

// logLine takes one line of text, or one record of a structured log.
func (o *processOutput) logLine(text string) {
	level, message, attrs := parseLogRecord(text)
	o.log.LogAttrs(context.Background(), level, message,
		append(attrs, slog.String("plugin", o.name))...)
	if message == "" || level < slog.LevelInfo {
		return
	}
	if len(o.lines) == keepLines {
		o.lines = append(o.lines[:0], o.lines[1:]...)
	}
	o.lines = append(o.lines, message)
}

// lastLines returns the last lines.
func (o *processOutput) lastLines() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines := o.lines
	if len(o.part) > 0 {
		lines = append(lines[:len(lines):len(lines)], string(o.part))
	}
	return strings.Join(lines, "\n")
}

// parseLogRecord reads a line that slog or hclog wrote as JSON: level, msg and
// attributes, or the same with an @. Any other line is a message of level
// info.
func parseLogRecord(text string) (slog.Level, string, []slog.Attr) {
	if !strings.HasPrefix(text, "{") {
		return slog.LevelInfo, text, nil
	}
	var fields map[string]any
	if json.Unmarshal([]byte(text), &fields) != nil {
		return slog.LevelInfo, text, nil
	}
	level, message := slog.LevelInfo, ""
	var attrs []slog.Attr
	for k, v := range fields {
		switch k {
		case "level", "@level":
			level = parseLogLevel(v)
		case "msg", "@message":
			message, _ = v.(string)
		case "time", "@timestamp", "@module":
		default:
			attrs = append(attrs, slog.Any(k, v))
		}
	}
	if message == "" {
		return slog.LevelInfo, text, nil
	}
	return level, message, attrs
}

func parseLogLevel(v any) slog.Level {
	name, _ := v.(string)
	level := slog.LevelInfo
	if strings.EqualFold(name, "trace") {
		return slog.LevelDebug
	}
	if level.UnmarshalText([]byte(name)) != nil {
		return slog.LevelInfo
	}
	return level
}
