package usersub

import "strings"

// PluginID splits the name of an installed plugin, "acme/bead", into vendor and
// name; ok is false if name is none: each part is letters, digits and - _ . with a
// letter or digit first.
func PluginID(name string) (vendor, plugin string, ok bool) {
	vendor, plugin, ok = strings.Cut(name, "/")
	return vendor, plugin, ok && IsPluginName(vendor) && IsPluginName(plugin)
}

// IsPluginName reports whether a text can be the vendor or the name of an installed
// plugin. It is then the name of a folder on every system.
func IsPluginName(s string) bool {
	for i, c := range []byte(s) {
		plain := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if !plain && (i == 0 || !strings.ContainsRune("-_.", rune(c))) {
			return false
		}
	}
	return s != "" && len(s) <= 64 && !strings.HasSuffix(s, ".")
}
