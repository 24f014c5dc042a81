-- The checklist of first steps on the dashboard, computed from existing rows, and whether the account has closed it
-- (decision record 0056). Sample entries, dates and trainees count for no step. A step has no rule of its own:
-- each reads the table that the step fills.

/* Accounts that have closed the list. Reopening it deletes the row. */
create table public.nemus_closed_first_steps (
  user_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  created_at timestamptz not null default now()
);
alter table public.nemus_closed_first_steps enable row level security;

/* First steps of a trainee in order: [{step, done}]. */
create function private.nemus_trainee_first_steps(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('step', s.step, 'done', s.done) order by s.position)
  from (values
    (1, 'training', exists (select from public.nemus_training_info t
      where t.user_id = p_user and t.field is not null and t.started_on is not null)),
    (2, 'requirements', exists (select from public.nemus_requirement_choices c
      where c.user_id = p_user and c.ended_at is null)),
    (3, 'entry', exists (select from public.nemus_logbook_entries e where e.user_id = p_user and not e.is_sample)),
    (4, 'date', exists (select from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = p_user and p.status <> 'cancelled' and not a.is_sample)),
    (5, 'factor', private.nemus_has_factor(p_user))
  ) s (position, step, done)
$$;

/*
 * First steps of an institution, as one member sees them: those that the member's roles allow. Every member sees the
 * approval, which the academy gives, and the second factor, which is the member's own.
 */
create function private.nemus_institution_first_steps(p_institution uuid, p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('step', s.step, 'done', s.done) order by s.position)
  from public.nemus_members m
  cross join lateral (values
    (1, 'approval', null, exists (select from public.nemus_institution_approvals a
      where a.institution_id = p_institution and a.withdrawn_at is null)),
    (2, 'trainee', 'booking', exists (select from public.nemus_trainees t
      where t.institution_id = p_institution and not t.is_sample)),
    (3, 'credits', 'billing', exists (select from public.nemus_credit_balances b
      where b.institution_id = p_institution and b.total_credits > 0)),
    (4, 'confirmers', 'confirming', exists (select from public.nemus_confirmers c
      where c.institution_id = p_institution and c.ended_at is null)),
    (5, 'billing', 'billing', exists (select from public.nemus_billing_addresses b where b.user_id = p_institution)),
    (6, 'factor', null, private.nemus_has_factor(p_user))
  ) s (position, step, role, done)
  where m.institution_id = p_institution and m.user_id = p_user
    and (s.role is null or m.roles && array[s.role, 'administration'])
$$;

/*
 * First steps of the caller: {closed, only_confirms, steps: [{step, done}]}. No steps for an account that acts for no
 * institution.
 */
create function public.nemus_first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'closed', exists (select from public.nemus_closed_first_steps c where c.user_id = p.user_id),
    'only_confirms', private.nemus_only_confirms(p.user_id),
    'steps', coalesce(case p.user_type when 'piw' then private.nemus_trainee_first_steps(p.user_id)
      else private.nemus_institution_first_steps(
        private.nemus_acting_institution(p.user_id, variadic '{}'::text[]), p.user_id) end, '[]'))
  from public.nemus_profiles p where p.user_id = auth.uid()
$$;
