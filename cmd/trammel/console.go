package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/mattn/go-isatty"
)

// console writes messages and the progress line. On a terminal the progress
// line is the last one and is overwritten; messages take it away first.
type console struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	color    bool
	shown    int // characters of the progress line that is there
}

func newConsole(f *os.File) *console {
	terminal := isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
	return &console{w: f, terminal: terminal,
		color: terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// Write implements io.Writer for text that is not ours, whole lines at a time.
func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clearProgress()
	return c.w.Write(b)
}

// clearProgress blanks the progress line.
func (c *console) clearProgress() {
	if c.shown > 0 {
		fmt.Fprintf(c.w, "\r%s\r", strings.Repeat(" ", c.shown))
		c.shown = 0
	}
}

// messageColor is the colour of the first word of a message.
type messageColor string

const (
	bad    messageColor = "\x1b[1;31m"
	notice messageColor = "\x1b[1;35m"
	quiet  messageColor = ""
)

// printMessage writes "word: message".
func (c *console) printMessage(h messageColor, word, format string, args ...any) {
	if c.color && h != quiet {
		word = string(h) + word + ":\x1b[0m"
	} else {
		word += ":"
	}
	fmt.Fprintf(c, "%s %s\n", word, fmt.Sprintf(format, args...))
}

// showProgress shows a progress line: in place of the last one on a terminal, as a
// line of its own elsewhere.
func (c *console) showProgress(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.terminal {
		fmt.Fprintln(c.w, text)
		return
	}
	n := len([]rune(text))
	fmt.Fprintf(c.w, "\r%s%s", text, strings.Repeat(" ", max(0, c.shown-n)))
	c.shown = n
}
