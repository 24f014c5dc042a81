/**
 * What migrations use of pg_net, by its names: requests that leave after the transaction. PGlite cannot have the
 * extension; here `jobs/jobs.ts` sends what a job has queued. Where the extension itself is there, nothing is made.
 */
export const NET = `
do $net$
begin
  if exists (select from pg_extension where extname = 'pg_net') then
    return;
  end if;
  create schema if not exists net;
  revoke all on schema net from public;
  create table if not exists net.http_request_queue (
    id bigint generated always as identity primary key,
    url text not null,
    headers jsonb not null,
    body jsonb not null,
    timeout_milliseconds int not null
  );
  create or replace function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000)
  returns bigint
  language sql set search_path = '' as $$
    insert into net.http_request_queue (url, headers, body, timeout_milliseconds)
    values (url, headers, body, timeout_milliseconds)
    returning id
  $$;
end $net$;
`;
