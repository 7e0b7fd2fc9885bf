package confine

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// ConfineThreadAndExec takes rights away from this thread by the rules in the environment and becomes the program at file, which knows nothing of
// that. args are its command line. Memory is for the caller to limit when the program is ready (LimitProcessMemory). What is enforced goes into the file that LaunchedVariable names. It returns only with an
// error.
func ConfineThreadAndExec(file string, args []string) error {
	var r Rules
	if err := json.Unmarshal([]byte(os.Getenv(RulesVariable)), &r); err != nil {
		return fmt.Errorf("confine: %s: %w", RulesVariable, err)
	}
	to := os.Getenv(LaunchedVariable)
	os.Unsetenv(RulesVariable)
	os.Unsetenv(LaunchedVariable)
	runtime.LockOSThread()
	// A copy that is held open by the process that started this one cannot be reached from behind the rules.
	if strings.HasPrefix(file, "/proc/") {
		fd, err := unix.Open(file, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return &os.PathError{Op: "open", Path: file, Err: err}
		}
		file = fmt.Sprintf("/proc/self/fd/%d", fd)
	}
	report := r.enforceRules()
	text, err := json.Marshal(&report)
	if err == nil && to != "" {
		err = os.WriteFile(to, text, 0o600)
	}
	if err != nil {
		return err
	}
	return &os.PathError{Op: "exec", Path: file, Err: syscall.Exec(file, args, os.Environ())}
}
