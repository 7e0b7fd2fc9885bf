package decktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// adamsColumns are the columns of the tables that Adams has written, by those of all results.
var adamsColumns = map[string]string{
	"BODY/2.X": "Pos:X_Pos", "BODY/2.Y": "Pos:Y_Pos", "BODY/2.Z": "Pos:Z_Pos", "BODY/2.VX": "Vel:X_Vel", "BODY/2.VY": "Vel:Y_Vel", "BODY/2.VZ": "Vel:Z_Vel",
	"BODY/2.ACCX": "Acc:X_Acc", "BODY/2.ACCY": "Acc:Y_Acc", "BODY/2.ACCZ": "Acc:Z_Acc", "BODY/2.WX": "Avel:X_AngVel", "BODY/2.WY": "Avel:Y_AngVel",
	"BODY/2.WZ": "Avel:Z_AngVel", "BODY/2.WDX": "Aacc:X_AngAcc", "BODY/2.WDY": "Aacc:Y_AngAcc", "BODY/2.WDZ": "Aacc:Z_AngAcc",
	"JOINT/1.FX": "Rforce:X_Force", "JOINT/1.FY": "Rforce:Y_Force", "JOINT/1.FZ": "Rforce:Z_Force",
	"JOINT/1.TX": "Rtorque:X_Torque", "JOINT/1.TY": "Rtorque:Y_Torque", "JOINT/1.TZ": "Rtorque:Z_Torque",
}

// TestAdamsTables: all results of decks of Adams, unmodified, are what its own tables have. The decks lie beside the
// repository, where they are at all.
func TestAdamsTables(t *testing.T) {
	decks, _ := filepath.Glob("../../../../shared/decks/chrono_adams_test_*_Case0*.adm")
	n := 0
	for _, deck := range decks {
		table := strings.TrimSuffix(deck, ".adm") + ".adams_results.csv"
		if _, err := os.Stat(table); err != nil || strings.Contains(deck, "RotSpring") { // its table does not belong to it
			continue
		}
		deck, _ = filepath.Abs(deck)
		table, _ = filepath.Abs(table)
		name := filepath.Base(table)
		clitest.Run(t, "run", deck, "--end", "2", "--dt", "0.01", "--results", "all", "--out", name+".out", "--quiet").Expect(t, 0)
		clitest.Run(t, "export", name+".out", "-o", name+".all.csv").Expect(t, 0)
		args := []string{"compare", name + ".all.csv", table, "--interpolate", "--tol", "1e-3", "--rel", "1e-3"}
		var columns []string
		for ours, theirs := range adamsColumns {
			if strings.HasPrefix(ours, "JOINT") && strings.Contains(deck, "Distance") {
				continue // a general constraint keeps the distance
			}
			columns = append(columns, ours)
			args = append(args, "--map", ours+"="+theirs)
		}
		clitest.Run(t, append(args, "--columns", strings.Join(columns, ","))...).Expect(t, 0)
		n++
	}
	if n == 0 {
		t.Skip("the decks are not here")
	}
}
