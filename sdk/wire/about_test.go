package wire_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	grpcwire "github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// What a routine says about itself arrives as it left, over gRPC and as JSON.
func TestDescription(t *testing.T) {
	one, two := 1.0, 0.0
	described := usersub.About{Doc: "a spring", Pure: true, Concurrent: true, NoParams: false,
		Params: []usersub.Param{
			{Name: "stiffness", Unit: "N/mm", Doc: "of it", Min: &two, AboveMin: true, Max: &one, BelowMax: true, Default: &two},
			{Name: "markers", Type: usersub.ID, Element: "Reference_Marker", Many: true}},
		States: []usersub.Quantity{{Name: "z", Unit: "mm", Doc: "bristle"}},
		Inputs: []usersub.Quantity{{Name: "v", Unit: "mm/s", Doc: "speed"}},
		Sizes:  map[string]int{"noutpt": 6}}
	s := &wire.Server{Name: "springs", Vendor: "acme", Version: "1.2.0",
		Routines: map[string]wire.Offer{"s": {Kind: "YFOSUB", Doc: described.Doc, About: described, New: func() usersub.Sub { return nil }},
			"t": {Kind: "VARSUB", About: usersub.About{NoParams: true}, New: func() usersub.Sub { return nil }}}}
	d, err := grpcwire.NewClient(dial(t, s)).Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	text, err := wire.MarshalDescription(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := wire.UnmarshalDescription([]byte(strings.Replace(string(text), "{", `{"later":1,`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*wire.Description{d, again} {
		if got := wire.AboutOfOffer(d.Routines[0]); !reflect.DeepEqual(got, &described) {
			t.Errorf("got %+v, want %+v", got, &described)
		}
		if d.Vendor != "acme" || d.Name != "springs" || d.Version != "1.2.0" || !d.Routines[1].Parameterless {
			t.Errorf("got %v", d)
		}
	}
	if !strings.Contains(string(text), `"aboveMin":true`) {
		t.Errorf("JSON: %s", text)
	}
}
