module github.com/trammel-mbd/trammel/cmd/trammel/page/browsertest

go 1.26
