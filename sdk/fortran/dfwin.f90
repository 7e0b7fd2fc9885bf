! dfwin - ifwin under the name of an older or larger library.
module dfwin
  use ifwin
end module
