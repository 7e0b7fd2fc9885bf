package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Scripts of the other solvers: Exudyn, and engines of robotics.
var (
	//go:embed peer.py
	exudynScript string
	//go:embed robotics.py
	roboticsScript string
)

// peer is the other solver: a process that answers one case after the other.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// startPeer runs a script in a Python that has what it imports.
func startPeer(python, script string) (*peer, error) {
	c := exec.Command(python, "-W", "ignore", "-c", script)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &peer{c, in, bufio.NewScanner(out)}, c.Start()
}

// solveCase has a case solved: model/coordinates/method, bodies, steps and end.
func (p *peer) solveCase(name string, n, steps int, end float64) (o outcome) {
	fmt.Fprintln(p.in, name, n, steps, end)
	for p.out.Scan() {
		line := p.out.Text()
		if line == "failed" {
			return outcome{failed: fmt.Errorf("%s: no solution with %d steps", name, steps)}
		}
		if _, err := fmt.Sscan(line, &o.cpu, &o.calls, &o.at[0], &o.at[1], &o.at[2]); err == nil && strings.Count(line, " ") == 4 {
			o.steps = steps
			return o
		}
	}
	return outcome{failed: fmt.Errorf("%s: the peer has gone: %v", name, p.out.Err())}
}

func (p *peer) stopPeer() {
	p.in.Close()
	_ = p.cmd.Wait()
}
