//go:build linux && (amd64 || arm64)

package plugins_test

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
	frames "github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/usersub"
)

// talkTo starts a plugin and returns this end of the conversation through memory, and whether it takes slots.
func talkTo(t *testing.T, plugin string) (c *wire.Client, slots bool) {
	t.Helper()
	h, err := frames.NewHost(true)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(plugin))
	cmd.Env = append(os.Environ(), h.Env, wire.HandshakeKey+"="+wire.HandshakeValue, "PLUGIN_PROTOCOL_VERSIONS=1")
	cmd.ExtraFiles = h.Files
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	h.ClosePluginFiles()
	if _, err := out.Read(make([]byte, 64)); err != nil {
		t.Fatal(err)
	}
	conn, _, err := h.AcceptPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	c = wire.NewFrameClient(conn)
	t.Cleanup(func() {
		c.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	return c, conn.Area != nil
}

// Calls made together give what calls made one by one in another process give, bit by bit: integers and reals in and out,
// scalar and vector queries, and one that comes up late. Plugins in Go and C take slots for it, those in Python none.
func TestTogetherInAllLanguages(t *testing.T) {
	for plugin, takes := range map[string]bool{"refplugin": true, "c-suite": true, "f-suite": true, "py-suite": false} {
		t.Run(plugin, func(t *testing.T) {
			if cPlugins[plugin] != nil {
				buildC(t, plugin)
			} else if plugin != "refplugin" {
				inPython(t, plugin, "suite.py")
			}
			one, slots := talkTo(t, plugin)
			if slots != takes {
				t.Fatalf("it takes slots: %v", slots)
			}
			other, _ := talkTo(t, plugin)
			for _, c := range subtest.Cases() {
				if slices.Contains([]string{"CATENA", "BUSHNG", "LATERQ", "LUGYFO", "FLAGSN", "EIGHTS"}, c.Name) {
					t.Run(c.Name, func(t *testing.T) { agrees(t, c, one.Remote(c.Name, c.Sig), other.Remote(c.Name, c.Sig)) })
				}
			}
		})
	}
}

// agrees makes the calls of a case for several elements: together with one, one by one with the other.
func agrees(t *testing.T, c subtest.Case, together, single *wire.Remote) {
	const n = 7
	var a, b [n]*usersub.Frame
	for i := range n {
		a[i], b[i] = usersub.NewFrame(c.Sig, c.Sig.Element, i, c.Par, c.Dims), usersub.NewFrame(c.Sig, c.Sig.Element, i, c.Par, c.Dims)
		for _, f := range []*usersub.Frame{a[i], b[i]} {
			if c.Set != nil {
				c.Set(f)
			}
		}
	}
	for round := range 8 {
		s := &subtest.State{Shift: float64(round)}
		for i := range n {
			for _, f := range []*usersub.Frame{a[i], b[i]} {
				s.RefreshAnswers(f)
				f.PrepareCall(float64(round), round%3 == 1, false)
			}
			together.Prefetch(a[i], s)
		}
		for i := range n {
			if err := together.Call(a[i], s); err != nil {
				t.Fatal(err)
			}
			if err := single.Call(b[i], s); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a[i].Real, b[i].Real) || !slices.Equal(a[i].Int, b[i].Int) || !slices.Equal(a[i].Value, b[i].Value) {
				t.Fatalf("round %d, element %d: %v %v, one by one %v %v", round, i, a[i].Real, a[i].Value, b[i].Real, b[i].Value)
			}
		}
	}
}

// A routine in C that fails or ends the process in a slot is reported as one in a message is.
func TestFailuresInSlotsOfC(t *testing.T) {
	buildC(t, "cpp-faults")
	for routine, says := range map[string]string{"shorter": "shorter", "exit": "it called exit(3), or STOP"} {
		c, _ := talkTo(t, "cpp-faults")
		bad, fine, s := c.Remote(routine, usersub.VARSUB), c.Remote("fine", usersub.VARSUB), &subtest.State{}
		list, of := []*usersub.Frame{frame(1), frame(2), frame(3)}, []*wire.Remote{fine, bad, fine}
		for _, time := range []float64{0, 0, 0, 1} {
			for i, f := range list {
				f.PrepareCall(time, false, false)
				of[i].Prefetch(f, s)
			}
			for i, f := range list {
				err := of[i].Call(f, s)
				switch late := time > 0 && i >= 1; {
				case !late && err != nil, late && i == 2 && routine == "shorter" && err != nil:
					t.Errorf("%s: element %d at %g: %v", routine, i, time, err)
				case late && i == 1 && routine == "shorter" && !errors.Is(err, usersub.ErrRetry):
					t.Errorf("%s: %v", routine, err)
				case late && i == 1 && routine == "exit" && (err == nil || !strings.Contains(err.Error(), says)):
					t.Errorf("%s: %v", routine, err)
				}
			}
		}
	}
}
