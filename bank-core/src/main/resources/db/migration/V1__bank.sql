-- Gray & Levine 2005, appendix: branch, teller, account, history. Money is in minor units of the bank's currency.
-- branch_id leads every key, so that a bank can be spread over machines by branch.
create table branch (
  branch_id bigint not null,
  balance   bigint not null,
  primary key (branch_id)
);

create table teller (
  branch_id bigint not null,
  teller_id bigint not null,
  till      bigint not null,
  primary key (branch_id, teller_id)
);

create table account (
  branch_id  bigint not null,
  account_id bigint not null,
  balance    bigint not null,
  primary key (branch_id, account_id)
);

-- One row per posting. (position, leg) is the key: a transfer has legs 0 and 1, everything else leg 0.
-- The timestamp is the journal's, in microseconds since 1970 UTC.
create table history (
  position         bigint   not null,
  leg              smallint not null,
  timestamp_micros bigint   not null,
  branch_id        bigint   not null,
  teller_id        bigint   not null,
  account_id       bigint   not null,
  amount           bigint   not null,
  primary key (position, leg)
);

-- The mark: where this database stands in the journal's history. One row, locked first and written last by
-- every transaction of the service.
create table journal_position (
  id             smallint not null,
  bank_id        varchar(36) not null,
  epoch_id       varchar(36) not null,
  position       bigint not null,
  chain_checksum integer not null,
  branches            integer not null,
  tellers_per_branch  integer not null,
  accounts_per_branch integer not null,
  currency            varchar(3) not null,
  primary key (id)
);
