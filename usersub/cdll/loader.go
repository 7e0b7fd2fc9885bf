package cdll

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Loader opens routines in shared libraries. Its zero value works.
type Loader struct {
	// Library is used for elements that name no library; where it is empty too,
	// the environment variable MS_USERSUBDLL is.
	Library string
	// Dialect overrules what the name of the symbol tells.
	Dialect Dialect
	// Log gets messages of routines and what they use that is not supported;
	// nil means slog.Default.
	Log *slog.Logger

	sums map[string]string
}

var _ usersub.Loader = (*Loader)(nil)

// Dialect is how a routine gets its arguments.
type Dialect uint8

const (
	// Auto takes Fortran for symbols that end in an underscore, C otherwise.
	Auto Dialect = iota
	// C passes pointers only. Character strings are followed by their length.
	C
	// Fortran passes pointers; the lengths of strings stand behind all others.
	Fortran
	// Adams passes a struct first and scalars by value. It is refused so far.
	Adams
)

func (d Dialect) String() string { return [...]string{"auto", "c", "fortran", "adams"}[d] }

// Takes implements usersub.Loader: everything that names neither a script nor
// a plugin.
func (l *Loader) Takes(ref *usersub.Ref) bool {
	return ref.Script == "" && ref.Plugin == "" && ref.Interpreter == ""
}

// Load implements usersub.Loader. Without a function's name the routine's own is
// taken. It is not for several goroutines at once. Libraries are opened once in a process and
// shared by all elements and loaders.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	named := *ref
	if named.Function == "" || strings.EqualFold(named.Function, "NULL") {
		named.Function = sig.Name
	}
	r, p := l.load(&named, sig)
	if p != nil {
		return nil, &usersub.LoadError{Ref: named, Routine: sig.Name, Reason: p.reason,
			Searched: p.searched, Hint: p.hint, Detail: p.detail}
	}
	return r, nil
}

func (l *Loader) load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, *problem) {
	if l.Dialect == Adams {
		return nil, &problem{reason: "the struct dialect is not supported",
			hint: "routines that take pointers (C or Fortran) are"}
	}
	path, p := l.find(ref)
	if p != nil {
		return nil, p
	}
	if p := notHere(); p != nil {
		return nil, p
	}
	im, p := examine(path)
	if p != nil {
		return nil, p
	}
	sum, p := l.sum(path)
	if p != nil {
		return nil, p
	}
	symbol, p := im.symbol(ref.Function)
	if p != nil {
		return nil, p
	}
	dialect := l.Dialect
	if dialect == Auto {
		dialect = dialectOf(symbol)
	}
	sub, p := l.open(im, ref, sig, symbol, dialect)
	if p != nil {
		return nil, p
	}
	return &usersub.Routine{Sub: sub, Supplier: dialect.String(), File: path,
		SHA256: sum, Symbol: symbol}, nil
}

// Close implements usersub.Loader. Libraries stay open, since their threads and
// exit handlers may still need them; their files are flushed.
func (l *Loader) Close() error {
	Flush()
	return nil
}

// sum returns the SHA-256 of a file, read once.
func (l *Loader) sum(path string) (string, *problem) {
	if s := l.sums[path]; s != "" {
		return s, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", &problem{reason: err.Error()}
	}
	h := sha256.Sum256(b)
	if l.sums == nil {
		l.sums = map[string]string{}
	}
	l.sums[path] = hex.EncodeToString(h[:])
	return l.sums[path], nil
}

func (l *Loader) log() *slog.Logger {
	if l.Log == nil {
		return slog.Default()
	}
	return l.Log
}

// problem is what a LoadError says apart from the routine.
type problem struct {
	reason   string
	searched []string
	hint     string
	detail   string
}
