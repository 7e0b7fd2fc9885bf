/* Splines in all ways. USER(curve, order, surface): five values of the curve at the
 * time, or a derivative of them, one of the surface, and two flags. */
void c_akispl(double, double, int, int, double *, int *);
void c_cubspl(double, double, int, int, double *, int *);
void c_fitspl(double, double, int, int, double *, int *);
void c_quispl(double, double, int, int, double *, int *);
void c_linspl(double, double, int, int, double *, int *);

void REQSUB(int *id, double *time, double *par, int *npar, int *iflag, double *result)
{
    int curve = (int)par[0], order = (int)par[1], surface = (int)par[2], flag, worst = 0;
    double none = 0.0;
    c_akispl(*time, 0, curve, order, &result[0], &flag), worst |= flag;
    c_cubspl(*time, 0, curve, order, &result[1], &flag), worst |= flag;
    c_fitspl(*time, 0, curve, order, &result[2], &flag), worst |= flag;
    c_quispl(*time, 0, curve, order, &result[3], &flag), worst |= flag;
    c_linspl(*time, 0, curve, order, &result[4], &flag), worst |= flag;
    c_akispl(*time, 3 * *time, surface, 0, &result[5], &flag), worst |= flag;
    result[6] = worst;
    c_akispl(*time, 0, surface, 1, &none, &flag);
    result[7] = flag != 0;
}
