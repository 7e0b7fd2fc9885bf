package pack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"aead.dev/minisign"
)

// PasswordVariable is the environment variable with the password of a secret key.
const PasswordVariable = "TRAMMEL_MINISIGN_PASSWORD"

// NewMinisignSigner returns what signs with the secret key of minisign in a file. A signature names the plugin, as pluginName has it, and no time, so that it is always the same.
func NewMinisignSigner(pluginName, keyFile string) (func([]byte) ([]byte, error), error) {
	text, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, err
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		password, ok := os.LookupEnv(PasswordVariable)
		if !ok {
			return nil, fmt.Errorf("the secret key %s has a password: set %s", keyFile, PasswordVariable)
		}
		key, err = minisign.DecryptKey(password, text)
	} else {
		err = key.UnmarshalText(text)
	}
	if err != nil {
		return nil, fmt.Errorf("the secret key %s cannot be used: %w", keyFile, err)
	}
	return func(message []byte) ([]byte, error) {
		r := minisign.NewReader(bytes.NewReader(message))
		if _, err := io.Copy(io.Discard, r); err != nil {
			return nil, err
		}
		return r.SignWithComments(key, pluginName, "signature of "+manifestName), nil
	}, nil
}

// ReadPublicKey returns a public key of minisign in its short form, the line of Base64. keyOrFile is that, or the name of a file with it.
func ReadPublicKey(keyOrFile string) (string, error) {
	var key minisign.PublicKey
	if key.UnmarshalText([]byte(keyOrFile)) != nil {
		b, err := os.ReadFile(keyOrFile)
		if err != nil {
			return "", fmt.Errorf("%q is neither a public key of minisign nor a file: %w", keyOrFile, err)
		}
		if err := key.UnmarshalText(b); err != nil {
			return "", fmt.Errorf("%s holds no public key of minisign: %w", keyOrFile, err)
		}
	}
	b, err := key.MarshalText()
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.TrimSpace(lines[len(lines)-1]), err
}

// IsSigned reports whether the pack has a signature.
func (p *Pack) IsSigned() bool { return p.signature != nil }

// VerifySignature checks the signature of the pack with a public key as ReadPublicKey returns it.
func (p *Pack) VerifySignature(publicKey string) error {
	if p.signature == nil {
		return errors.New("it is not signed")
	}
	var k minisign.PublicKey
	if err := k.UnmarshalText([]byte(publicKey)); err != nil {
		return err
	}
	var s minisign.Signature
	if err := s.UnmarshalText(p.signature); err != nil {
		return fmt.Errorf("%s is not a signature: %w", signatureName, err)
	}
	if s.KeyID != k.ID() {
		return fmt.Errorf("it is signed with the key %X, not with %X", s.KeyID, k.ID())
	}
	r := minisign.NewReader(bytes.NewReader(p.text))
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if !r.Verify(k, p.signature) {
		return fmt.Errorf("its signature is not that of %s: the pack was changed since it was signed", manifestName)
	}
	return nil
}
