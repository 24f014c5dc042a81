-- Violations of the page's security policies in browsers, counted by kind and day, kept for 30 days: foreign code that
-- tried to run, or a policy in the portal's own way.
-- Reports need no account and can be invented; none is traceable to a browser. Limits: 300 reports a minute, 500 kinds
-- a day. Read by operators in the SQL editor.

/* One kind of violation on one day. Written by the function `policy-reports`, read by operators. */
create table private.nemus_policy_reports (
  day date not null,
  -- Violated directive, such as `script-src-elem`, `require-trusted-types-for`, `integrity`.
  directive text not null check (directive ~ '^[a-z-]{1,40}$'),
  -- Refused, or only reported.
  disposition text not null check (disposition in ('enforce', 'report')),
  -- First part of the path: never an id, token or query.
  page text not null check (char_length(page) between 1 and 40),
  -- What was refused: an origin, one of our files, or a word such as `inline`; source: the script that requested it.
  blocked text not null check (char_length(blocked) <= 200),
  source text not null check (char_length(source) <= 200),
  times int not null check (times > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (day, directive, disposition, page, blocked, source)
);
alter table private.nemus_policy_reports enable row level security;

/* Reports taken in the current minute. One row. */
create table private.nemus_policy_report_minute (
  only_row boolean primary key default true check (only_row),
  minute timestamptz not null,
  taken int not null,
  created_at timestamptz not null default now()
);
alter table private.nemus_policy_report_minute enable row level security;
insert into private.nemus_policy_report_minute (minute, taken) values (date_trunc('minute', now()), 0);

/* Deletes days older than 30 days; returns how many rows. */
create function private.nemus_forget_policy_reports() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from private.nemus_policy_reports r where r.day < (now() at time zone 'utc')::date - 30 returning 1)
  select count(*)::int from gone
$$;

/*
 * Counts up to 50 reports, [{directive, disposition, page, blocked, source}], cleaned by the function; returns how many
 * were counted. Takes 300 a minute and 500 kinds a day: the table stays small whatever is sent.
 */
create function public.nemus_take_policy_reports(p_reports jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  counted int;
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where jsonb_typeof(p_reports) is distinct from 'array' or jsonb_array_length(p_reports) not between 1 and 50;
  -- Concurrent reports wait for this row, so the limits are exact.
  update private.nemus_policy_report_minute m set
    minute = date_trunc('minute', now()),
    taken = jsonb_array_length(p_reports) + case when m.minute = date_trunc('minute', now()) then m.taken else 0 end
  where m.minute <> date_trunc('minute', now()) or m.taken + jsonb_array_length(p_reports) <= 300;
  if not found then
    return 0;
  end if;
  perform private.nemus_forget_policy_reports();
  with sent as (
    select s.directive, s.disposition, s.page, s.blocked, s.source, count(*)::int as times
    from jsonb_to_recordset(p_reports)
      as s (directive text, disposition text, page text, blocked text, source text)
    group by 1, 2, 3, 4, 5
  ), known as (
    update private.nemus_policy_reports r set times = least(r.times::bigint + s.times, 2000000000)::int, updated_at = now()
    from sent s
    where r.day = today and (r.directive, r.disposition, r.page, r.blocked, r.source)
      = (s.directive, s.disposition, s.page, s.blocked, s.source)
    returning r.directive, r.disposition, r.page, r.blocked, r.source, s.times
  ), added as (
    insert into private.nemus_policy_reports (day, directive, disposition, page, blocked, source, times)
    select today, s.* from sent s
    where not exists (select from known k where (k.directive, k.disposition, k.page, k.blocked, k.source)
      = (s.directive, s.disposition, s.page, s.blocked, s.source))
    limit greatest(500 - (select count(*) from private.nemus_policy_reports r where r.day = today), 0)
    returning times
  )
  select coalesce(sum(a.times), 0) into counted
  from (select k.times from known k union all select n.times from added n) a;
  return counted;
end $$;
