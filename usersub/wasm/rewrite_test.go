package wasm

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// valid reports whether wazero takes a module.
func valid(w []byte) error {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(features))
	defer r.Close(ctx)
	_, err := r.CompileModule(ctx, w)
	return err
}

// FuzzRewrite: no bytes stop the rewriting, and what was valid stays so.
func FuzzRewrite(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.wasm")
	for _, file := range append(files, "support/support.wasm") {
		w, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, w []byte) {
		out, _, err := rewriteModule(w, redirectImport)
		if err != nil || valid(w) != nil {
			return
		}
		if err := valid(out); err != nil {
			t.Fatalf("it was valid, and is not any more: %v", err)
		}
	})
}

// Instructions of all kinds survive: vectors, bulk memory, conversions, tables, branches.
func TestInstructions(t *testing.T) {
	text := `#include "msolve.h"
typedef float v4 __attribute__((vector_size(16)));
typedef signed char v16 __attribute__((vector_size(16)));
static double sq(double x) { return x * x; }
static double cb(double x) { return x * x * x; }
static double (*volatile law[3])(double) = {sq, cb, sq};
static char from[300], to[300];
ROUTINE
{
    v4 a = {1, 2, 3, 4}, b = a * (float)*time + 1;
    v16 m = {1, 2, 3}, n = __builtin_shufflevector(m, m + 1, 0, 17, 2, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 31);
    long long big = (long long)(*time * 1e12);
    unsigned u = (unsigned)(*time * 3e9f);
    int k, s = 0;
    memset(from, 7, sizeof from - *id);
    memcpy(to + 1, from, 200 + *id);
    memmove(to, to + 1, 100 + *id);
    for (k = 0; k < 12; k++)
        switch (k + *id) {
        case 7: s += 1; break;
        case 8: s += 10; break;
        case 9: s += 100; break;
        case 12: s += 1000; continue;
        case 14: goto end;
        default: s += to[k];
        }
end:
    *value = b[0] + b[1] + b[2] + b[3] + n[1] + n[15] + (double)big + u + s + law[*id % 3](2) + law[(*id + 1) % 3](2) + to[150] + (signed char)(s << 3);
}
`
	text = string(bytes.ReplaceAll([]byte(text), []byte("ROUTINE"), []byte("DLLFUNC void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)")))
	src := source(t, "ops.c", text)
	var got []float64
	for _, flags := range [][]string{{"-O2"}, {"-O3", "-msimd128", "-mbulk-memory", "-mnontrapping-fptoint", "-msign-ext"}, {"-O0"}} {
		r := load(t, loader(t), build(t, append([]string{src}, flags...)...), usersub.PFOSUB, "PFOSUB")
		f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, nil, nil)
		f.PrepareCall(0.5, false, false)
		if err := r.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		got = append(got, f.RealArgNamed("value")[0])
	}
	// b adds up to 5+4, n to 3+1, big 5e11, u 1.5e9, s 1+10+100+7+7+1000+7, laws 8 and 4
	// (entries 1 and 2), to[150] 7, and 1132·8 in eight bits 96.
	want := 9. + 4 + 5e11 + 1.5e9 + 1132 + 8 + 4 + 7 + 96
	for i, v := range got {
		if v != want {
			t.Errorf("flags %d: %.17g, want %.17g", i, v, want)
		}
	}
}

// The committed support.wasm is what its sources make.
func TestSupportIsBuiltFromItsSources(t *testing.T) {
	subtest.RequireTool(t, "clang")
	subtest.RequireTool(t, "wasm-ld")
	path := filepath.Join(t.TempDir(), "support.wasm")
	run(t, "support/build.sh", path)
	w, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(w, support) {
		return
	}
	// Another version of clang makes other code: it must pass the suite.
	committed := support
	support = w
	defer func() { support = committed }()
	l := loader(t)
	subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		if function == "FAILUR" {
			return nil
		}
		return load(t, l, "testdata/suite.wasm", sig, function)
	})
}
