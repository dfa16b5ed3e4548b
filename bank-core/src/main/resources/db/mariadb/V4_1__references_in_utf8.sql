-- Whatever the character set of the database is.
alter table transaction_reference modify reference varchar(64) character set utf8mb4 collate utf8mb4_bin not null;
