list_info part part_name=.m.p
