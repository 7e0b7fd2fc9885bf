package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/spf13/cobra"
)

// Native code in this process can end it past everything that this program could do about it: _exit, quick_exit, exec, a
// fault on a thread of its own, a heap or descriptors that the Go runtime cannot live with. The exit status is then that of
// the routine, perhaps 0. So a command that may load native code runs in a child process, and its parent, the
// supervisor, ends with the code that the child noted last, or with ExitLost if it noted none.

// supervisedVariable is set in the environment of a supervised child.
const supervisedVariable = "TRAMMEL_SUPERVISED"

// errSupervised ends a command whose work a child process has done; tool.code is set.
var errSupervised = errors.New("done by a child process")

// loadsCode is the annotation of commands that load user subroutines.
const loadsCode = "loads-code"

// superviseCommand runs a command again as a child process, if it may load native code and is not that child.
func (t *tool) superviseCommand(cmd *cobra.Command, args []string) error {
	if cmd.Annotations[loadsCode] == "" || cmd.Hidden || ownVerdict.Load() != nil || !mayBeNative(args) {
		return nil
	}
	if isTraced(os.Getpid()) || cmd.Flags().Changed("wait") {
		return nil // a debugger examines this process
	}
	code, ok := runSupervised(t.con)
	if !ok {
		return nil
	}
	t.code = code
	return errSupervised
}

// foreignWords are in each deck that calls user subroutines, in the deck language of XML and of Adams, or that reads other files,
// which may.
var foreignWords = [][]byte{[]byte("usr"), []byte("user"), []byte("script"), []byte("routine"), []byte("dll"), []byte("file"), []byte("read")}

// largestScan bounds the decks that are examined, in bytes.
const largestScan = 64 << 20

// mayBeNative reports whether one of the files of a command line may name native code. Only decks that are plain data are examined, everything
// else may.
func mayBeNative(files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		suffix := strings.ToLower(filepath.Ext(file))
		info, err := os.Stat(file)
		if err != nil {
			return false // nothing will be loaded
		}
		if suffix != ".xml" && suffix != ".adm" && suffix != ".acf" || !info.Mode().IsRegular() || info.Size() > largestScan {
			return true
		}
		text, err := os.ReadFile(file)
		text = bytes.ToLower(bytes.ReplaceAll(text, []byte{0}, nil)) // decks in UTF-16, too
		return err == nil && slices.ContainsFunc(foreignWords, func(w []byte) bool { return bytes.Contains(text, w) })
	})
}

// childStatus is memory that a supervised child shares with its supervisor.
type childStatus []byte

const (
	verdictSize = 4096
	// Offsets, 4 bytes each.
	verdictCode    = 0  // verdictMark plus the exit code, once the child has decided on it
	verdictSignals = 4  // signals that the child received and acts on
	verdictWitness = 8  // process that closes the results if the child cannot, 0 for none
	verdictBegun   = 12 // 1 once run.json in the folder is that of this run
	verdictFolder  = 16 // path of the folder of the results, ended by a zero

	verdictMark = 0x54520000 // no routine that overwrites memory leaves this by chance
)

// counterAtOffset returns the counter at an offset in the memory, which is a multiple of 4.
func (v childStatus) counterAtOffset(offset int) *atomic.Uint32 {
	return (*atomic.Uint32)(unsafe.Pointer(&v[offset]))
}

// ownVerdict is that of this process, nil where it has no supervisor.
var ownVerdict atomic.Pointer[childStatus]

// recordExitCode notes the code that this process is about to end with and returns it. It must be called before every
// os.Exit of a command.
func recordExitCode(code int) int {
	if v := ownVerdict.Load(); v != nil {
		v.counterAtOffset(verdictCode).Store(verdictMark + uint32(code&0xff))
	}
	return code
}

// countSignal counts a signal that this process acts on.
func countSignal() {
	if v := ownVerdict.Load(); v != nil {
		v.counterAtOffset(verdictSignals).Add(1)
	}
}

// recordWitness names the process that closes the results of this one.
func recordWitness(pid int) {
	if v := ownVerdict.Load(); v != nil {
		v.counterAtOffset(verdictWitness).Store(uint32(pid))
	}
}

// recordResultsFolder names the folder in which the results will be.
func recordResultsFolder(path string) {
	if v := ownVerdict.Load(); v != nil {
		v.setResultsFolder(absolutePath(path))
	}
}

// recordRunBegun notes that run.json in the folder is that of this run.
func recordRunBegun() {
	if v := ownVerdict.Load(); v != nil {
		v.counterAtOffset(verdictBegun).Store(1)
	}
}

// setResultsFolder names the folder of the results by its absolute path.
func (v childStatus) setResultsFolder(path string) {
	if len(path) < verdictSize-verdictFolder {
		copy(v[verdictFolder:], path)
	}
}

// resultsFolder returns the folder of the results, "" if there is none.
func (v childStatus) resultsFolder() string {
	path, _, _ := bytes.Cut(v[verdictFolder:], []byte{0})
	return string(path)
}

// recordedExitCode returns what the child noted, ok false if it noted nothing.
func (v childStatus) recordedExitCode() (code int, ok bool) {
	n := v.counterAtOffset(verdictCode).Load()
	return int(n & 0xff), n&^0xff == verdictMark
}
