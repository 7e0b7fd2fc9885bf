# Names of Exudyn that are not there: finite elements and flexible bodies.

from exudyn.refused import _refused

for _n in ("FEMinterface ObjectFFRFinterface ObjectFFRFreducedOrderInterface HCBstaticModeSelection MaterialBaseClass "
           "KirchhoffMaterial FiniteElement Tet4 Hex8 Tet10 Hex20 CompressedRowSparseToDenseMatrix ScalarMatrixToScipyCSR "
           "ReadMatrixFromAnsysMMF ReadNodalCoordinatesFromAnsysTxt ReadElementsFromAnsysTxt CSRtoRowsAndColumns "
           "MapSparseMatrixIndices ConvertHexToTrigs AddEntryToCompressedRowSparseArray CSRtoScipySparseCSR "
           "CheckForJacobian PrintFEM").split():
    globals()[_n] = _refused("exudyn.FEM", _n, "finite elements and flexible bodies")
