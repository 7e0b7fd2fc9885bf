package page

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/trammel-mbd/trammel/core/study"
)

// Study is what the page of a study shows: its runs as points, its failures and its progress. It may be under way.
type Study struct {
	Name    string
	Folder  *study.Folder
	Monitor *study.Monitor
	// Open returns the results of a run, and begins to compute them where they are not there yet.
	Open func(run int) *OpenedRun
	// Command is the command line that carries out a run.
	Command func(run int) (string, error)

	mu      sync.Mutex
	read    time.Time // of the newest results
	history []progressSample
	workers int
	counted time.Time // of workers
	err     error
}

// OpenedRun is a run whose results are wanted. A run that still goes has results as soon as there are rows.
type OpenedRun struct {
	State   string  `json:"state"` // a state of a run
	Message string  `json:"message,omitempty"`
	Result  *Result `json:"-"` // nil while there are no rows, and where none have come
}

// Values of OpenedRun.State.
const (
	RunWaits   = "waiting" // for its turn, or for its first rows
	RunIsShown = "shown"   // there are results
	RunHasNone = "none"    // it has ended without rows; Message says why
)

// progressSample is how many runs had results at a time.
type progressSample struct {
	at   time.Time
	done int
}

// NewStudyServer serves the page of a study on a port of the loopback address; 0 takes a free one.
func NewStudyServer(study *Study, port int) (*Server, error) {
	s, err := NewServer(nil, port)
	if err == nil {
		s.study = study
	}
	return s, err
}

// Intervals between looks into the folder of a study.
const (
	readInterval   = 300 * time.Millisecond
	workerInterval = 3 * time.Second
	rateWindow     = 30 * time.Second // over which the rate is measured
)

// serveStudy answers a request for a path below the page of a study.
func (s *Server) serveStudy(w http.ResponseWriter, r *http.Request, path string) error {
	if path == "" {
		imports := map[string]string{}
		for _, m := range moduleNames() {
			imports["trammel/"+m] = "./web/" + m + ".js"
		}
		for _, m := range moduleNamesInFolder("web/study") {
			imports["trammel/study/"+m] = "./web/study/" + m + ".js"
		}
		return s.writePage(w, fillPageTemplate("study/study.html", s.study.Name+": trammel study", "", "", s.nonce, imports), "'none'")
	}
	if name, ok := strings.CutPrefix(path, "web/"); ok {
		list := moduleNames()
		for _, m := range moduleNamesInFolder("web/study") {
			list = append(list, "study/"+m)
		}
		return serveModule(w, r, name, list)
	}
	if rest, ok := strings.CutPrefix(path, "run/"); ok {
		number, rest, _ := strings.Cut(rest, "/")
		run, err := strconv.Atoi(number)
		if err != nil || run < 1 || run > s.study.Folder.Origin.Runs {
			http.NotFound(w, r)
			return nil
		}
		return s.serveRun(w, r, run, rest)
	}
	return s.study.serveStudyPageData(w, r, path)
}

// serveRun serves the page of one run.
func (s *Server) serveRun(w http.ResponseWriter, r *http.Request, run int, path string) error {
	o := s.study.Open(run)
	switch {
	case path == "state.json":
		return writeJSON(w, o)
	case o.Result == nil:
		text := o.Message
		if o.State == RunWaits {
			text = "the run has no rows yet: load the page again"
		}
		http.Error(w, fmt.Sprintf("run %d: %s", run, text), http.StatusNotFound)
		return nil
	}
	return s.serveResults(w, r, path, []*Result{o.Result}, contents{Results: []string{o.Result.Name}, Inside: true})
}

// mostFailures is how many failures the page lists.
const mostFailures = 500

