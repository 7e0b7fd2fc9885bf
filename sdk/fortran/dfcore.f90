! dfcore - ifcore under the name of an older or larger library.
module dfcore
  use ifcore
end module
