package flex

import (
	"bytes"
	"fmt"
)

// FileError is a mistake in a file, with its position where one is known.
type FileError struct {
	File      string
	Line, Col int // from 1; 0 for none
	Message   string
}

func (e *FileError) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Message
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Message)
}

// errorAtOffset returns an error at an offset of a text.
func errorAtOffset(file string, text []byte, offset int, format string, args ...any) *FileError {
	before := text[:min(max(offset, 0), len(text))]
	line := 1 + bytes.Count(before, []byte{'\n'})
	col := len(before) - bytes.LastIndexByte(before, '\n')
	return &FileError{File: file, Line: line, Col: col, Message: fmt.Sprintf(format, args...)}
}
