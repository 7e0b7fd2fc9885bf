from exudyn.system import exudynTestGlobals


class ExudynTestStructure:
    pass
