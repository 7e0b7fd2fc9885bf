from exudyn.itemInterface import *
