package scripttest

import (
	"os"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

func TestMain(m *testing.M) { os.Exit(clitest.Main(m, "../testdata")) }
