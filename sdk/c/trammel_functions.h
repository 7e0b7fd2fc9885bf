/* trammel_functions.h - the functions that need nothing but arithmetic, so that they cost no message. Part of
 * trammel_plugin.c. The order of operations is that of the solver (usersub/ramp.go, usersub/series.go). */

static void give(double *value, int *flag, int bad, double v)
{
    if (value) *value = bad ? 0 : v;
    if (flag) *flag = bad;
}

typedef void ramp(double u, double d[3]);

static void cubic(double u, double d[3])
{
    d[0] = u * u * (3 - 2 * u);
    d[1] = 6 * u * (1 - u);
    d[2] = 6 - 12 * u;
}

static void quintic(double u, double d[3])
{
    d[0] = u * u * u * (10 + u * (6 * u - 15));
    d[1] = 30 * u * u * (1 - u) * (1 - u);
    d[2] = 60 * u * (1 - u) * (1 - 2 * u);
}

static void ramped(ramp *s, double x, double x0, double h0, double x1, double h1, int order, double *value,
                 int *flag)
{
    double d[3], v, w = x1 - x0;
    if (x <= x0 || x >= x1) {
        v = order > 0 ? 0 : x <= x0 ? h0 : h1;
    } else {
        s((x - x0) / w, d);
        v = order == 0 ? h0 + (h1 - h0) * d[0] : order == 1 ? (h1 - h0) * d[1] / w : (h1 - h0) * d[2] / (w * w);
    }
    give(value, flag, order < 0 || order > 2, v);
}

static double horner(double u, const double *a, int n, int order)
{
    double r = 0;
    for (int j = n - 1; j >= order; j--) {
        double f = 1;
        for (int k = 0; k < order; k++) f *= j - k;
        r = r * u + f * a[j];
    }
    return r;
}

static double chebyshev(double u, const double *c, int n, int order)
{
    double r = 0, p[3] = {1, 0, 0}, q[3] = {u, 1, 0};
    for (int j = 0; j < n; j++) {
        double next[3] = {2 * u * q[0] - p[0], 2 * q[0] + 2 * u * q[1] - p[1], 4 * q[1] + 2 * u * q[2] - p[2]};
        r += c[j] * p[order];
        for (int k = 0; k < 3; k++) p[k] = q[k], q[k] = next[k];
    }
    return r;
}

typedef double sum(double u, const double *c, int n, int order);

static void series(sum *s, double u, const double *c, int n, int order, double *value, int *flag)
{
    int bad = n < 1 || !c || order < 0 || order > 2;
    give(value, flag, bad, bad ? 0 : s(u, c, n, order));
}

#define STEPS(UPPER, lower, f)                                                                      \
    void c_##lower(double x, double x0, double h0, double x1, double h1, int iord, double *v, \
                          int *flag)                                                                \
    {                                                                                               \
        ramped(f, x, x0, h0, x1, h1, iord, v, flag);                                                  \
    }                                                                                               \
    WEAK void lower##_(const double *x, const double *x0, const double *h0, const double *x1,        \
                      const double *h1, const int *iord, double *v, int *flag)                      \
    {                                                                                               \
        ramped(f, *x, *x0, *h0, *x1, *h1, *iord, v, flag);                                            \
    }

#define SERIES(UPPER, lower, f)                                                                     \
    void c_##lower(double x, double x0, const double *c, int n, int iord, double *v, int *flag) \
    {                                                                                               \
        series(f, x - x0, c, n, iord, v, flag);                                                     \
    }                                                                                               \
    WEAK void lower##_(const double *x, const double *x0, const double *c, const int *n,             \
                      const int *iord, double *v, int *flag)                                        \
    {                                                                                               \
        series(f, *x - *x0, c, *n, *iord, v, flag);                                                 \
    }

STEPS(STEP, step, cubic)
STEPS(STEP5, step5, quintic)
SERIES(POLY, poly, horner)
SERIES(CHEBY, cheby, chebyshev)
FORTRAN(STEP, step)
FORTRAN(STEP5, step5)
FORTRAN(POLY, poly)
FORTRAN(CHEBY, cheby)
