package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// Limits of a pack that is fetched.
const (
	fetchLimit = 2 << 30
	fetchTime  = 15 * time.Minute
)

// isPackAddress reports whether an argument is the address of a pack and not a file.
func isPackAddress(arg string) bool {
	return strings.HasPrefix(arg, "https://") || strings.HasPrefix(arg, "http://")
}

// fetchPack fetches a pack into a file, which the caller removes. Without encryption it is fetched from this machine only, unless pinned says
// that its hash or its key is known.
func fetchPack(address string, hashIsPinned bool) (path string, err error) {
	client := &http.Client{Timeout: fetchTime, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > 9 {
			return errors.New("it leads from address to address")
		}
		return checkEncrypted(r.URL, hashIsPinned)
	}}
	u, err := url.Parse(address)
	if err == nil {
		err = checkEncrypted(u, hashIsPinned)
	}
	if err != nil {
		return "", fetchError(address, err)
	}
	r, err := client.Get(address)
	if err != nil {
		return "", fetchError(address, errors.Unwrap(err))
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return "", fetchError(address, fmt.Errorf("the server says %s", r.Status))
	}
	f, err := os.CreateTemp("", "trammel-pack-")
	if err != nil {
		return "", err
	}
	n, err := io.Copy(f, io.LimitReader(r.Body, fetchLimit+1))
	if n > fetchLimit {
		err = fmt.Errorf("it has more than %d bytes", int64(fetchLimit))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", fetchError(address, err)
	}
	return f.Name(), nil
}

// checkEncrypted refuses an address of another machine at which anybody on the way can exchange what is fetched.
func checkEncrypted(u *url.URL, hashIsPinned bool) error {
	ip := net.ParseIP(u.Hostname())
	if u.Scheme == "https" || hashIsPinned || u.Hostname() == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s is not encrypted: use https, or give --sha256 or --key", u.Redacted())
}

func fetchError(address string, err error) error {
	return &usersub.LoadError{Reason: fmt.Sprintf("%s cannot be fetched: %v", address, err)}
}
