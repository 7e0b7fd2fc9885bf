package main

import (
	"bufio"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// stdoutCapture is a pipe in place of descriptor 1, on which native code prints.
type stdoutCapture struct{ done chan struct{} }

// captureStdout lets descriptor 1 lead to w, whole lines at a time. The standard
// output must have been kept before.
func captureStdout(w io.Writer) (*stdoutCapture, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer to.Close()
	if err := unix.Dup3(int(to.Fd()), 1, 0); err != nil {
		from.Close()
		return nil, err
	}
	c := &stdoutCapture{make(chan struct{})}
	go func() {
		defer close(c.done)
		defer from.Close()
		lines := bufio.NewReader(from)
		for {
			text, err := lines.ReadString('\n')
			if err != nil && text != "" {
				text += "\n"
			}
			if text != "" {
				_, _ = io.WriteString(w, text)
			}
			if err != nil {
				return
			}
		}
	}()
	return c, nil
}

// restoreStdout lets descriptor 1 lead to the standard error again, which closes the
// pipe, and waits a moment until what was printed before has gone its way.
func (c *stdoutCapture) restoreStdout() {
	if c == nil {
		return
	}
	_ = unix.Dup3(2, 1, 0)
	runWithTimeout(patience/4, func() { <-c.done })
}
