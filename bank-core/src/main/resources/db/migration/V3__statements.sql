-- Each posting names its account's one before it, and each account its last: a statement is read backwards through the
-- history's own key, newest first, and no index grows with every posting. 0 is none.
alter table account add column last_position bigint default 0 not null;
alter table history add column previous_position bigint default 0 not null;

-- Postings up to this position are not named so, or are not here at all: the bank was loaded from a snapshot of there.
alter table journal_position add column statements_from bigint default 0 not null;
update journal_position set statements_from = position;
