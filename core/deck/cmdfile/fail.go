package cmdfile

import "fmt"

// failure is why an expression has no value. Evaluation goes from expressions through attributes and poses to other expressions, so that almost
// every function of it would pass failures on. They panic with a failure instead, as text/template does, and the command or the statement
// that needs the value takes it from try.
type failure struct{ error }

func failuref(format string, args ...any) failure { return failure{fmt.Errorf(format, args...)} }

// catchFailure returns what f returns, or the failure that ends it.
func catchFailure[T any](f func() T) (v T, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.error
		default:
			panic(r)
		}
	}()
	return f(), nil
}
