/* conio.h - nothing is typed while a model is simulated. */
#ifndef TRAMMEL_CONIO_H
#define TRAMMEL_CONIO_H
#include "trammel_microsoft.h"
#define _kbhit() 0
#define _getch() (-1)
#define getch() (-1)
#define kbhit() 0
#endif
