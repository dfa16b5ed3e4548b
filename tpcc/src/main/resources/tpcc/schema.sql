-- The nine tables of TPC-C 5.11, clause 1.3. Money is in cents, taxes and discounts are ten-thousandths, times are
-- microseconds since 1970 UTC. Keys begin with the warehouse, so that rows of a warehouse are neighbours.
create table warehouse (
  w_id       integer     not null,
  w_name     varchar(10) not null,
  w_street_1 varchar(20) not null,
  w_street_2 varchar(20) not null,
  w_city     varchar(20) not null,
  w_state    varchar(2)  not null,
  w_zip      varchar(9)  not null,
  w_tax      integer     not null,
  w_ytd      bigint      not null,
  primary key (w_id)
);

create table district (
  d_w_id      integer     not null,
  d_id        integer     not null,
  d_name      varchar(10) not null,
  d_street_1  varchar(20) not null,
  d_street_2  varchar(20) not null,
  d_city      varchar(20) not null,
  d_state     varchar(2)  not null,
  d_zip       varchar(9)  not null,
  d_tax       integer     not null,
  d_ytd       bigint      not null,
  d_next_o_id integer     not null,
  primary key (d_w_id, d_id)
);

create table customer (
  c_w_id         integer      not null,
  c_d_id         integer      not null,
  c_id           integer      not null,
  c_first        varchar(16)  not null,
  c_middle       varchar(2)   not null,
  c_last         varchar(16)  not null,
  c_street_1     varchar(20)  not null,
  c_street_2     varchar(20)  not null,
  c_city         varchar(20)  not null,
  c_state        varchar(2)   not null,
  c_zip          varchar(9)   not null,
  c_phone        varchar(16)  not null,
  c_since        bigint       not null,
  c_credit       varchar(2)   not null,
  c_credit_lim   bigint       not null,
  c_discount     integer      not null,
  c_balance      bigint       not null,
  c_ytd_payment  bigint       not null,
  c_payment_cnt  integer      not null,
  c_delivery_cnt integer      not null,
  c_data         varchar(500) not null,
  primary key (c_w_id, c_d_id, c_id)
);

create index customer_name on customer (c_w_id, c_d_id, c_last, c_first, c_id);

-- It has no key (clause 1.3.1).
create table history (
  h_c_id   integer     not null,
  h_c_d_id integer     not null,
  h_c_w_id integer     not null,
  h_d_id   integer     not null,
  h_w_id   integer     not null,
  h_date   bigint      not null,
  h_amount bigint      not null,
  h_data   varchar(24) not null
);

create table new_order (
  no_w_id integer not null,
  no_d_id integer not null,
  no_o_id integer not null,
  primary key (no_w_id, no_d_id, no_o_id)
);

create table orders (
  o_w_id       integer not null,
  o_d_id       integer not null,
  o_id         integer not null,
  o_c_id       integer not null,
  o_entry_d    bigint  not null,
  o_carrier_id integer,
  o_ol_cnt     integer not null,
  o_all_local  integer not null,
  primary key (o_w_id, o_d_id, o_id)
);

create index orders_customer on orders (o_w_id, o_d_id, o_c_id, o_id);

create table order_line (
  ol_w_id        integer     not null,
  ol_d_id        integer     not null,
  ol_o_id        integer     not null,
  ol_number      integer     not null,
  ol_i_id        integer     not null,
  ol_supply_w_id integer     not null,
  ol_delivery_d  bigint,
  ol_quantity    integer     not null,
  ol_amount      bigint      not null,
  ol_dist_info   varchar(24) not null,
  primary key (ol_w_id, ol_d_id, ol_o_id, ol_number)
);

create table item (
  i_id    integer     not null,
  i_im_id integer     not null,
  i_name  varchar(24) not null,
  i_price bigint      not null,
  i_data  varchar(50) not null,
  primary key (i_id)
);

create table stock (
  s_w_id       integer     not null,
  s_i_id       integer     not null,
  s_quantity   integer     not null,
  s_dist_01    varchar(24) not null,
  s_dist_02    varchar(24) not null,
  s_dist_03    varchar(24) not null,
  s_dist_04    varchar(24) not null,
  s_dist_05    varchar(24) not null,
  s_dist_06    varchar(24) not null,
  s_dist_07    varchar(24) not null,
  s_dist_08    varchar(24) not null,
  s_dist_09    varchar(24) not null,
  s_dist_10    varchar(24) not null,
  s_ytd        integer     not null,
  s_order_cnt  integer     not null,
  s_remote_cnt integer     not null,
  s_data       varchar(50) not null,
  primary key (s_w_id, s_i_id)
);

-- What a load was asked for: one row.
create table load_request (
  warehouses             integer not null,
  items                  integer not null,
  customers_per_district integer not null,
  seed                   bigint  not null,
  last_name_constant     integer not null,
  primary key (warehouses)
);

-- The parts of a load that were committed, so that a load that was interrupted goes on from there.
create table load_part (
  part varchar(40) not null,
  primary key (part)
);
