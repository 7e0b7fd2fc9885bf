package wire

import (
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
)

// offerToWire is the message for what a routine says about itself.
func offerToWire(name string, o *Offer) *wirepb.Offer {
	a := &o.About
	m := &wirepb.Offer{Name: name, Kind: o.Kind, Doc: o.Doc, Parameterless: a.NoParams,
		States: quantitiesToWire(a.States), Inputs: quantitiesToWire(a.Inputs), Pure: a.Pure, Concurrent: a.Concurrent}
	for k := range a.Params {
		p := &a.Params[k]
		m.Parameters = append(m.Parameters, &wirepb.Parameter{Name: p.Name, Unit: p.Unit, Doc: p.Doc,
			Type: wirepb.ParameterType(p.Type), Element: p.Element, Min: p.Min, Max: p.Max,
			AboveMin: p.AboveMin, BelowMax: p.BelowMax, Default: p.Default, Many: p.Many})
	}
	for size, n := range a.Sizes {
		if m.Sizes == nil {
			m.Sizes = map[string]int32{}
		}
		m.Sizes[size] = int32(n)
	}
	return m
}

func quantitiesToWire(list []usersub.Quantity) (all []*wirepb.Quantity) {
	for _, q := range list {
		all = append(all, &wirepb.Quantity{Name: q.Name, Unit: q.Unit, Doc: q.Doc})
	}
	return all
}

// AboutOfOffer is what a plugin says about one of its routines.
func AboutOfOffer(m *wirepb.Offer) *usersub.About {
	a := &usersub.About{Doc: m.Doc, NoParams: m.Parameterless, Pure: m.Pure, Concurrent: m.Concurrent}
	for _, p := range m.Parameters {
		a.Params = append(a.Params, usersub.Param{Name: p.Name, Unit: p.Unit, Doc: p.Doc,
			Type: usersub.ParamType(p.Type), Element: p.Element, Min: p.Min, Max: p.Max,
			AboveMin: p.AboveMin, BelowMax: p.BelowMax, Default: p.Default, Many: p.Many})
	}
	for _, q := range m.States {
		a.States = append(a.States, usersub.Quantity{Name: q.Name, Unit: q.Unit, Doc: q.Doc})
	}
	for _, q := range m.Inputs {
		a.Inputs = append(a.Inputs, usersub.Quantity{Name: q.Name, Unit: q.Unit, Doc: q.Doc})
	}
	for name, n := range m.Sizes {
		if a.Sizes == nil {
			a.Sizes = map[string]int{}
		}
		a.Sizes[name] = int(n)
	}
	return a
}

// MarshalDescription is a description as JSON: the names are those of the messages
// in camel case, what is missing is left out.
func MarshalDescription(d *wirepb.Description) ([]byte, error) {
	return protojson.MarshalOptions{}.Marshal(d)
}

// UnmarshalDescription reads what MarshalDescription, or a plugin in another language, wrote.
// Fields that are not known are ignored: they are of a later version.
func UnmarshalDescription(text []byte) (*wirepb.Description, error) {
	d := new(wirepb.Description)
	return d, protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(text, d)
}
