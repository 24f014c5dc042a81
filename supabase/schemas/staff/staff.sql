-- Staff runs the training. Roles: `catalogue`, `teaching`, `orders`, `people`; an account of either type can have them.
-- Every change by staff begins with nemus_require_staff; from then on the triggers `audit` log what the transaction
-- changes. The log only grows, and outlives the accounts that it names.
-- Roles are granted and revoked in staff/people.sql, which needs a fresh second factor (sessions/fresh_factors.sql);
-- the first role is given by the operator of the installation. The log is read in staff/audit_log.sql. Triggers `audit`
-- are in many domains; courses have theirs in dates/teacher_tables.sql, approvals of institutions in staff/people.sql.

create table public.nemus_staff (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- catalogue: seminars, e-learning, requirement sets · teaching: dates and attendance · orders: money · people:
  -- accounts, institutions
  role text not null check (role in ('catalogue', 'teaching', 'orders', 'people')),
  -- Null: granted by the operator of the installation.
  granted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table public.nemus_staff enable row level security;
create index nemus_staff_granted_by on public.nemus_staff (granted_by);

/* Whether the caller has one of the roles and may use it. For policies and parts of answers. */
create function private.nemus_is_staff(variadic p_roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_staff s where s.user_id = auth.uid() and s.role = any (p_roles))
    and private.nemus_meets_rights_rule()
$$;

/* Checks that the caller has one of the roles. For reads. Raises 403 staff_required, factor_enrolment_required. */
create function private.nemus_check_staff(variadic p_roles text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(403, 'staff_required')
    where not exists (select from public.nemus_staff s where s.user_id = auth.uid() and s.role = any (p_roles));
  perform private.nemus_refuse(403, 'factor_enrolment_required', '{"of": "rights"}')
    where not private.nemus_meets_rights_rule();
end $$;

/* nemus_check_staff for changes: switches the audit triggers on for this transaction, too. */
create function private.nemus_require_staff(variadic p_roles text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nemus_check_staff(variadic p_roles);
  perform set_config('nemus.staff', auth.uid()::text, true);
end $$;

/* What staff did, with the row before and after. Append-only; keeps the name of a deleted account. */
create table private.nemus_audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor_id uuid not null,
  -- Name of the account at that time.
  actor_name text not null,
  -- insert, update or delete of a row, or the name of an act without a row, such as `refund_order`.
  action text not null check (char_length(action) between 1 and 60),
  -- Table without prefix, and the row's key.
  subject text not null check (char_length(subject) between 1 and 60),
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  before jsonb,
  after jsonb
);
alter table private.nemus_audit_log enable row level security;
create index nemus_audit_log_subject on private.nemus_audit_log (subject, subject_id, id desc);
create index nemus_audit_log_actor on private.nemus_audit_log (actor_id, id desc);
create trigger keep_rows before update or delete on private.nemus_audit_log
  for each row execute function private.nemus_keep_rows();

/*
 * Writes one line of the audit log for the staff account of this transaction; nothing without one.
 * p_before, p_after: the row or its relevant part; null for none.
 */
create function private.nemus_note_act(p_action text, p_subject text, p_subject_id text, p_before jsonb, p_after jsonb)
returns void
language sql security definer set search_path = '' as $$
  insert into private.nemus_audit_log (actor_id, actor_name, action, subject, subject_id, before, after)
  select actor.id, coalesce((select nullif(coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), '')
    from public.nemus_profiles p where p.user_id = actor.id), actor.id::text), p_action, p_subject, p_subject_id,
    p_before, p_after
  from (select nullif(current_setting('nemus.staff', true), '')::uuid as id) actor where actor.id is not null
$$;

/*
 * Trigger function of `audit`, for tables that staff changes:
 *   create trigger audit after insert or update or delete on public.nemus_… for each row
 *     when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('key', …);
 * Arguments: columns of the key; with a leading `-`, columns that stay out of the log, which outlives accounts: people's
 * own words and former names. An update of `updated_at` alone is not logged.
 */
create function private.nemus_audit_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden constant text[] := '{search_text,sort_name,catalogue_text}'::text[]
    || array(select substr(arg, 2) from unnest(tg_argv) arg where arg like '-%');
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place) where key not like '-%'),
      before, after);
  end if;
  return null;
end $$;

create trigger audit after insert or update or delete on public.nemus_staff for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('user_id', 'role');
