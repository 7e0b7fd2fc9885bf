// Package loading has what the loaders of user subroutines share.
package loading

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// EditDistance returns the number of insertions, deletions and replacements of bytes that turn a into b.
func EditDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// MessageLevel returns the level of a message by its type, as USRMES has it: INFO, INFO_LOG, WARN, FAULT, ERROR, …
func MessageLevel(tag string) slog.Level {
	switch {
	case strings.HasPrefix(tag, "WARN"):
		return slog.LevelWarn
	case strings.HasPrefix(tag, "FAULT"), strings.HasPrefix(tag, "ERR"):
		return slog.LevelError
	case strings.HasSuffix(tag, "_LOG"):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// HashBytes returns the SHA-256 of bytes in hexadecimal digits.
func HashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// PadWithBlanks sets dst to s and blanks behind it; what has no room is left out.
func PadWithBlanks(dst []byte, s string) {
	for i := copy(dst, s); i < len(dst); i++ {
		dst[i] = ' '
	}
}

// MatrixRows returns the number of rows of an argument of a frame that is a matrix, 0 for others: its length is a product,
// of which one factor may be an argument.
func MatrixRows(f *usersub.Frame, i int) int {
	a := &f.Sig.Args[i]
	first, _, product := strings.Cut(a.Len, "*")
	switch {
	case a.Len == "36":
		return 6
	case !product:
		return 0
	}
	if k := f.Sig.ArgIndex(first); k >= 0 {
		return int(f.Ints(k)[0])
	}
	return int(math.Round(math.Sqrt(float64(f.Len(i))))) // nq*nq: no argument reports nq
}

// PythonNames returns the names of a utility in Python, none for the three that are queries.
func PythonNames(u *usersub.Utility) []string {
	switch {
	case u.Name == "SYSFNC", u.Name == "SYSARY", u.Name == "MODFNC", u.InPython == "":
		return nil
	case u.Name == "GTCURV":
		return []string{u.InPython, "py_gtcurv"}
	}
	return []string{u.InPython}
}

// NewCallError returns the error of a call of a frame.
func NewCallError(f *usersub.Frame, cause usersub.Cause, message string) *usersub.CallError {
	e := &usersub.CallError{Cause: cause, Routine: f.Sig.Name, Time: f.Time(), Message: message}
	if f.Element != "" {
		e.Element = fmt.Sprintf("%s %d", f.Element, f.ID)
	}
	return e
}
