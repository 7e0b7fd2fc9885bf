package wasm

import (
	"bytes"
	"io"
	"time"
)

var noTime time.Time

// maxHeld bounds what is held back of a line that does not end.
const maxHeld = 4096

// lineLogger passes on what a module prints, line by line: to a writer, or to the log.
type lineLogger struct {
	to   io.Writer
	m    *moduleInstance
	held []byte
}

func (l *lineLogger) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			break
		}
		l.held = append(l.held, p[:i]...)
		l.flushLine()
		p = p[i+1:]
	}
	if l.held = append(l.held, p...); len(l.held) > maxHeld {
		l.flushLine()
	}
	return n, nil
}

func (l *lineLogger) flushLine() {
	if l.to != nil {
		l.to.Write(append(l.held, '\n'))
	} else {
		l.m.loader.logger().Info(string(l.held), "module", l.m.path)
	}
	l.held = l.held[:0]
}

// flushUnendedLine passes on a line that did not end.
func (l *lineLogger) flushUnendedLine() {
	if len(l.held) > 0 {
		l.flushLine()
	}
}
