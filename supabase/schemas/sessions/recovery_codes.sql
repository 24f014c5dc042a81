-- Recovery codes for a lost second factor: ten codes, each valid once, consumed by nemus_use_recovery_code (Edge
-- Function use-recovery-code, after the password). A used code removes all factors of the account and ends its other
-- sessions; the password alone then opens the account, and a new factor can be set up (decision record 0037). New codes
-- replace the old ones and need a fresh factor. At most ten attempts an hour.
-- Codes are stored as hashes and shown once, when they are made. Also here: the notification that a factor was added or
-- removed (job `nemus-tell-factors`, jobs/jobs.sql).

create table private.nemus_recovery_codes (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- Hash of 80 random bits and the account's id. Too many to guess, so a plain hash is enough.
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table private.nemus_recovery_codes enable row level security;

/* Attempts at an account's codes, for the limit. Deleted after a day. */
create table private.nemus_recovery_attempts (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
alter table private.nemus_recovery_attempts enable row level security;
create index nemus_recovery_attempts_newest on private.nemus_recovery_attempts (user_id, created_at desc);

/* Factors that their account has been notified of. */
create table private.nemus_known_factors (
  factor_id uuid primary key,
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table private.nemus_known_factors enable row level security;
create index on private.nemus_known_factors (user_id);

/* Hash of a code as stored, however it was typed or pasted. */
create function private.nemus_recovery_hash(p_user uuid, p_code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_user || ' ' || private.nemus_code_signs(p_code, 16), 'UTF8')), 'hex')
$$;

/* A new code in the form XXXX-XXXX-XXXX-XXXX, from 32 characters that cannot be confused. */
create function private.nemus_new_recovery_code() returns text
language sql volatile set search_path = '' as $$
  with random as materialized (
    -- Two uuids, hashed: some bits of a single uuid are fixed.
    select sha256(decode(replace(gen_random_uuid() || '' || gen_random_uuid(), '-', ''), 'hex')) as bytes)
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(bytes, place) & 31) + 1, 1)
    || case when place in (3, 7, 11) then '-' else '' end, '' order by place)
  from random, generate_series(0, 15) place
$$;

/*
 * Ten new codes for the caller, readable only now; earlier codes become invalid.
 * Raises 409 factor_missing, 403 factor_required.
 */
create function public.nemus_make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  codes text[];
begin
  -- Two tabs at once: one complete set of codes wins.
  perform from public.nemus_profiles p where p.user_id = me for update;
  perform private.nemus_refuse(409, 'factor_missing') where not found or not private.nemus_has_factor(me);
  perform private.nemus_require_fresh_factor();
  codes := array(select private.nemus_new_recovery_code() from generate_series(1, 10));
  delete from private.nemus_recovery_codes c where c.user_id = me;
  insert into private.nemus_recovery_codes (user_id, code_hash)
  select me, private.nemus_recovery_hash(me, code) from unnest(codes) code;
  perform private.nemus_notify(me, 'factor_changed', 'recovery_codes:' || gen_random_uuid(),
    '{"method": "recovery", "change": "renewed"}', '/account/security');
  return codes;
end $$;

/*
 * State for the security page: {codes_left, codes_made_at, is_recovered, required_by, rights_require}. is_recovered: a
 * recovery code removed the factor within the last 30 days and there is no new one. required_by: name of an institution
 * of the caller that requires a factor, or null. rights_require: rights of staff, operators or teams require one.
 */
create function public.nemus_factor_state() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'codes_left', count(*) filter (where c.used_at is null),
    'codes_made_at', max(c.created_at),
    'is_recovered', coalesce(max(c.used_at) > now() - interval '30 days', false)
      and not private.nemus_has_factor(auth.uid()),
    'required_by', (select s.institution_name from public.nemus_members m
      join public.nemus_institution_settings s on s.institution_id = m.institution_id
      where m.user_id = auth.uid() and s.two_factor_enabled order by m.chosen_at desc limit 1),
    'rights_require', not private.nemus_is_local_demo() and (
      exists (select from public.nemus_staff s where s.user_id = auth.uid())
      or exists (select from public.nemus_release_members m where m.user_id = auth.uid())
      or exists (select from public.nemus_release_operators o where o.user_id = auth.uid())))
  from private.nemus_recovery_codes c where c.user_id = auth.uid()
$$;

/*
 * Consumes a recovery code of an account whose password was given. Returns `done`, `wrong`, `none` (no factor) or
 * `too_many` (ten attempts within an hour, from anywhere). `done` removes the account's factors, ends its other
 * sessions and notifies it, in one transaction.
 */
create function public.nemus_use_recovery_code(p_user uuid, p_session uuid, p_code text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  -- One attempt at a time, so that a code works once and the limit is exact.
  perform from public.nemus_profiles p where p.user_id = p_user for update;
  if not found or not private.nemus_has_factor(p_user) then
    return 'none';
  end if;
  if (select count(*) from private.nemus_recovery_attempts a
      where a.user_id = p_user and a.created_at > clock_timestamp() - interval '1 hour') >= 10 then
    return 'too_many';
  end if;
  insert into private.nemus_recovery_attempts (user_id) values (p_user);
  update private.nemus_recovery_codes c set used_at = now()
  where c.user_id = p_user and c.code_hash = private.nemus_recovery_hash(p_user, p_code) and c.used_at is null;
  if not found then
    return 'wrong';
  end if;
  delete from private.nemus_known_factors k where k.user_id = p_user;
  delete from auth.mfa_factors f where f.user_id = p_user;
  delete from auth.sessions s where s.user_id = p_user and s.id is distinct from p_session;
  delete from private.nemus_recovery_attempts a where a.user_id = p_user;
  perform private.nemus_notify(p_user, 'factor_changed', 'recovery_code_used:' || gen_random_uuid(),
    '{"method": "recovery", "change": "used"}', '/account/security');
  return 'done';
end $$;

/*
 * Notifies accounts of added and removed factors. The sign-in service changes factors by itself, so a job compares them
 * with nemus_known_factors, whatever changed them. One that fails is set aside. Also deletes attempts older than a day.
 */
create function private.nemus_tell_factors() returns void
language plpgsql security definer set search_path = '' as $$
declare
  factor record;
begin
  for factor in
    select f.id, f.user_id, 'added' as change from auth.mfa_factors f
    where f.status::text = 'verified' and exists (select from public.nemus_profiles p where p.user_id = f.user_id)
      and not exists (select from private.nemus_known_factors k where k.factor_id = f.id)
    union all
    select k.factor_id, k.user_id, 'removed' from private.nemus_known_factors k
    where not exists (select from auth.mfa_factors f where f.id = k.factor_id and f.status::text = 'verified')
  loop
    continue when private.nemus_is_set_aside('tell-factors', factor.id::text);
    begin
      if factor.change = 'added' then
        insert into private.nemus_known_factors (factor_id, user_id) values (factor.id, factor.user_id) on conflict do nothing;
      else
        delete from private.nemus_known_factors k where k.factor_id = factor.id;
      end if;
      -- A concurrent call tells it.
      continue when not found;
      perform private.nemus_notify(factor.user_id, 'factor_changed', 'factor_' || factor.change || ':' || factor.id,
        jsonb_build_object('method', 'totp', 'change', factor.change), '/account/security');
      perform public.nemus_note_outcome('tell-factors', factor.id::text, null);
    exception when others then
      perform public.nemus_note_outcome('tell-factors', factor.id::text, sqlerrm);
    end;
  end loop;
  delete from private.nemus_recovery_attempts a where a.created_at < now() - interval '1 day';
end $$;
