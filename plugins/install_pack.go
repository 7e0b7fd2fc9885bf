package plugins

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/trammel-mbd/trammel/plugins/pack"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// PackOrder is what WritePack is to pack.
type PackOrder struct {
	Programs []string // paths, one for each platform; one must run on this system
	Vendor   string   // of a plugin that does not report its own, "local" if empty
	Key      string   // file with a secret key of minisign; "" for a pack without signature
}

// WritePack starts the program for this system once to ask what it is, and writes a pack of all. The manifest is returned.
func WritePack(c Config, w io.Writer, o PackOrder) (*pack.Manifest, error) {
	own := ""
	for _, path := range o.Programs {
		platform, err := pack.PlatformOf(path)
		if err != nil {
			return nil, &usersub.LoadError{Reason: err.Error()}
		}
		if platform == store.OwnPlatform() || platform == pack.Any && own == "" {
			own = path
		}
	}
	if own == "" {
		return nil, &usersub.LoadError{Reason: fmt.Sprintf("none of the programs is for %s", store.OwnPlatform()),
			Hint: "a pack describes its plugin, so one of its programs is started: add the one for this system"}
	}
	own, err := checkInstallable(own)
	if err != nil {
		return nil, err
	}
	about, err := ReadDescription(c, own)
	if err != nil {
		return nil, err
	}
	vendor, err := chooseVendor(about, o.Vendor)
	if err != nil {
		return nil, err
	}
	text, err := wire.MarshalDescription(about)
	if err != nil {
		return nil, err
	}
	m := &pack.Manifest{Vendor: vendor, Name: about.Name, Version: about.Version, Protocol: int(about.Protocol), Description: text}
	var sign func([]byte) ([]byte, error)
	if o.Key != "" {
		if sign, err = pack.NewMinisignSigner(m.FullName(), o.Key); err != nil {
			return nil, err
		}
	}
	return m, pack.WritePack(w, m, o.Programs, sign)
}

// Source is a pack that is to be installed.
type Source struct {
	Path   string // of the file
	From   string // what was named: the absolute path of the file, or an address
	Key    string // public key of minisign in its short form that must have signed it; "" if that is not known
	SHA256 string // that the file must have; "" if that is not known
}

// InstallPack installs the program for this system from a pack, as Install does. Where a version of the plugin is installed whose
// pack was verified with a key, the pack must be signed with that key, unless another is given. unchecked reports that
// the pack is signed and the key is not known.
func InstallPack(c Config, s Source, to store.Folder) (in *Installation, unchecked bool, err error) {
	if s.Key == "" && s.SHA256 == "" {
		if err := trust.CheckTrusted(s.Path); err != nil {
			return nil, false, newUntrustedPluginError(filepath.Base(s.Path), err)
		}
	}
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	sum, err := store.HashFile(s.Path)
	if err != nil {
		return nil, false, err
	}
	if s.SHA256 != "" && s.SHA256 != sum {
		return nil, false, packError(s, fmt.Errorf("its SHA-256 is %s, expected was %s", sum, s.SHA256))
	}
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	p, err := pack.ReadPack(f, info.Size())
	if err != nil {
		return nil, false, packError(s, err)
	}
	key := cmp.Or(s.Key, installedPackKey(to, p))
	if key != "" {
		if err := p.VerifySignature(key); err != nil {
			return nil, false, packError(s, err)
		}
	}
	in, err = installFromPack(c, p, s, to, store.Manifest{From: s.From, Pack: sum, Key: key})
	return in, key == "" && p.IsSigned(), err
}

// installedPackKey returns the key with which an installed version of the plugin of a pack was verified, "" if there is none.
func installedPackKey(to store.Folder, p *pack.Pack) string {
	for _, v := range store.InstalledVersions(to, p.Vendor, p.Name) {
		if v.Manifest != nil && v.Manifest.Key != "" {
			return v.Manifest.Key
		}
	}
	return ""
}

// installFromPack installs the program of a pack that was verified; note is what its manifest notes of the pack.
func installFromPack(c Config, p *pack.Pack, s Source, to store.Folder, note store.Manifest) (*Installation, error) {
	program, err := p.ProgramFor(store.OwnPlatform())
	if err != nil {
		return nil, packError(s, err)
	}
	dir, err := os.MkdirTemp("", "trammel-pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, filepath.Base(filepath.FromSlash(program.File)))
	if err := p.Extract(program, path); err != nil {
		return nil, packError(s, err)
	}
	return installProgram(c, path, p.Vendor, to, note, func(about *wire.Description) error {
		if about.Name != p.Name || about.Version != p.Version || !slices.Contains([]string{"", p.Vendor}, about.Vendor) {
			return packError(s, fmt.Errorf("it says that it is %s, its program for %s that it is %s %s by %q", p.FullName(), program.Platform, about.Name, about.Version, about.Vendor))
		}
		return nil
	})
}

func packError(s Source, err error) error {
	return &usersub.LoadError{Reason: fmt.Sprintf("the pack %s is not installed: %v", s.From, err)}
}
