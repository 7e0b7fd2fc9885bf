/* math.h for modules without a library of C: the program provides these. */
#ifndef TRAMMEL_MATH_H
#define TRAMMEL_MATH_H
#ifdef __cplusplus
extern "C" {
#endif

#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()
#define HUGE_VAL __builtin_inf()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

double acos(double), acosh(double), asin(double), asinh(double), atan(double), atanh(double), cbrt(double);
double ceil(double), cos(double), cosh(double), erf(double), erfc(double), exp(double), exp2(double), expm1(double);
double fabs(double), floor(double), lgamma(double), log(double), log10(double), log1p(double), log2(double), logb(double);
double nearbyint(double), rint(double), round(double), sin(double), sinh(double), sqrt(double), tan(double), tanh(double);
double tgamma(double), trunc(double), j0(double), j1(double), y0(double), y1(double);
double atan2(double, double), copysign(double, double), fdim(double, double), fmax(double, double), fmin(double, double);
double fmod(double, double), hypot(double, double), nextafter(double, double), pow(double, double), remainder(double, double);
double fma(double, double, double), ldexp(double, int), scalbn(double, int), frexp(double, int *), modf(double, double *);

float acosf(float), asinf(float), atanf(float), ceilf(float), cosf(float), coshf(float), expf(float), fabsf(float);
float floorf(float), logf(float), log10f(float), roundf(float), sinf(float), sinhf(float), sqrtf(float), tanf(float);
float tanhf(float), truncf(float), atan2f(float, float), fmaxf(float, float), fminf(float, float), fmodf(float, float);
float hypotf(float, float), powf(float, float);

#ifdef __cplusplus
}
#endif
#endif
