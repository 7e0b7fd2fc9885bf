package wasm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// hostFault ends a call from within a function of the host.
type hostFault struct {
	cause   usersub.Cause
	message string
	err     error // if it is not the routine's fault
}

func (e *hostFault) Error() string { return e.message }

// callFailure is why a call did not return.
type callFailure struct {
	cause           usersub.Cause
	message, detail string
	err             error // that of a fault
}

// newCallFailure puts the end of a call into words. What wazero says begins with the cause and
// continues with the functions that were under way.
func (m *moduleInstance) newCallFailure(err error) callFailure {
	first, rest, _ := strings.Cut(err.Error(), "\n")
	x := callFailure{cause: usersub.Exception, detail: parseCallTrace(rest)}
	var f *hostFault
	switch {
	case m.refused > 0:
		x.message = m.describeFailedGrowth()
	case errors.As(err, &f):
		x.cause, x.message, x.err = f.cause, f.message, f.err
		if x.cause == usersub.Exited {
			x.detail = ""
		}
	default:
		x.message = "it trapped: " + explainTrap(strings.TrimPrefix(first, "wasm error: "))
	}
	return x
}

// describeFailedGrowth reports memory that the module requested and did not get.
func (m *moduleInstance) describeFailedGrowth() string {
	return fmt.Sprintf("it requests %.4g MiB of memory, the limit is %d MiB (--memory-limit)", float64(m.refused)/(1<<20), m.loader.memoryLimit()>>20)
}

// explainTrap adds to a trap what usually brings it about.
func explainTrap(trap string) string {
	switch trap {
	case "unreachable":
		return "unreachable code (abort, a failed assertion, or a function without a return value)"
	case "out of bounds memory access":
		return "out of bounds memory access (an index or pointer outside of its memory, or recursion without end)"
	case "stack overflow":
		return "stack overflow (recursion without end)"
	case "indirect call type mismatch":
		return "indirect call type mismatch (a function pointer is called with other arguments than the function has)"
	}
	return trap
}

// parseCallTrace takes the functions that were under way from what wazero says.
func parseCallTrace(text string) string {
	var lines []string
	last, times := "", 0
	end := func() {
		if times > 1 {
			lines[len(lines)-1] += fmt.Sprintf(", %d times", times)
		}
	}
	for line := range strings.Lines(strings.TrimPrefix(text, "wasm stack trace:\n")) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, hostName+"."):
			continue
		case strings.HasPrefix(line, "... "):
			line = "  ..."
		default:
			line = "  in " + strings.TrimPrefix(strings.TrimPrefix(line, userName), ".")
		}
		if line == last {
			times++
			continue
		}
		end()
		lines, last, times = append(lines, line), line, 1
	}
	end()
	return strings.Join(lines, "\n")
}
