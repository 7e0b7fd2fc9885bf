package syntax

import "fmt"

// Problem is a place in a script that the embedded interpreter cannot run.
// Line and Col count from 1; they are 0 where the whole file is meant.
type Problem struct {
	Line, Col int
	Msg       string
}

func (p Problem) String() string { return fmt.Sprintf("%d:%d: %s", p.Line, p.Col, p.Msg) }
