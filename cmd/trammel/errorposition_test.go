package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/run"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// The error in run.json has the position in the deck that the message has.
func TestErrorsInDocumentHavePositions(t *testing.T) {
	clitest.WriteFile(t, "position.py", "def PFOSUB(id, time, par, npar, dflag, iflag):\n    return 1 / 0\n")
	for name, c := range map[string]struct {
		more string
		code int
	}{
		"position-deck":    {`<Force_Penalty id="7" type="EXPRESSION" expr="DX(77)" penalty="10."/>`, run.ExitDeck},
		"position-script":  {`<Force_Penalty id="7" type="USERSUB" penalty="10." script_name="position.py" usrsub_param_string="USER(9)"/>`, run.ExitRoutine},
		"position-missing": {`<Force_Penalty id="7" type="USERSUB" penalty="10." script_name="no.py" usrsub_param_string="USER(9)"/>`, run.ExitLoad},
		"position-value":   {`<Force_Penalty id="7" type="EXPRESSION" expr="SQRT(-1-TIME)" penalty="10."/>`, run.ExitConvergence},
	} {
		deck := clitest.WriteFile(t, name+".xml", clitest.BeadDeck("1.", c.more))
		o := clitest.Run(t, "run", deck, "--quiet")
		text, _ := os.ReadFile(filepath.Join(clitest.Folder, name+".out", run.DocumentFile))
		d := clitest.ReadDocument(t, string(text))
		if o.Code != c.code || d.Error == nil {
			t.Errorf("%s: %+v, %s", name, o, text)
			continue
		}
		if d.Error.File != deck || d.Error.Line != 6 || d.Error.Col < 1 {
			t.Errorf("%s: the error stands at %s:%d:%d", name, d.Error.File, d.Error.Line, d.Error.Col)
		}
		if !strings.HasPrefix(o.Errors, deck+":6:") {
			t.Errorf("%s: %s", name, o.Errors)
		}
	}
}
