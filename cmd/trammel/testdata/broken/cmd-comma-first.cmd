model create model_name=m
, location = 1
