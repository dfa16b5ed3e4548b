-- It has no key here.
create index history_position on history (position);
