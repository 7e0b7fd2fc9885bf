from exudyn import *
