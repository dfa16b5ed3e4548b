-- Under which key a transaction was sent, and what its client calls it. Keys that count up are one row: that of the first
-- position; the next ones have the key plus one, plus two and so on, up to the next row. A row stands for 256 positions at
-- most. Transactions from before this schema have none. MariaDB commits each table by itself, so a start that was killed
-- between them makes the other one.
create table if not exists transaction_key (
  first_position bigint not null,
  client         bigint not null,
  key_high       bigint not null,
  key_low        bigint not null,
  primary key (first_position)
);

create table if not exists transaction_reference (
  position  bigint      not null,
  reference varchar(64) not null,
  primary key (position)
);
