/* stdio.h for modules without a library of C: the program provides these. What is printed
 * goes to its log; there are no files. */
#ifndef TRAMMEL_STDIO_H
#define TRAMMEL_STDIO_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct trammel_file FILE;
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
#define EOF (-1)

int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *, const char *, ...) __attribute__((format(printf, 2, 3)));
int sprintf(char *, const char *, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *, size_t, const char *, ...) __attribute__((format(printf, 3, 4)));
int puts(const char *);
int fputs(const char *, FILE *);
int putchar(int);
int fflush(FILE *);

#ifdef __cplusplus
}
#endif
#endif
