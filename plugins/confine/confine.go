// Package confine takes rights away from this process, as far as the system can: which
// files it may read and write, connections, memory and processor time. Enter is for the
// stage that starts a worker: what it takes away is gone for good, also for the programs that
// the process becomes or starts.
package confine

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Rules are what a process may still do. Paths that do not exist are passed over.
type Rules struct {
	Read    []string // files, and folders with all below them
	Execute []string // the same, that may be read and started as programs
	Write   []string // folders in which files may be made, changed and removed; files that may be written
	Memory  uint64   // bytes that it may allocate beyond what it has when it is ready; 0: no limit
	CPU     uint64   // seconds of processor time; 0: no limit
	Core    bool     // a crash may leave its memory in a file
	Keep    int      // how many descriptors from 3 on it keeps
}

// Report reports what is enforced and what is not, and why.
type Report struct {
	Enforced []string `json:"enforced"`
	Missing  []string `json:"missing,omitempty"`
}

func (r *Report) noteEnforced(format string, args ...any) {
	r.Enforced = append(r.Enforced, fmt.Sprintf(format, args...))
}

func (r *Report) noteUnenforced(format string, args ...any) {
	r.Missing = append(r.Missing, fmt.Sprintf(format, args...))
}

// String is the report on one line.
func (r *Report) String() string {
	text := strings.Join(r.Enforced, ", ")
	if text == "" {
		text = "nothing"
	}
	if len(r.Missing) > 0 {
		text += "; not enforced: " + strings.Join(r.Missing, ", ")
	}
	return text
}

// ReadReport reads what Launch has written.
func ReadReport(file string) (r Report, err error) {
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	return r, err
}

// Variables of the environment by which the stages speak to each other: Rules in
// JSON for the first, the Report in JSON for the second.
const (
	RulesVariable  = "TRAMMEL_CONFINE"
	ReportVariable = "TRAMMEL_CONFINED"
	// LaunchedVariable names the file for the Report of Launch.
	LaunchedVariable = "TRAMMEL_LAUNCHED"
)

// Rules as the value of RulesVariable.
func (r *Rules) String() string {
	b, err := json.Marshal(r)
	if err != nil {
		panic("confine: " + err.Error()) // texts and numbers
	}
	return string(b)
}

// ConfineSelf is the beginning of a program that is to be confined. The first time it takes the
// rights away and starts the program again, in the same process; the second time it returns
// the limit of memory, which is for the program to set when it is ready (LimitOwnMemory), and what is
// enforced. Without RulesVariable nothing is enforced.
func ConfineSelf() (memory uint64, report Report, err error) {
	given, done := os.Getenv(RulesVariable), os.Getenv(ReportVariable)
	if given == "" {
		return 0, report, nil
	}
	var r Rules
	if err := json.Unmarshal([]byte(given), &r); err != nil {
		return 0, report, fmt.Errorf("confine: %s: %w", RulesVariable, err)
	}
	if done == "" {
		if report, err = enforceAndRestart(&r); err != nil {
			return 0, report, err
		}
	} else if err := json.Unmarshal([]byte(done), &report); err != nil {
		return 0, report, fmt.Errorf("confine: %s: %w", ReportVariable, err)
	}
	os.Unsetenv(RulesVariable)
	os.Unsetenv(ReportVariable)
	return r.Memory, report, nil
}
