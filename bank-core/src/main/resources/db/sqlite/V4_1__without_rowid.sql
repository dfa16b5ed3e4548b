-- A table in the order of its key, not a second tree beside it, made anew while it is empty.
drop table transaction_key;
create table transaction_key (
  first_position bigint not null,
  client         bigint not null,
  key_high       bigint not null,
  key_low        bigint not null,
  primary key (first_position)
) without rowid;

drop table transaction_reference;
create table transaction_reference (
  position  bigint      not null,
  reference varchar(64) not null,
  primary key (position)
) without rowid;
