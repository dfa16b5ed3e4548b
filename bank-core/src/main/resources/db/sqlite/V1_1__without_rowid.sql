-- A table in the order of its key, not a second tree beside it. SQLite cannot change a key, so the tables are made anew
-- while they are empty.
drop table branch;
create table branch (
  branch_id bigint not null,
  balance   bigint not null,
  primary key (branch_id)
) without rowid;

drop table teller;
create table teller (
  branch_id bigint not null,
  teller_id bigint not null,
  till      bigint not null,
  primary key (branch_id, teller_id)
) without rowid;

drop table account;
create table account (
  branch_id  bigint not null,
  account_id bigint not null,
  balance    bigint not null,
  primary key (branch_id, account_id)
) without rowid;

drop table history;
create table history (
  position         bigint   not null,
  leg              smallint not null,
  timestamp_micros bigint   not null,
  branch_id        bigint   not null,
  teller_id        bigint   not null,
  account_id       bigint   not null,
  amount           bigint   not null,
  primary key (position, leg)
) without rowid;
