-- Which transaction a posted reversal took back.
create table if not exists transaction_reversal (
  position          bigint not null,
  original_position bigint not null,
  primary key (position)
);
