package dll

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A library of forwards reads back as it was written, and the same arguments give the same bytes.
func TestForwarder(t *testing.T) {
	list := UtilityForwards()
	b := BuildForwardingLibrary("Some Vendor.dll", list)
	path := filepath.Join(t.TempDir(), "x.dll")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if f.Bits != 64 || f.Arch != "x86-64" || f.Program || len(f.Imports) != 0 || IsProgram(path) {
		t.Errorf("it is %+v", f)
	}
	var names []string
	for _, x := range list {
		names = append(names, x.Name)
	}
	if !slices.Equal(f.Exports, names) || len(names) < 200 || !slices.IsSorted(names) {
		t.Errorf("it exports %d names, want %d", len(f.Exports), len(names))
	}
	reversed := slices.Clone(list)
	slices.Reverse(reversed)
	if !slices.Equal(b, BuildForwardingLibrary("Some Vendor.dll", reversed)) {
		t.Error("the order of the list changes the file")
	}
}

func TestUtility(t *testing.T) {
	for symbol, want := range map[string]string{"c_sysfnc": "c_sysfnc", "SYSFNC": "SYSFNC", "sysfnc_": "sysfnc_", "sysfnc": "sysfnc", "SysFnc": "sysfnc",
		"_SYSFNC@24": "sysfnc", "C_SYSARY": "c_sysary", "c_get_HHT_parameters": "c_get_HHT_parameters", "printf": "", "tm_call": ""} {
		if got := UtilityName(symbol); got != want {
			t.Errorf("%s is %q, want %q", symbol, got, want)
		}
	}
}
