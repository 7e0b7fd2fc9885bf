//go:build unix

package frame

import "os"

// newFile makes a file without a name, to be mapped where there is no memory without a file.
func newFile(size int) (*os.File, error) {
	f, err := os.CreateTemp("", "trammel-frames-")
	if err != nil {
		return nil, err
	}
	if err = os.Remove(f.Name()); err == nil {
		err = f.Truncate(int64(size))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
