-- In H2 each row of a table costs about the same, however short it is: it is written, committed, and removed again. So the
-- key of a transaction is in the rows of its postings, and the table of keys is not needed. To be done while both are empty.
drop table transaction_key;
alter table history add column client bigint not null;
alter table history add column key_high bigint not null;
alter table history add column key_low bigint not null;
