-- What the history of a bank that was loaded from a snapshot adds up to, by branch: its rows from before the snapshot are
-- not in the table history. Empty when the whole history is there.
create table history_base (
  branch_id bigint not null,
  postings  bigint not null,
  amount    bigint not null,
  primary key (branch_id)
);
