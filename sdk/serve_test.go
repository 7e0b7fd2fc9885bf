package sdk_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk"
)

// served is set for the test program when it plays a plugin started by hand.
const served = "TRAMMEL_TEST_SERVE"

func TestMain(m *testing.M) {
	zero := sdk.VARSUB(func(*sdk.Call) float64 { return 0 })
	switch os.Getenv(served) {
	case "":
		os.Exit(m.Run())
	case "good":
		sdk.Serve(sdk.Plugin{Name: "bead", Version: "1.0", Doc: "Beads on wires.",
			Routines: map[string]sdk.Routine{"zero": zero.WithDoc("always 0")}})
	case "unnamed":
		sdk.Serve(sdk.Plugin{Routines: map[string]sdk.Routine{"zero": zero}})
	case "empty":
		sdk.Serve(sdk.Plugin{Name: "bead"})
	case "blank":
		sdk.Serve(sdk.Plugin{Name: "bead", Routines: map[string]sdk.Routine{"a b": zero}})
	case "nothing":
		sdk.Serve(sdk.Plugin{Name: "bead", Routines: map[string]sdk.Routine{"none": {Kind: "VARSUB"}}})
	case "kind":
		sdk.Serve(sdk.Plugin{Name: "bead", Routines: map[string]sdk.Routine{"odd": sdk.RawRoutine("ODDSUB",
			func(*sdk.Call) error { return nil })}})
	}
}

func TestStartedByHand(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for how, says := range map[string]string{
		"good":    "bead 1.0: a plugin for trammel, to be named in a deck by usrsub_plugin_name. Beads on wires.\n  VARSUB   zero  always 0\n",
		"unnamed": "the plugin has no Name\n",
		"empty":   "plugin bead has no Routines\n",
		"blank":   "plugin bead: \"a b\" is not a name of a routine\n",
		"nothing": "plugin bead: routine none has no Func\n",
		"kind":    "plugin bead: routine odd is of the unknown kind \"ODDSUB\"\n",
	} {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), served+"="+how)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v, wrote %q", how, err, out)
		}
	}
}
