! dfwinty - ifwinty under the name of an older or larger library.
module dfwinty
  use ifwinty
end module
