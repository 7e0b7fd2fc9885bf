from exudyn.utilities import *
