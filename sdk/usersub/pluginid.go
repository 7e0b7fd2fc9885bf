package usersub

import "strings"

// PluginName is how a deck names an installed plugin: "acme/bead", or "acme/bead@1.2" for one of its versions.
type PluginName struct {
	Vendor, Name string
	Version      string // "" is any; "1.2" is each of 1.2, 1.2.0 and 1.2.7
}

// ID is the name without a version: "acme/bead".
func (n PluginName) ID() string { return n.Vendor + "/" + n.Name }

func (n PluginName) String() string {
	if n.Version == "" {
		return n.ID()
	}
	return n.ID() + "@" + n.Version
}

// ParsePluginName reads the name of an installed plugin; ok is false if the text is none. Vendor and name are
// letters, digits and - _ . with a letter or digit first, a version may have + as well.
func ParsePluginName(text string) (n PluginName, ok bool) {
	id, version, versioned := strings.Cut(text, "@")
	n.Version = version
	n.Vendor, n.Name, ok = strings.Cut(id, "/")
	return n, ok && IsPluginName(n.Vendor) && IsPluginName(n.Name) && (!versioned || IsPluginVersion(version))
}

// IsPluginName reports whether a text can be the vendor or the name of an installed
// plugin. It is then the name of a folder on every system.
func IsPluginName(s string) bool { return isFileName(s, "-_.") }

// IsPluginVersion reports whether decks can name a version of a plugin by a text.
func IsPluginVersion(s string) bool { return isFileName(s, "-_.+") }

// isFileName reports whether a text is letters, digits and some other bytes, with a letter or digit first.
func isFileName(s, otherBytes string) bool {
	for i, c := range []byte(s) {
		plain := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if !plain && (i == 0 || !strings.ContainsRune(otherBytes, rune(c))) {
			return false
		}
	}
	return s != "" && len(s) <= 64 && !strings.HasSuffix(s, ".")
}
