/* Springs in both forms in which Adams calls routines: a name in small and
 * capital letters gets a struct and scalars by value, others get pointers. */
struct sAdamsVforce { int ID; int NPAR; const double *PAR; int I; int JFLOAT; int RM; };

void c_sysfnc(const char *name, const int *par, int npar, double *value, int *error);

static double pull(double stiffness, int i, int j)
{
	int par[2] = {i, j}, error = 0;
	double x = 0;
	c_sysfnc("DX", par, 2, &x, &error);
	return error ? 0 : -stiffness * x;
}

void Swing(const struct sAdamsVforce *v, double time, int dflag, int iflag, double *result)
{
	result[0] = pull(v->PAR[0], v->I, v->RM);
	result[1] = result[2] = 0;
}

void swing_(const int *id, const double *time, const double *par, const int *npar,
	const int *dflag, const int *iflag, double *result)
{
	result[0] = pull(par[0], 9, 1);
	result[1] = result[2] = 0;
}
