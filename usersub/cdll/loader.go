package cdll

import (
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/sealed"
)

// Loader opens routines in shared libraries. Its zero value works.
type Loader struct {
	// Library is used for elements that name no library; where it is empty too,
	// the environment variable MS_USERSUBDLL is.
	Library string
	// Dialect is that of elements that do not say it, whatever the kind of deck
	// and the name of the symbol report.
	Dialect Dialect
	// Area reports whether contact routines have the argument area, for elements
	// that do not say it: "yes", "no", or "" for what the dialect does.
	Area string
	// Log gets messages of routines and what they use that is not supported;
	// nil means slog.Default.
	Log *slog.Logger

	// Allow refuses a file by its path and the SHA-256 of its bytes before they run; nil
	// takes all.
	Allow func(path, sum string) error

	sums   map[string]string
	copies map[string]*libraryImage // sealed ones, by path
	found  map[string]bool          // names of libraries that were found elsewhere, which was logged
}

var _ usersub.Loader = (*Loader)(nil)

// Dialect is how a routine gets its arguments.
type Dialect uint8

const (
	// Auto takes Fortran for symbols that end in an underscore, C otherwise.
	Auto Dialect = iota
	// C passes pointers only. Character strings are followed by their length.
	C
	// Fortran passes pointers; the lengths of strings are behind all others.
	Fortran
	// Adams passes a struct first and scalars by value to symbols with small
	// and capital letters (Gfosub), and is Fortran for all others.
	Adams
)

// String names the dialect as run.json names implementations; name is what users write.
func (d Dialect) String() string { return [...]string{"auto", "c", "fortran", "adams"}[d] }

// ParseDialect returns the dialect that a deck or command line names: ms,
// fortran, adams, or auto and nothing for Auto.
func ParseDialect(name string) (d Dialect, ok bool) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "", "auto":
		return Auto, true
	case "ms", "c":
		return C, true
	case "fortran":
		return Fortran, true
	case "adams":
		return Adams, true
	}
	return Auto, false
}

// Takes implements usersub.Loader: everything that names neither a script nor
// a plugin.
func (l *Loader) Takes(ref *usersub.Ref) bool {
	return ref.Script == "" && ref.Plugin == "" && ref.Interpreter == ""
}

// Load implements usersub.Loader. Without a function's name the routine's own is
// taken. It is not for several goroutines at once. Libraries are opened once in a process and
// shared by all elements and loaders.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	return loading.Load(ref, sig, func(named *usersub.Ref) (*usersub.Routine, *usersub.LoadError) { return l.loadRoutine(named, sig) })
}

func (l *Loader) loadRoutine(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, *usersub.LoadError) {
	wanted, p := l.requestedDialect(ref)
	if p != nil {
		return nil, p
	}
	path, p := l.findLibrary(ref)
	if p != nil {
		return nil, p
	}
	if p := checkSupportedSystem(); p != nil {
		return nil, p
	}
	im, p := readLibrary(path)
	if p != nil {
		return nil, p
	}
	im, sum, p := l.verifyAndSealImage(im)
	if p != nil {
		return nil, p
	}
	if l.Allow != nil {
		if err := l.Allow(path, sum); err != nil {
			return nil, &usersub.LoadError{Reason: err.Error()}
		}
	}
	symbol, dialect, p := l.chooseSymbol(im, ref, sig, wanted)
	if p != nil {
		return nil, p
	}
	sub, p := l.openRoutine(im, ref, sig, symbol, dialect)
	if p != nil {
		return nil, p
	}
	return &usersub.Routine{Sub: sub, Implementation: implementationName(symbol, dialect, wanted), File: path,
		SHA256: sum, Symbol: symbol}, nil
}

// requestedDialect returns what is requested: by the element, else by the loader, else by
// the kind of deck.
func (l *Loader) requestedDialect(ref *usersub.Ref) (Dialect, *usersub.LoadError) {
	for _, name := range [3]string{ref.Dialect, l.Dialect.Name(), ref.DeckDialect} {
		d, ok := ParseDialect(name)
		if !ok {
			return Auto, &usersub.LoadError{Reason: fmt.Sprintf("there is no dialect %q", name), Hint: "give ms, fortran or adams"}
		}
		if d != Auto {
			return d, nil
		}
	}
	return Auto, nil
}

// Name is what usrsub_dialect calls the dialect, "" for Auto.
func (d Dialect) Name() string { return [...]string{"", "ms", "fortran", "adams"}[d] }

// Close implements usersub.Loader. Libraries stay open, since their threads and
// exit handlers may still need them; their files are flushed.
func (l *Loader) Close() error {
	FlushOutput()
	return nil
}

// verifyAndSealImage returns what is to be opened for a library, and the hash of that. Where code
// must be allowed it is a sealed copy, so that nobody can change it any more. A library that
// searches for others beside itself is opened where it lies: a copy has no place.
func (l *Loader) verifyAndSealImage(im *libraryImage) (*libraryImage, string, *usersub.LoadError) {
	if l.Allow == nil || im.origin {
		sum, p := l.fileHash(im.path)
		return im, sum, p
	}
	if c := l.copies[im.path]; c != nil {
		return c, l.sums[im.path], nil
	}
	file, sum, err := sealed.SealCopy(im.path)
	if err != nil {
		l.logger().Info("it is hashed, then opened, since no copy of it can be sealed here", "file", im.path, "reason", err)
		sum, p := l.fileHash(im.path)
		return im, sum, p
	}
	c, p := readLibrary(file)
	if p != nil {
		return nil, "", p
	}
	c.path = im.path
	if l.copies == nil {
		l.copies, l.sums = map[string]*libraryImage{}, map[string]string{}
	}
	l.copies[im.path], l.sums[im.path] = c, sum
	return c, sum, nil
}

// fileHash returns the SHA-256 of a file, read once.
func (l *Loader) fileHash(path string) (string, *usersub.LoadError) {
	if s := l.sums[path]; s != "" {
		return s, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", &usersub.LoadError{Reason: err.Error()}
	}
	if l.sums == nil {
		l.sums = map[string]string{}
	}
	l.sums[path] = loading.HashBytes(b)
	return l.sums[path], nil
}

func (l *Loader) logger() *slog.Logger {
	if l.Log == nil {
		return slog.Default()
	}
	return l.Log
}
