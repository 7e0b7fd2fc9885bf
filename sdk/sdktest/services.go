package sdktest

// SetString sets the text of a Reference_String, which a routine gets by CallUtility("GTSTRG", id).
func (s *fakeSolver) SetString(id int, text string) {
	if s.texts == nil {
		s.texts = map[int32]string{}
	}
	s.texts[int32(id)] = text
}

// SetDeck sets the name of the deck without suffix, which a routine gets by CallUtility("GTINAM"), and the
// factors that turn its units of time, length, force and mass into s, m, N and kg, which it gets
// by CallUtility("GTUNTS").
func (s *fakeSolver) SetDeck(name string, time, length, force, mass float64) {
	s.deck, s.scales = name, [4]float64{time, length, force, mass}
}

// GtStrg returns the text of a string element, and 1 where there is none.
func (s *fakeSolver) GtStrg(id int32) (string, int32) {
	if text, ok := s.texts[id]; ok {
		return text, 0
	}
	return "", 1
}

// GtAray implements usersub.Data; there are no arrays.
func (s *fakeSolver) GtAray(int32) ([]float64, int32) { return nil, 1 }

// GtUnts returns the units of the model.
func (s *fakeSolver) GtUnts() (exists bool, scales [4]float64, names [4]string) {
	return s.scales[0] > 0, s.scales, names
}

// GtInam returns the name of the input file.
func (s *fakeSolver) GtInam() string { return s.deck }

// GtOnam returns the name of the output file.
func (s *fakeSolver) GtOnam() string { return s.deck }
