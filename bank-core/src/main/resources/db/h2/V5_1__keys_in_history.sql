-- In H2 each row of a table costs about the same, however short it is: it is written, committed, and removed again. So the
-- key of a transaction is in the rows of its postings, and the table of keys is not needed. Postings that are entered
-- without this service have no key.
alter table history add column if not exists client bigint;
alter table history add column if not exists key_high bigint;
alter table history add column if not exists key_low bigint;
drop table if exists transaction_key;
