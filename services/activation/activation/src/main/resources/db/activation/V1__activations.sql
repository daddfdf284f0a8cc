create table activations (
  request_id text primary key,
  user_name text not null,
  first_name text,
  last_name text,
  email text,
  birth_date date,
  street text,
  city text,
  postal_code text,
  country text,
  phone text,
  channel text,
  activated_at timestamptz default clock_timestamp()
);

-- What the service did, one row each time it acted on a request; never changed. A reader that goes by
-- (transaction_id, effect_id), below pg_snapshot_xmin(pg_current_snapshot()), misses none.
create table effects (
  effect_id bigint generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  request_id text not null,
  user_name text not null,
  source text not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (transaction_id, effect_id)
);
