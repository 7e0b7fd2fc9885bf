package cdll

// Exit reports which routine ended the process.
type Exit struct {
	Code    int    // what the process ends with: 5, or 4 while a library is opened
	Status  int    // what it gave to exit, 0 for STOP
	Element string // "Force_Penalty 7"
	Routine string
	Time    float64
}
