-- Names the attempt that a running job belongs to: whoever takes a job over gives it another one, and writes of the earlier attempt find nothing.
alter table jobs add column lease uuid;
