package page

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Server serves the page and its results on the loopback address. Nothing else is served: no path leads to a file.
type Server struct {
	Address string // with the token, to be opened in a browser

	results  []*Result
	study    *Study // nil where results are shown
	token    string
	nonce    string
	host     string // of requests: address and port
	listener net.Listener
	watchers *pageTracker
}

// mostPoses bounds the numbers of the motion that the browser keeps: 64 MB.
const mostPoses = 16 << 20

// NewServer listens on a port of the loopback address; 0 takes a free one. Results that are not there yet come by Show.
func NewServer(results []*Result, port int) (*Server, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	s := &Server{results: results, token: newToken(), nonce: newToken(), host: l.Addr().String(), listener: l, watchers: newPageTracker()}
	s.Address = fmt.Sprintf("http://%s/%s/", s.host, s.token)
	return s, nil
}

// SetResults sets the results. It comes before Serve.
func (s *Server) SetResults(results []*Result) { s.results = results }

// LastPageClosed is closed when the last page has been closed in the browser.
func (s *Server) LastPageClosed() <-chan struct{} { return s.watchers.left }

// newToken returns 128 random bits.
func newToken() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Serve serves until Close.
func (s *Server) Serve() error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	if err := h.Serve(s.listener); err != nil && !strings.Contains(err.Error(), "use of closed") {
		return err
	}
	return nil
}

// Close stops listening.
func (s *Server) Close() error {
	s.watchers.closeConnections()
	return s.listener.Close()
}

// ServeHTTP answers a request that has the token and comes to the loopback address.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	_, port, _ := net.SplitHostPort(s.host)
	switch {
	case r.Host != s.host && r.Host != "localhost:"+port:
		http.Error(w, "this server responds to "+s.host+" only", http.StatusForbidden)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "GET and HEAD only", http.StatusMethodNotAllowed)
		return
	}
	token, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		http.Error(w, "the address lacks the token that trammel view has printed", http.StatusForbidden)
		return
	}
	if err := s.serveBelowToken(w, r, path); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// serveBelowToken answers a request for a path below the token.
func (s *Server) serveBelowToken(w http.ResponseWriter, r *http.Request, path string) error {
	if path == "data/alive" {
		return s.watchers.holdConnection(w, r)
	}
	if s.study != nil {
		return s.serveStudy(w, r, path)
	}
	return s.serveResults(w, r, path, s.results, describeContents(s.results))
}

// serveResults answers a request for a path below the page of results.
func (s *Server) serveResults(w http.ResponseWriter, r *http.Request, path string, results []*Result, c contents) error {
	if path == "" {
		ancestors := "'none'"
		if s.study != nil {
			ancestors = "'self'"
		}
		return s.writePage(w, pageHTML("trammel", "", "", s.nonce, func(name string) string { return "./web/" + name }), ancestors)
	}
	if path == "data/contents.json" {
		return writeJSON(w, c)
	}
	if name, ok := strings.CutPrefix(path, "web/"); ok {
		return serveModule(w, r, name, moduleNames())
	}
	parts := strings.Split(path, "/")
	if len(parts) == 3 && parts[0] == "data" {
		if i, err := strconv.Atoi(parts[1]); err == nil && i >= 0 && i < len(results) {
			return s.serveData(w, r, results[i], parts[2])
		}
	}
	http.NotFound(w, r)
	return nil
}

// serveModule serves a module of a list by its name with suffix.
func serveModule(w http.ResponseWriter, r *http.Request, name string, list []string) error {
	module, ok := strings.CutSuffix(name, ".js")
	if !ok || indexOf(list, module) < 0 {
		http.NotFound(w, r)
		return nil
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, err := w.Write([]byte(readAsset(name)))
	return err
}

// contents lists the results by name.
type contents struct {
	Results []string `json:"results"`
	Inside  bool     `json:"inside,omitempty"` // the page belongs to another one, which holds the connection
}

func describeContents(results []*Result) contents {
	c := contents{Results: []string{}}
	for _, r := range results {
		c.Results = append(c.Results, r.Name)
	}
	return c
}

// writePage writes a page that runs no script but its own. ancestors says which pages may frame it.
func (s *Server) writePage(w http.ResponseWriter, text, ancestors string) error {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self' 'nonce-"+s.nonce+"'; style-src 'unsafe-inline'; connect-src 'self'; img-src data: blob:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "+ancestors)
	_, err := w.Write([]byte(text))
	return err
}

// serveData serves what the page requests of a result.
func (s *Server) serveData(w http.ResponseWriter, r *http.Request, result *Result, what string) error {
	var data []byte
	switch what {
	case "meta.json":
		m, err := result.describeResult()
		if err != nil {
			return err
		}
		return writeJSON(w, m)
	case "state.json":
		now, err := result.readRunState()
		if err != nil {
			return err
		}
		return writeJSON(w, now)
	case "time":
		t, err := result.ReadTimes()
		if err != nil {
			return err
		}
		data = encodeFloats64(t)
	case "column":
		i, err := strconv.Atoi(r.URL.Query().Get("i"))
		if err != nil {
			i = -1
		}
		v, err := result.ReadColumn(i)
		if err != nil {
			return err
		}
		data = encodeFloats64(v)
	case "poses", "contacts":
		if result.Scene == nil {
			http.NotFound(w, r)
			return nil
		}
		p, err := result.ReadPoses(mostPoses)
		if err != nil {
			return err
		}
		if what == "poses" {
			data = p.encodeBytes()
		} else if data, err = result.EncodeContactPoints(p.Rows, mostPoses); err != nil {
			return err
		}
	default:
		http.NotFound(w, r)
		return nil
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, err := w.Write(data)
	return err
}

func writeJSON(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, err = w.Write(text)
	return err
}
