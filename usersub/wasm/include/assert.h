/* assert.h for modules without a library of C. */
#undef assert
#ifdef NDEBUG
#define assert(x) ((void)0)
#else
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))
#endif
#ifdef __cplusplus
extern "C"
#endif
__attribute__((noreturn)) void __assert_fail(const char *, const char *, int, const char *);
