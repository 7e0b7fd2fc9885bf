/* ctype.h for modules without a library of C: the program provides these. */
#ifndef TRAMMEL_CTYPE_H
#define TRAMMEL_CTYPE_H
#ifdef __cplusplus
extern "C" {
#endif

int isalpha(int), isdigit(int), isalnum(int), isspace(int), isupper(int), islower(int), toupper(int), tolower(int);

#ifdef __cplusplus
}
#endif
#endif
