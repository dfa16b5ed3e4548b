-- H2 keeps a table in the order of its key when the key is a single bigint; any other key is a second tree beside the
-- table. A teller's and an account's id carry its branch, so the id alone is a key too: half the memory and half the work.
-- To be done while the tables are empty.
alter table teller drop primary key;
alter table teller add primary key (teller_id);
alter table account drop primary key;
alter table account add primary key (account_id);

-- An H2 database has one process, and the locked mark enters each posting once: history is kept in the order of its
-- insertion, without a tree for the key.
alter table history drop primary key;
