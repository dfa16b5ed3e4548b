-- A table in the order of its key, not a second tree beside it, made anew while it is empty.
drop table transaction_reversal;
create table transaction_reversal (
  position          bigint not null,
  original_position bigint not null,
  primary key (position)
) without rowid;
