/* the law of Road.c */
#ifndef LAW_H
#define LAW_H
#define LAW_REACH 0.7
typedef struct {
    double k, c;
    TCHAR name[16];
} law_t;
#endif
