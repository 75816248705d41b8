#define WW_DENSITY_OF double
#include "density.cpp"
