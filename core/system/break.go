package system

// Breaks are the reactions at which a constraint breaks, 0 for none. A joint is judged
// by force and torque on I's body at the origin of I, other constraints by
// the multiplier of their one row.
type Breaks struct{ Force, Torque, Multiplier float64 }
