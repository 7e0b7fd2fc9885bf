//go:build unix

package installtest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// TestPluginsOfOtherLanguages follows a plugin of each template from its first line to a run: tested, built, installed,
// reported about, checked and run through memory and socket, refused over gRPC.
func TestPluginsOfOtherLanguages(t *testing.T) {
	for lang, tools := range map[string][]string{
		"c": {"cc"}, "cpp": {"c++"}, "fortran": {"gfortran"}, "rust": {"rustc", "cc"}, "python": {"python3"},
	} {
		t.Run(lang, func(t *testing.T) {
			if !clitest.LongForm && lang != "c" && lang != "python" {
				t.Skip("left to the long form: TRAMMEL_LONG=1")
			}
			for _, tool := range append(tools, "sh") {
				subtest.RequireTool(t, tool)
			}
			p := newProject(t)
			p.trammel(t, "plugin", "new", "bead", "--lang", lang, "--vendor", "acme").
				Expect(t, 0, "wrote "+filepath.Join("bead", "build.sh"), "trammel plugin install ./bead")
			p.dir = filepath.Join(p.dir, "bead")
			for _, script := range []string{"test.sh", "build.sh"} {
				c := exec.Command("sh", script)
				c.Dir = p.dir
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", script, err, out)
				}
			}
			p.trammel(t, "plugin", "install", "./bead").Expect(t, 0, "installed acme/bead 0.1.0 as ")
			p.trammel(t, "plugin", "info", "acme/bead").Expect(t, 0, "spring: SFOSUB, of Force_Scalar_TwoBody",
				"USER(stiffness, length, i, j, damping=0)", "number, at least 0, default 0  N s/m  force by speed", "pure")
			for _, transport := range []string{"memory", "pipe"} {
				t.Setenv("TRAMMEL_PLUGIN_TRANSPORT", transport)
				p.run(t, "deck.xml")
			}
			p.trammel(t, "run", "--plugin-transport", "grpc", "deck.xml").Expect(t, 4, "speaks frames only")
			p.trammel(t, "lock", "deck.xml").Expect(t, 0)
			p.trammel(t, "run", "--locked", "deck.xml").Expect(t, 0)
		})
	}
}
