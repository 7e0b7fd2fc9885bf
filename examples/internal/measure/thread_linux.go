package measure

const ofThread = 1 // RUSAGE_THREAD
