! portlib - the portability library under another name.
module portlib
  use ifport
end module
