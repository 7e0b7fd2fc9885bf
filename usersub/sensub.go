package usersub

// SENSUB gives the value that a Sensor_Event watches.
var SENSUB = register(&Sig{
	Name: "SENSUB", Element: "Sensor_Event", Asks: true,
	Doc:    "value that a sensor watches",
	Struct: structured("sAdamsSensor", "ID NPAR PAR VALUE:d Error:d Logic:c2", "time iflag value"),
	Args:   sensing(out("value", "1")),
})

// SEVSUB gives the value that is stored when a sensor fires (SENVAL).
var SEVSUB = register(&Sig{
	Name: "SEVSUB", Element: "Sensor_Evaluate", Asks: true,
	Doc:    "value stored when a sensor fires",
	Struct: structured("sAdamsSensor", "ID NPAR PAR VALUE:d Error:d Logic:c2", "time iflag value"),
	Args:   sensing(out("value", "1")),
})
