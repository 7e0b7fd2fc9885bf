package export

import (
	"cmp"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestForeignReaders: programs of others read the files, and find in them what was exported. TRAMMEL_READERS is the Python
// that has them.
func TestForeignReaders(t *testing.T) {
	python := cmp.Or(os.Getenv("TRAMMEL_READERS"), "python3")
	for _, c := range []struct{ suffix, module, script, want string }{
		{".res", "xml.etree.ElementTree", `
import sys, xml.etree.ElementTree as e
ns = '{http://www.mscsoftware.com/:xrf10}'
r = e.parse(sys.argv[1]).getroot()
ids = {(x.get('name'), c.get('name')): int(c.get('id')) for x in r.iter(ns + 'Entity') for c in x.iter(ns + 'Component')}
rows = [[float(v) for v in s.text.split()] for s in r.iter(ns + 'Step')]
print(len(rows), len(rows[0]) == max(ids.values()), rows[-1][ids['JOINT_1', 'FY'] - 1])
`, "102 True 2.0"},
		{".parquet", "pyarrow.parquet", `
import sys, json, pyarrow.parquet as p
t = p.read_table(sys.argv[1])
note = json.loads(t.schema.metadata[b'trammel.columns'])
print(t.num_rows, t.column_names[:3], t.column('JOINT/1.FY')[101], note['BODY/2.VX']['unit'], note['BODY/2.VX']['label'])
`, "102 ['analysis', 'time', 'BODY/2.X'] 2.0 mm/s crank"},
		{".parquet", "pandas", `
import sys, pandas as p
t = p.read_parquet(sys.argv[1])
print(t.shape, t['analysis'].iloc[1])
`, "(102, 27) transient_2"},
		{".glb", "trimesh", `
import sys, trimesh
s = trimesh.load(sys.argv[1])
print(len(s.geometry), round(max(s.extents), 6))
`, "2 0.008"},
		{".glb", "pygltflib", `
import sys, pygltflib
g = pygltflib.GLTF2().load(sys.argv[1])
a = g.animations[0]
print(len(a.channels), g.accessors[a.samplers[0].input].max, [n.name for n in g.nodes if n.name == 'crank'])
`, "2 [1.0] ['crank']"},
	} {
		t.Run(c.suffix+" "+c.module, func(t *testing.T) {
			if text, err := exec.Command(python, "-c", "import "+c.module).CombinedOutput(); err != nil {
				if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
					t.Fatalf("%s has no %s: %v: %s", python, c.module, err, text)
				}
				t.Skipf("%s has no %s here", python, c.module)
			}
			out, err := exec.Command(python, "-c", c.script, written(t, turning(t), c.suffix)).CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || got != c.want {
				t.Errorf("%v: %s", err, got)
			}
		})
	}
}
