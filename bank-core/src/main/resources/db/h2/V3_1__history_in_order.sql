-- Statements find postings by their position. A key of a single bigint is the order of the table itself, and costs nothing;
-- an index would cost a tenth of all batches. To be done while the table is empty.
alter table history add column posting bigint generated always as (position * 2 + leg);
alter table history alter column posting set not null;
alter table history add primary key (posting);
