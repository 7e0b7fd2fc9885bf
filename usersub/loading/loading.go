// Package loading has what the loaders of user subroutines share.
package loading

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"unsafe"

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

// HashBytes returns the SHA-256 of bytes in hexadecimal digits.
func HashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
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

// NewCallError returns the error of a call of a frame.
func NewCallError(f *usersub.Frame, cause usersub.Cause, message string) *usersub.CallError {
	e := &usersub.CallError{Cause: cause, Routine: f.Sig.Name, Time: f.Time(), Message: message}
	if f.Element != "" {
		e.Element = fmt.Sprintf("%s %d", f.Element, f.ID)
	}
	return e
}

// Load loads a routine: load is given ref, with the routine's own name where that names no function. What load finds wrong
// is an error of the routine.
func Load(ref *usersub.Ref, sig *usersub.Sig, load func(named *usersub.Ref) (*usersub.Routine, *usersub.LoadError)) (*usersub.Routine, error) {
	named := *ref
	if named.Function == "" || strings.EqualFold(named.Function, "NULL") {
		named.Function = sig.Name
	}
	r, p := load(&named)
	if p != nil {
		wrong := *p // that of a file is one for all its routines
		wrong.Ref, wrong.Routine = named, sig.Name
		return nil, &wrong
	}
	return r, nil
}

// EqualQueries reports whether two lists have the same queries, by where their names and arguments lie.
func EqualQueries(a, b []usersub.Query) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		q, k := &a[i], &b[i]
		if unsafe.StringData(q.Name) != unsafe.StringData(k.Name) || unsafe.SliceData(q.Par) != unsafe.SliceData(k.Par) ||
			len(q.Name) != len(k.Name) || len(q.Par) != len(k.Par) || q.Ary != k.Ary {
			return false
		}
	}
	return true
}
