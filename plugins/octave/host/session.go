package host

import (
	"bufio"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/sdk"
)

//go:embed lib/driver.m
var driver string

// boot reads the driver from descriptor 3 and lets it serve.
const boot = `r = fopen("/dev/fd/3", "r"); w = fopen("/dev/fd/4", "w"); ` +
	`eval(char(fread(r, [1 fread(r, 1, "double")], "uint8"))); clear r w ans; __trammel__("serve");`

// octaveSession is a process of Octave.
type octaveSession struct {
	cmd     *exec.Cmd
	to      *os.File
	from    *bufio.Reader
	life    *os.File // the other end of from
	buf     []byte
	scripts []*octaveScript
	handles int
	over    chan struct{} // closed when the process has ended
}

// startOctave starts Octave. It ends when this process does: its input ends, and on
// Linux the kernel kills it even in the middle of a call.
func startOctave(p *octaveProgram) (*octaveSession, error) {
	theirIn, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	defer theirOut.Close()
	s := &octaveSession{to: to, from: bufio.NewReaderSize(from, 1<<16), life: from, over: make(chan struct{})}
	s.cmd = exec.Command(p.path, "--no-gui", "--quiet", "--norc", "--no-history", "--eval", boot)
	s.cmd.Stdout, s.cmd.Stderr = stderr, stderr
	s.cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	s.cmd.Dir = os.TempDir() // what it says of files in its folder at the start is noise
	detachFromTerminal(s.cmd)
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the kernel watches the thread that started it
		err := s.cmd.Start()
		started <- err
		if err == nil {
			_ = s.cmd.Wait()
			close(s.over)
		}
	}()
	if err := <-started; err != nil {
		return nil, &sdk.MissingFunctionError{Reason: fmt.Sprintf("%s cannot be started: %v", p.path, err)}
	}
	text := driver + utilityDefinitions() + chdirStatement() + "__trammel__(\"start\", r, w);\n"
	_, err = to.Write(append(binary.NativeEndian.AppendUint64(nil, math.Float64bits(float64(len(text)))), text...))
	if err != nil {
		return nil, &sdk.MissingFunctionError{Reason: fmt.Sprintf("%s ended at its start: %s", p.path, s.stopAndDescribeEnd())}
	}
	return s, nil
}

// chdirStatement makes Octave work in the folder of this process.
func chdirStatement() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return fmt.Sprintf("warning(\"off\", \"Octave:shadowed-function\"); cd('%s');\n", strings.ReplaceAll(dir, "'", "''"))
}

// utilityDefinitions defines m_step and its kin. Each is called once, which locks it.
func utilityDefinitions() string {
	var b strings.Builder
	define := func(name, utility string) {
		fmt.Fprintf(&b, "function varargout = m_%s(varargin)\n  mlock();\n  [varargout{1:nargout}] = __trammel__(\"ask\", \"use\", %q, varargin{:});\nend\nm_%s();\n",
			name, utility, name)
	}
	for _, name := range sdk.Utilities() {
		define(strings.ToLower(name), name)
	}
	define("gtcrv", "GTCURV") // as in Python
	return b.String()
}

// octaveFault is an error that Octave raised.
type octaveFault struct {
	identifier, message, calls string
}

func (f *octaveFault) Error() string { return f.message }

func asFault(err error, f **octaveFault) bool { return errors.As(err, f) }

func parseFault(body []float64) *octaveFault {
	list := unpackList(body)
	return &octaveFault{textItem(list, 0), textItem(list, 1), textItem(list, 2)}
}

// sendRequest sends a message that is not a call and waits for its end. Scripts
// that ask while they are loaded learn that there is nobody to answer.
func (s *octaveSession) sendRequest(m []float64) ([]float64, error) {
	if err := s.sendMessage(m); err != nil {
		return nil, s.lostError()
	}
	for {
		v, err := s.receiveMessage()
		if err != nil {
			return nil, s.lostError()
		}
		switch v[0] {
		case msgDone:
			return v[1:], nil
		case msgFailure:
			return nil, parseFault(v[1:])
		case msgQuery:
			if err := s.sendMessage(append([]float64{msgAnswer}, packList([]any{"!", "queries are possible only while the solver calls a function of the script"})...)); err != nil {
				return nil, s.lostError()
			}
		}
	}
}

// lostError is the error for a process that is gone. One that was killed takes this
// process along, since nothing can be called any more: the solver then reports a lost process.
func (s *octaveSession) lostError() error {
	status := s.stopAndDescribeEnd()
	if s.cmd.ProcessState == nil || !s.cmd.ProcessState.Exited() {
		fmt.Fprintf(stderr, "Octave (%s, process %d) was lost: %s\n", s.cmd.Path, s.cmd.Process.Pid, status)
		os.Exit(3)
	}
	return sdk.NewCallFailure(sdk.Exited, fmt.Sprintf("exit, quit or fclose all was called: Octave ended with %s", status), "")
}

// stopAndDescribeEnd ends the process and reports how it ended.
func (s *octaveSession) stopAndDescribeEnd() string {
	s.to.Close()
	select {
	case <-s.over:
	case <-time.After(2 * time.Second):
		_ = s.cmd.Process.Kill()
		<-s.over
	}
	return s.cmd.ProcessState.String()
}

// killProcess ends the process, whatever it is doing.
func (s *octaveSession) killProcess() {
	s.to.Close()
	_ = s.cmd.Process.Kill()
	<-s.over
	s.life.Close()
}

// restoreScriptPaths names scripts in a text of Octave by their paths.
func (s *octaveSession) restoreScriptPaths(text string) string {
	for _, x := range s.scripts {
		text = strings.ReplaceAll(text, x.copy, x.path)
	}
	return text
}

// formatCallTrace lists the calls that led to a fault, the innermost first, one a line:
// "  in law (/deck/road.m:12:7)".
func (s *octaveSession) formatCallTrace(f *octaveFault) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(f.calls, "\n"), "\n") {
		part := strings.Split(line, "\t")
		if len(part) != 4 || strings.HasPrefix(part[0], "@<anonymous>") && part[1] == "" {
			continue
		}
		fmt.Fprintf(&b, "  in %s", part[0])
		if part[1] != "" {
			fmt.Fprintf(&b, " (%s:%s:%s)", s.restoreScriptPaths(part[1]), part[2], part[3])
		}
		b.WriteString("\n")
	}
	return b.String()
}