// serveStudyPageData serves what the page requests of the study.
func (s *Study) serveStudyPageData(w http.ResponseWriter, r *http.Request, path string) error {
	var data []byte
	switch path {
	case "data/study.json":
		return writeJSON(w, map[string]any{"name": s.Name, "folder": s.Folder.Dir, "deck": s.Folder.Origin.Deck, "runs": s.Folder.Origin.Runs, "columns": s.Monitor.Columns()})
	case "data/progress.json":
		p, err := s.readProgress(time.Now())
		if err != nil {
			return err
		}
		return writeJSON(w, p)
	case "data/failures.json":
		list := []studyRun{}
		for _, row := range s.Monitor.FirstFailures(mostFailures) {
			list = append(list, describeRun(row))
		}
		return writeJSON(w, list)
	case "data/run.json":
		run, err := strconv.Atoi(r.URL.Query().Get("run"))
		if err != nil {
			run = 0
		}
		return s.serveRow(w, run)
	case "data/statuses":
		data = s.Monitor.StatusCodePerRun()
	case "data/column":
		i, err := strconv.Atoi(r.URL.Query().Get("i"))
		if err != nil {
			i = -1
		}
		values, err := s.Monitor.Column(i)
		if err != nil {
			return err
		}
		data = encodeFloats64(values)
	default:
		http.NotFound(w, r)
		return nil
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, err := w.Write(data)
	return err
}

// studyRun is what the page shows of a run besides its values.
type studyRun struct {
	Run      int      `json:"run"`
	Status   string   `json:"status"`
	ExitCode int      `json:"exitCode"`
	Time     *float64 `json:"time"` // reached; null where the run did not begin
	Wall     *float64 `json:"wall"`
	Message  string   `json:"message"`
}

func describeRun(r *study.Row) studyRun {
	return studyRun{r.Run, r.Status, r.ExitCode, nullIfNotFinite(r.TimeReached), nullIfNotFinite(r.WallS), r.Message}
}

// nullIfNotFinite returns nil for what is no number of JSON.
func nullIfNotFinite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// namedValue is a parameter or a response of a run; a number, a text or null.
type namedValue struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// serveRow serves all that is known of a run.
func (s *Study) serveRow(w http.ResponseWriter, run int) error {
	row, err := s.Monitor.Row(run)
	if err != nil {
		return err
	}
	values, err := s.Monitor.ValuesOf(run)
	if err != nil {
		return err
	}
	x := struct {
		studyRun
		Parameters []namedValue `json:"parameters"`
		Responses  []namedValue `json:"responses"`
		Command    string       `json:"command"`
	}{studyRun: describeRun(row), Parameters: []namedValue{}, Responses: []namedValue{}}
	add := func(list *[]namedValue, name string, value any) {
		if err == nil {
			var text []byte
			text, err = json.Marshal(value)
			*list = append(*list, namedValue{name, text})
		}
	}
	for i, v := range values {
		if name := s.Folder.Origin.Parameters[i]; v.IsText {
			add(&x.Parameters, name, v.Text)
		} else {
			add(&x.Parameters, name, nullIfNotFinite(v.Number))
		}
	}
	for i, v := range row.Responses {
		add(&x.Responses, s.Folder.Origin.Responses[i], nullIfNotFinite(v))
	}
	if err == nil {
		x.Command, err = s.Command(run)
	}
	if err != nil {
		return err
	}
	return writeJSON(w, x)
}

// studyProgress is how far a study is.
type studyProgress struct {
	Runs    int      `json:"runs"`
	Done    int      `json:"done"`
	Failed  int      `json:"failed"`
	Workers int      `json:"workers"` // that show signs of life
	Rate    *float64 `json:"rate"`    // runs/s lately; null where nothing is known
	Left    *float64 `json:"left"`    // s at that rate
	Stopped string   `json:"stopped"` // why the study was stopped
}

// readProgress reads how far the study is. Requests that follow each other closely share what was read.
func (s *Study) readProgress(now time.Time) (*studyProgress, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.read) >= readInterval {
		s.err = s.Monitor.Update()
		s.read = now
	}
	if s.err != nil {
		return nil, s.err
	}
	c := s.Monitor.Counts()
	p := &studyProgress{Runs: s.Folder.Origin.Runs, Done: c.Done, Failed: c.Failed}
	if now.Sub(s.counted) >= workerInterval && c.Done < p.Runs {
		n, err := s.Monitor.CountLiveWorkers()
		if err != nil {
			return nil, err
		}
		s.workers, s.counted = n, now
	}
	if c.Done < p.Runs {
		p.Workers = s.workers
	}
	if stop := s.Folder.ReadStopRequest(); stop != nil {
		p.Stopped = stop.Reason
	}
	p.Rate, p.Left = s.estimateRate(now, c.Done)
	return p, nil
}

// estimateRate is the number of runs a second lately, and the time in s that the runs without results take at this rate; nil where no run has come.
func (s *Study) estimateRate(now time.Time, done int) (rate, left *float64) {
	for len(s.history) > 1 && now.Sub(s.history[1].at) >= rateWindow {
		s.history = s.history[1:]
	}
	s.history = append(s.history, progressSample{now, done})
	first := s.history[0]
	wall := now.Sub(first.at).Seconds()
	if done == first.done || wall <= 0 {
		return nil, nil
	}
	r := float64(done-first.done) / wall
	l := float64(s.Folder.Origin.Runs-done) / r
	return &r, &l
}
