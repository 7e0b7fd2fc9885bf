/* stdlib.h for modules without a library of C: the program provides these. There is no
 * malloc: that needs a library (wasi-libc). */
#ifndef TRAMMEL_STDLIB_H
#define TRAMMEL_STDLIB_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

int abs(int);
long labs(long);
int atoi(const char *);
long atol(const char *);
double atof(const char *);
double strtod(const char *, char **);
long strtol(const char *, char **, int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
__attribute__((noreturn)) void exit(int);
__attribute__((noreturn)) void abort(void);

#ifdef __cplusplus
}
#endif
#endif
