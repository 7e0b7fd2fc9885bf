package page

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func serveFixture(t *testing.T) *Server {
	t.Helper()
	r, err := OpenResult(writeFixture(t, "crank.out"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewServer([]*Result{r}, 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve() }()
	t.Cleanup(func() { s.Close(); r.Close() })
	return s
}

func get(t *testing.T, address string) (int, []byte, http.Header) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, b, r.Header
}

// The server gives away results to who has the token and names the loopback address, and nothing else.
func TestServerGuards(t *testing.T) {
	s := serveFixture(t)
	root := strings.TrimSuffix(s.Address, s.token+"/")
	for _, x := range []struct {
		address string
		code    int
	}{
		{s.Address, 200}, {s.Address + "data/contents.json", 200}, {s.Address + "data/0/meta.json", 200}, {s.Address + "web/main.js", 200},
		{root, 403}, {root + "wrong/", 403}, {root + "data/0/meta.json", 403}, {root + s.token[:30] + "/", 403},
		{s.Address + "run.json", 404}, {s.Address + "../run.json", 404}, {s.Address + "data/0/../../run.json", 404}, {s.Address + "data/0/run.json", 404},
		{s.Address + "web/index.html", 404}, {s.Address + "web/..%2fassets.go", 404}, {s.Address + "data/1/meta.json", 404}, {s.Address + "data/-1/meta.json", 404},
	} {
		if code, _, _ := get(t, x.address); code != x.code {
			t.Errorf("%s: %d, want %d", strings.Replace(x.address, s.token, "TOKEN", 1), code, x.code)
		}
	}
	for host, code := range map[string]int{s.host: 200, "localhost:" + s.host[strings.LastIndex(s.host, ":")+1:]: 200, "evil.example": 403, "evil.example:80": 403, "": 403} {
		r := httptest.NewRequest("GET", "/"+s.token+"/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != code {
			t.Errorf("Host %q: %d, want %d", host, w.Code, code)
		}
	}
	r := httptest.NewRequest("POST", "/"+s.token+"/", nil)
	r.Host = s.host
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != 405 {
		t.Errorf("POST: %d, want 405", w.Code)
	}
	if other := serveFixture(t); other.token == s.token || len(s.token) != 32 {
		t.Errorf("tokens %q and %q", s.token, other.token)
	}
}

// What the page reads is what the results hold.
func TestServerData(t *testing.T) {
	s := serveFixture(t)
	_, text, _ := get(t, s.Address+"data/0/meta.json")
	var m struct {
		Columns []struct{ Name, Unit string }
		Rows    int
		Scene   struct{ Bodies []struct{ Pose int } }
		Drawing struct {
			Items []struct{ Kind, Place string }
		}
		Modes []struct{ Shape *Shape }
		Live  bool
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if m.Rows != fixtureRows || len(m.Columns) != 29 || m.Columns[27].Name != "1.X" || m.Columns[27].Unit != "m" || len(m.Scene.Bodies) != 4 || m.Live {
		t.Errorf("meta: %d rows, %d columns, %+v", m.Rows, len(m.Columns), m.Columns[27])
	}
	if len(m.Modes) != 1 || m.Modes[0].Shape == nil || m.Modes[0].Shape.Re[6*3] != 1 || m.Modes[0].Shape.Im[6*2+5] != 0.25 {
		t.Errorf("modes: %+v", m.Modes)
	}
	found := false
	for _, i := range m.Drawing.Items {
		found = found || i.Kind == "joint" && i.Place == "crank.xml:3:3"
	}
	if !found {
		t.Error("no joint has its place in the deck")
	}
	_, raw, _ := get(t, s.Address+"data/0/column?i=27")
	if len(raw) != 8*fixtureRows || math.Float64frombits(binary.LittleEndian.Uint64(raw)) != 4 {
		t.Errorf("column 27 has %d bytes", len(raw))
	}
	if code, _, _ := get(t, s.Address+"data/0/column?i=29"); code != 500 {
		t.Errorf("column 29: %d", code)
	}
	_, raw, _ = get(t, s.Address+"data/0/poses")
	if frames, bodies := binary.LittleEndian.Uint32(raw), binary.LittleEndian.Uint32(raw[4:]); frames != fixtureRows || bodies != 4 || len(raw) != 8+12*fixtureRows+4*7*4*fixtureRows {
		t.Errorf("poses: %d frames, %d bodies, %d bytes", frames, bodies, len(raw))
	}
}

// The page runs no script but its own, and loads nothing from elsewhere.
func TestServerPolicy(t *testing.T) {
	s := serveFixture(t)
	_, text, h := get(t, s.Address)
	if p := h.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") || !strings.Contains(p, "'nonce-"+s.nonce+"'") || strings.Contains(strings.Split(p, ";")[1], "unsafe") {
		t.Errorf("policy %q", p)
	}
	for _, m := range moduleNames() {
		if !strings.Contains(string(text), `"trammel/`+m+`"`) {
			t.Errorf("the page does not map the module %s", m)
		}
		if code, _, _ := get(t, s.Address+"web/"+m+".js"); code != 200 {
			t.Errorf("module %s: %d", m, code)
		}
	}
}
