package pystmt_test

var objectTests = []struct{ in, want string }{}
