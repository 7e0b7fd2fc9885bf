#include "textflag.h"

// func pause()
TEXT ·spinHint(SB), NOSPLIT, $0-0
	PAUSE
	RET
