-- Requests that were accepted and have not been handed to the topic yet, in the order of their arrival.
create table outbox (
  id bigint generated always as identity primary key,
  request_id text not null,
  request text not null,
  accepted_at timestamptz not null default clock_timestamp()
);
