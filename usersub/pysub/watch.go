package pysub

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
)

// timeLimitWatch ends scripts that run too long. It counts jumps backwards and calls:
// every loop and every recursion makes them. The clock is read only every
// watchEvery of those, so that an ordinary call never reads it; the time begins to
// run with the first reading. Loops inside functions written in Go (sum over an
// endless iterator that is written in Go too) are not seen.
type timeLimitWatch struct {
	ticks    uint32
	deadline time.Time // zero before the first reading
}

const watchEvery = 1024

// expiration ends the function under way whatever it catches.
type expiration struct {
	limit time.Duration // 0 for the end of the run
	where string
}

// checkTimeLimit ends a script that has used up its time; it is called for every jump backwards and every call.
func (in *interp) checkTimeLimit(f *py.Frame) {
	in.watch.ticks++
	if in.watch.ticks%watchEvery != 0 {
		return
	}
	if in.ended.Load() {
		in.raiseTimeout(0, f)
	}
	if in.limit <= 0 {
		return
	}
	now := time.Now()
	if in.watch.deadline.IsZero() {
		in.watch.deadline = now.Add(in.limit)
		return
	}
	if now.After(in.watch.deadline) {
		in.raiseTimeout(in.limit, f)
	}
}

func (in *interp) raiseTimeout(limit time.Duration, f *py.Frame) {
	e := expiration{limit: limit}
	if f != nil {
		e.where = in.describePosition(f.Code, int(f.Code.Addr2Line(f.Lasti)))
	}
	panic(e)
}

// extendLimit gives back time that was not the script's.
func (w *timeLimitWatch) extendLimit(d time.Duration) {
	if !w.deadline.IsZero() {
		w.deadline = w.deadline.Add(d)
	}
}

func (in *interp) describePosition(co *py.Code, line int) string {
	return fmt.Sprintf("  File \"%s\", line %d, in %s\n    %s", co.Filename, line, co.Name, strings.TrimSpace(in.sourceLine(co.Filename, line)))
}

// installTimeLimitWatch counts jumps backwards.
func installTimeLimitWatch() {
	for _, code := range []vm.OpCode{vm.JUMP_ABSOLUTE, vm.CONTINUE_LOOP} {
		old := private.Opcodes[code]
		private.Opcodes[code] = func(v *vm.Vm, target int32) error {
			f := private.CurrentFrame(v)
			if in, ok := f.Context.(*interp); ok {
				in.checkTimeLimit(f)
			}
			return old(v, target)
		}
	}
}
