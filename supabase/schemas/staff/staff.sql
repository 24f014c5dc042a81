-- People who run the training: their roles, and the audit log of what they do. Staff is a right that an account of either
-- type can have; the account types stay two.

create table public.nemus_staff (
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  -- catalogue: seminars and e-learning · teaching: dates and attendance · orders: money · people: accounts, institutions
  role text not null check (role in ('catalogue', 'teaching', 'orders', 'people')),
  -- Null: by the operator of the installation.
  granted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table public.nemus_staff enable row level security;
create index nemus_staff_granted_by on public.nemus_staff (granted_by);

/* Whether the caller has one of the roles. For policies and reads; changes begin with private.nemus_require_staff. */
create function private.nemus_is_staff(variadic p_roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.nemus_staff s where s.user_id = auth.uid() and s.role = any (p_roles))
$$;

/*
 * Makes sure that the caller has one of the roles, and has every audited table write down what the transaction changes
 * from here on. Every change that staff makes begins with it. Raises 403 staff_required.
 */
create function private.nemus_require_staff(variadic p_roles text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.nemus_is_staff(variadic p_roles) then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  perform set_config('nemus.staff', auth.uid()::text, true);
end $$;

/* Who did what and when, with the row as it was and as it is. It only grows, and outlives the accounts that it names. */
create table private.nemus_audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor_id uuid not null,
  -- As the account was called then.
  actor_name text not null,
  -- insert, update or delete of a row; or the name of an act that no row tells of, such as `refund_order`.
  action text not null check (char_length(action) between 1 and 60),
  -- What it was done to: a table without its prefix, and the row's key.
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
 * Writes one line of the audit log for the staff that the transaction acts for.
 * p_before, p_after: the row, or what of it counts; null where there is none.
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
 * For the trigger `audit` of a table that staff changes:
 *   create trigger audit after insert or update or delete on public.nemus_… for each row
 *     when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('key', …);
 * Its arguments name the columns of the key. An update that changes nothing but `updated_at` is none.
 */
create function private.nemus_audit_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place)),
      before, after);
  end if;
  return null;
end $$;

create trigger audit after insert or update or delete on public.nemus_staff for each row
  when (current_setting('nemus.staff', true) <> '') execute function private.nemus_audit_row('user_id', 'role');
