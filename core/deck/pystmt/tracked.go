package pystmt

// tracked are the classes and functions of the modules in lib that become
// statements.
var tracked = []string{
	"Part", "PointMass", "Marker", "Joint", "Jprim", "Coupler", "Gear", "Gcon", "Ucon", "Motion", "Sforce", "Vforce", "Vtorque",
	"Gforce", "Nforce", "SpringDamper", "Bushing", "Beam", "Field", "Friction", "Contact", "Pforce", "Yforce", "Variable", "Diff",
	"Array", "Spline", "Matrix", "String", "Curve", "Surface", "Ptcv", "Cvcv", "Gse", "Lse", "Tfsiso", "Pinput", "Poutput", "Sensor",
	"Request", "Accgrav", "Units", "Integrator", "Equilibrium", "simulate",
}
