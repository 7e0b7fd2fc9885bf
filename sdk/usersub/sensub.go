package usersub

// SENSUB gives the value that a Sensor_Event watches.
var SENSUB = newSensorSig("SENSUB", "Sensor_Event", "value that a sensor watches",
	"in the set-up of the run (iflag not 0), then at the end of each step, and inside a step while the time of an event is searched",
	"result; it is compared with value of the sensor as compare says | that of value")

// SEVSUB gives the value that is stored when a sensor fires (SENVAL).
var SEVSUB = newSensorSig("SEVSUB", "Sensor_Evaluate", "value stored when a sensor fires",
	"in the set-up of the run (iflag not 0), then at each event of a sensor with this evaluate_id",
	"result; what SENVAL returns from then on | as the routine chooses")

func newSensorSig(name, element, doc, called, value string) *Sig {
	return registerSig(&Sig{
		Name: name, Element: element, UsesState: true, Doc: doc,
		Called: called, Returns: "the value",
		Struct: parseStructForm("sAdamsSensor", "ID NPAR PAR VALUE:d Error:d Logic:c2", "time iflag value"),
		Args:   parseRoutineArgs(sensing, "value:R[1] | "+value),
	})
}
