-- A row's new version fits its page, so that no index learns of it (heap-only tuples). Balances change all the time;
-- a branch's and a teller's in nearly every batch.
alter table account set (fillfactor = 90);
alter table teller set (fillfactor = 40);
alter table branch set (fillfactor = 20);
