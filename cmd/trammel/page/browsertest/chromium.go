// Package browsertest opens pages of trammel in a headless Chromium, which it drives by the browser's own protocol over
// two pipes, with the standard library only. Its tests have the build tag browser:
//
//	go test -tags browser ./cmd/trammel/page/browsertest
package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// patience bounds how long a command of the protocol may take; machines of tests may be busy.
const patience = 90 * time.Second

// Browser is a running Chromium with one page.
type Browser struct {
	cmd     *exec.Cmd
	to      *os.File
	session string
	dir     string

	mu      sync.Mutex
	next    int
	waiting map[int]chan message
	Errors  []string // messages of the page that are errors, and exceptions
	Foreign []string // addresses of requests that go beyond the loopback address and the file
	ended   chan struct{}
}

type message struct {
	ID        int             `json:"id,omitempty"`
	Method    string          `json:"method,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// StartBrowser starts Chromium with an empty page of a size. Names are resolved for 127.0.0.1 only.
func StartBrowser(width, height int) (*Browser, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "trammel-browser-")
	if err != nil {
		return nil, err
	}
	in, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	b := &Browser{to: to, dir: dir, waiting: map[int]chan message{}, ended: make(chan struct{})}
	b.cmd = exec.Command(path, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--user-data-dir="+dir, "--no-first-run", "--hide-scrollbars",
		"--use-angle=swiftshader", "--enable-unsafe-swiftshader", fmt.Sprintf("--window-size=%d,%d", width, height), "--force-device-scale-factor=1",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "about:blank")
	b.cmd.ExtraFiles = []*os.File{in, out}
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	in.Close()
	out.Close()
	go b.readMessages(from)
	if err := b.attachToPage(width, height); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// attachToPage finds the page and listens to it.
func (b *Browser) attachToPage(width, height int) error {
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	for range 100 {
		if err := b.sendSessionCommand("", "Target.getTargets", nil, &targets); err != nil {
			return err
		}
		for _, t := range targets.TargetInfos {
			if t.Type == "page" && b.session == "" {
				var s struct{ SessionID string }
				if err := b.sendSessionCommand("", "Target.attachToTarget", map[string]any{"targetId": t.TargetID, "flatten": true}, &s); err != nil {
					return err
				}
				b.session = s.SessionID
			}
		}
		if b.session != "" {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	for _, m := range []string{"Page.enable", "Runtime.enable", "Log.enable", "Network.enable"} {
		if err := b.SendCommand(m, nil, nil); err != nil {
			return err
		}
	}
	return b.SendCommand("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// readMessages takes answers and events until the pipe ends.
func (b *Browser) readMessages(from *os.File) {
	defer close(b.ended)
	r := bufio.NewReaderSize(from, 1<<20)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		if m.ID != 0 {
			if c := b.waiting[m.ID]; c != nil {
				delete(b.waiting, m.ID)
				c <- m
			}
		} else {
			b.recordMessage(&m)
		}
		b.mu.Unlock()
	}
}

// recordMessage keeps errors and requests.
func (b *Browser) recordMessage(m *message) {
	switch m.Method {
	case "Runtime.exceptionThrown":
		b.Errors = append(b.Errors, string(m.Params))
	case "Runtime.consoleAPICalled":
		var p struct{ Type string }
		if json.Unmarshal(m.Params, &p) == nil && (p.Type == "error" || p.Type == "assert") {
			b.Errors = append(b.Errors, string(m.Params))
		}
	case "Log.entryAdded":
		var p struct{ Entry struct{ Level, Text string } }
		if json.Unmarshal(m.Params, &p) == nil && p.Entry.Level == "error" {
			b.Errors = append(b.Errors, p.Entry.Text)
		}
	case "Network.requestWillBeSent":
		var p struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &p) != nil {
			return
		}
		for _, own := range []string{"http://127.0.0.1:", "file://", "data:", "blob:", "about:"} {
			if strings.HasPrefix(p.Request.URL, own) {
				return
			}
		}
		b.Foreign = append(b.Foreign, p.Request.URL)
	}
}

// SendCommand sends a command to the page and reads its result.
func (b *Browser) SendCommand(method string, params, result any) error {
	return b.sendSessionCommand(b.session, method, params, result)
}

func (b *Browser) sendSessionCommand(session, method string, params, result any) error {
	if params == nil {
		params = struct{}{}
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	c := make(chan message, 1)
	b.mu.Lock()
	b.next++
	id := b.next
	b.waiting[id] = c
	text, err := json.Marshal(message{ID: id, Method: method, SessionID: session, Params: raw})
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case m := <-c:
		if m.Error != nil {
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-b.ended:
		return fmt.Errorf("%s: the browser has ended", method)
	case <-time.After(patience):
		return fmt.Errorf("%s: no response", method)
	}
}

// OpenAddress opens an address and waits until the page says that it is ready.
func (b *Browser) OpenAddress(address string) error {
	if err := b.SendCommand("Page.navigate", map[string]any{"url": address}, nil); err != nil {
		return err
	}
	return b.WaitUntilTrue(`document.documentElement?.dataset.ready === "1"`)
}

// LeavePage leaves the page for an empty one, as StartBrowser opens it, and returns what has been noted of it since.
func (b *Browser) LeavePage() (errors, foreignRequests []string, err error) {
	b.mu.Lock()
	errors, foreignRequests = b.Errors, b.Foreign
	b.mu.Unlock()
	for _, c := range []struct {
		method string
		params map[string]any
	}{
		{"Network.emulateNetworkConditions", map[string]any{"offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}},
		{"Emulation.setEmulatedMedia", map[string]any{"features": []any{}}},
		{"Page.navigate", map[string]any{"url": "about:blank"}},
	} {
		if err = b.SendCommand(c.method, c.params, nil); err != nil {
			return errors, foreignRequests, err
		}
	}
	err = b.WaitUntilTrue(`location.href === "about:blank"`)
	b.mu.Lock()
	b.Errors, b.Foreign = nil, nil // leaving a page cuts off what it loads
	b.mu.Unlock()
	return errors, foreignRequests, err
}

// WaitUntilTrue waits until an expression is true.
func (b *Browser) WaitUntilTrue(expression string) error {
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var ok bool
		err := b.Eval("Boolean("+expression+")", &ok)
		switch {
		case ok:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("%s does not come true (%v); errors: %v", expression, err, b.Errors)
		}
	}
}

// Eval evaluates an expression, which may be a promise, and reads its value.
func (b *Browser) Eval(expression string, value any) error {
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.SendCommand("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r); err != nil {
		return err
	}
	if e := r.ExceptionDetails; e != nil {
		return fmt.Errorf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if value == nil || r.Result.Value == nil {
		return nil
	}
	return json.Unmarshal(r.Result.Value, value)
}

// Click clicks at a point of the window.
func (b *Browser) Click(x, y float64) error {
	return b.Drag([2]float64{x, y}, [2]float64{x, y})
}

// Drag presses the left button at one point and lets it go at another.
func (b *Browser) Drag(from, to [2]float64) error {
	for _, e := range []struct {
		kind    string
		at      [2]float64
		buttons int
	}{{"mouseMoved", from, 0}, {"mousePressed", from, 1}, {"mouseMoved", to, 1}, {"mouseReleased", to, 0}} {
		button := "left"
		if e.kind == "mouseMoved" && e.buttons == 0 {
			button = "none"
		}
		if err := b.SendCommand("Input.dispatchMouseEvent", map[string]any{"type": e.kind, "x": e.at[0], "y": e.at[1], "button": button, "buttons": e.buttons, "clickCount": 1}, nil); err != nil {
			return err
		}
	}
	return nil
}

// PressKey presses a key: "a", " ", "ArrowRight", "Tab", ...
func (b *Browser) PressKey(key string) error {
	p := map[string]any{"type": "keyDown", "key": key}
	codes := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	if n, ok := codes[key]; ok {
		p["windowsVirtualKeyCode"] = n
	}
	switch {
	case key == "Enter":
		p["text"] = "\r"
	case len(key) == 1:
		p["text"] = key
	}
	if err := b.SendCommand("Input.dispatchKeyEvent", p, nil); err != nil {
		return err
	}
	delete(p, "text")
	p["type"] = "keyUp"
	return b.SendCommand("Input.dispatchKeyEvent", p, nil)
}

// Close ends the browser.
func (b *Browser) Close() {
	_ = b.to.Close()
	_ = b.cmd.Process.Kill()
	_ = b.cmd.Wait()
	_ = os.RemoveAll(b.dir)
}
