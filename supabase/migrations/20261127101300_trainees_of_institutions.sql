-- Trainees of an institution, and what it keeps about itself: read and changed by the members who may. Whoever has to do
-- with money alone reads nothing about a person.

drop policy "own trainees are read" on public.nemus_trainees;
create policy "own trainees are read" on public.nemus_trainees for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) or user_id = (select auth.uid()));
drop policy "own trainees are changed" on public.nemus_trainees;
create policy "own trainees are changed" on public.nemus_trainees for update to authenticated
  using (institution_id = (select private.nemus_acts_for('booking')))
  with check (institution_id = (select private.nemus_acts_for('booking')));
drop policy "own invitations are read" on public.nemus_invitations;
create policy "own invitations are read" on public.nemus_invitations for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')));
drop policy "own targets are read" on public.nemus_training_targets;
create policy "own targets are read" on public.nemus_training_targets for select to authenticated
  using (user_id = (select auth.uid()) or user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) and t.user_id is not null));
drop policy "own choices are read" on public.nemus_requirement_choices;
create policy "own choices are read" on public.nemus_requirement_choices for select to authenticated
  using (user_id = (select auth.uid()) or (ended_at is null and user_id in (select t.user_id from public.nemus_trainees t
    where t.institution_id = (select private.nemus_acts_for('confirming', 'reading')) and t.user_id is not null)));
drop policy "own settings are read" on public.nemus_institution_settings;
create policy "own settings are read" on public.nemus_institution_settings for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'confirming', 'reading')));
drop policy "own settings are changed" on public.nemus_institution_settings;
create policy "own settings are changed" on public.nemus_institution_settings for update to authenticated
  using (institution_id = (select private.nemus_acts_for('administration')))
  with check (institution_id = (select private.nemus_acts_for('administration')));
drop policy "own approval is read" on public.nemus_institution_approvals;
create policy "own approval is read" on public.nemus_institution_approvals for select to authenticated
  using (institution_id = (select private.nemus_acts_for('booking', 'billing', 'confirming', 'reading')));

create or replace view public.nemus_trainee_list with (security_invoker = true) as
select t.id, t.first_name, t.last_name, coalesce(t.account_email, t.email) as email, t.phone, t.registered_on, t.status,
  case when t.user_id is null then t.completed_hours else private.nemus_units_done(t.user_id, null) end
    as completed_hours,
  case when t.user_id is null then t.total_hours else coalesce((select sum(g.target_units)
    from public.nemus_training_targets g where g.user_id = t.user_id), t.total_hours)::int end as total_hours,
  case when t.user_id is null then t.competencies else array(select p.competency
    from public.nemus_competency_progress p where p.user_id = t.user_id and p.total_progress_percentage > 0) end
    as competencies,
  t.user_id, t.linked_at, t.is_sample, t.updated_at, t.search_text, t.sort_name,
  -- Subselects instead of a join: counting and sorting the whole list need not look at invitations.
  case when t.user_id is not null then 'linked' else coalesce((
    select case when i.revoked_at is not null then 'revoked' when i.declined_at is not null then 'declined'
      when i.accepted_at is not null then 'none' when i.expires_at <= now() then 'expired' else 'pending' end
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1), 'none')
  end as access,
  (select jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
      'revoked_at', i.revoked_at, 'declined_at', i.declined_at)
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation
from public.nemus_trainees t
where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading'));

/*
 * Makes sure that the caller invites for an institution that may, and lets one transaction at a time count against the
 * limits. Raises 403 institution_required, and as nemus_require_approval.
 */
create or replace function private.nemus_begin_inviting() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.nemus_is_institution() then
    perform private.nemus_refuse(403, 'institution_required', '{"of": "invitation"}');
  end if;
  perform private.nemus_require_approval(private.nemus_require_member('booking'));
  -- Before any row is written or locked, so that two who wait for each other cannot happen.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
end $$;

/*
 * Says what an address is in the caller's own list. Nothing of it comes from accounts: an address that another institution
 * knows is as unknown here as any. Raises 409 trainee_linked, invitation_open or trainee_exists.
 */
create or replace function private.nemus_refuse_listed(p_email text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
  valid_until timestamptz;
begin
  select * into trainee from public.nemus_trainees t where t.institution_id = private.nemus_acts_for('booking') and lower(t.email) = lower(p_email);
  if trainee.user_id is not null then
    perform private.nemus_refuse(409, 'trainee_linked');
  end if;
  select i.expires_at into valid_until from public.nemus_invitations i
  where i.trainee_id = trainee.id and i.is_open and i.expires_at > now();
  if valid_until is not null then
    perform private.nemus_refuse(409, 'invitation_open', jsonb_build_object('valid_until', valid_until));
  end if;
  perform private.nemus_refuse(409, 'trainee_exists');
end $$;

/*
 * Adds a trainee to the caller's institution and invites the person. Raises as nemus_refuse_listed, 23514, and as
 * nemus_note_invitation.
 */
create or replace function private.nemus_add_trainee(p_first_name text, p_last_name text, p_email text, p_phone text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  insert into public.nemus_trainees (institution_id, first_name, last_name, email, phone)
  values (private.nemus_acts_for('booking'), btrim(p_first_name), btrim(p_last_name), lower(btrim(p_email)), coalesce(btrim(p_phone), ''))
  on conflict (institution_id, lower(email)) do nothing returning * into trainee;
  if trainee.id is null then
    perform private.nemus_refuse_listed(btrim(p_email));
  end if;
  return private.nemus_send_invitation(trainee);
end $$;

/*
 * Invites a trainee of the caller's institution who is not linked, for the first time or again.
 * Returns as nemus_send_invitation. Raises 403 as nemus_begin_inviting, 404 trainee_not_found, 409 trainee_linked, 429
 * as nemus_note_invitation.
 */
create or replace function private.nemus_resend_invitation(p_trainee uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  trainee public.nemus_trainees;
begin
  perform private.nemus_begin_inviting();
  select * into trainee from public.nemus_trainees t
  where t.id = p_trainee and t.institution_id = private.nemus_acts_for('booking') for update;
  if not found then
    perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}');
  end if;
  if trainee.user_id is not null then
    perform private.nemus_refuse(409, 'trainee_linked');
  end if;
  return private.nemus_send_invitation(trainee);
end $$;

/*
 * Withdraws the open invitation of a trainee; its link stops working. Withdrawing what was withdrawn already is no error.
 * Raises 403 as nemus_require_member, 404 invitation_invalid.
 */
create or replace function private.nemus_revoke_invitation(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('booking') end;
begin
  update public.nemus_invitations i set revoked_at = now()
  where i.trainee_id = p_trainee and i.institution_id = institution and i.is_open;
  if not found and (select i.revoked_at from public.nemus_invitations i
    where i.trainee_id = p_trainee and i.institution_id = institution order by i.created_at desc limit 1) is null then
    perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}');
  end if;
end $$;

/*
 * Ends the link with a trainee's account, from the institution's side; the row stays. Ending what has ended already is no
 * error. Raises 403 as nemus_require_member, 404 trainee_not_found.
 */
create or replace function private.nemus_unlink_trainee(p_trainee uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  institution constant uuid := case when private.nemus_is_institution() then private.nemus_require_member('booking') end;
begin
  update public.nemus_trainees t set user_id = null, linked_at = null
  where t.id = p_trainee and t.institution_id = institution and t.user_id is not null;
  if not found and not exists (select from public.nemus_trainees t
    where t.id = p_trainee and t.institution_id = institution) then
    perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "link"}');
  end if;
end $$;

/*
 * Counters of the institution's dashboard: {linked_trainees, bookings_this_month}. Trainees with a linked portal
 * account, and bookings made in the portal this calendar month (Europe/Berlin).
 */
create or replace function public.nemus_institution_overview() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'linked_trainees', (select count(*) from public.nemus_trainees t
      where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading')) and t.user_id is not null),
    'bookings_this_month', (select count(*) from public.nemus_course_bookings b
      where b.institution_id = (select private.nemus_acts_for('booking', 'reading')) and b.origin = 'portal' and b.status <> 'cancelled'
        and b.created_at >= date_trunc('month', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin'))
$$;

/*
 * The account whose hours are asked for: the caller's, or that of a trainee on the caller's list who is linked.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create or replace function private.nemus_counted_account(p_trainee uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid;
begin
  if p_trainee is null then
    if private.nemus_is_institution() then perform private.nemus_refuse(403, 'piw_required'); end if;
    return auth.uid();
  end if;
  select t.user_id into account from public.nemus_trainees t where t.id = p_trainee and t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading'));
  if account is null then perform private.nemus_refuse(404, 'trainee_not_found'); end if;
  return account;
end $$;

/*
 * What counts for the caller, or for a trainee of the calling institution: {set, categories, competencies, months,
 * not_counted, treated_minutes, supervised_minutes}. `set` is null as long as none was chosen. `competencies`: those of
 * the set and those that have hours, on both levels. `months`: minutes by month and category. `not_counted`: what the set
 * gives nothing for. Treated are hours of treatment from the logbook, supervised those of supervision,
 * whichever category the set has for them.
 * Raises 403 piw_required, 404 trainee_not_found.
 */
create or replace function private.nemus_counted_hours(p_trainee uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant uuid := private.nemus_counted_account(p_trainee);
  chosen constant uuid := private.nemus_chosen_set(account);
begin
  return (
    with done as materialized (select * from private.nemus_counted(account, chosen))
    select jsonb_build_object(
      'set', (select jsonb_build_object('id', s.id, 'name', s.name, 'chamber', s.chamber, 'field', s.field,
          'procedure', s.procedure, 'version', s.version, 'valid_from', s.valid_from, 'source', s.source,
          'treated_per_supervised', s.treated_per_supervised)
        from public.nemus_requirement_sets s where s.id = chosen),
      'categories', private.nemus_category_hours(account, chosen,
        case when p_trainee is not null then private.nemus_acts_for('booking', 'confirming', 'reading') end,
        (select coalesce(jsonb_object_agg(m.counts_for, m.minutes), '{}')
          from (select d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null group by 1) m)),
      'competencies', (select coalesce(jsonb_agg(jsonb_build_object('competency', competency, 'level', level,
          'required_units', r.required_units, 'description', coalesce(r.description, ''),
          'done_minutes', coalesce(h.minutes, 0)) order by competency, level desc), '[]')
        from (select * from public.nemus_requirement_competencies c where c.set_id = chosen) r
        full join (select d.competency, d.level, sum(d.minutes) as minutes from done d
          where d.competency is not null and d.counts_for is not null group by 1, 2) h using (competency, level)),
      'months', (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'category', m.counts_for,
          'minutes', m.minutes) order by m.month, m.counts_for), '[]')
        from (select d.month, d.counts_for, sum(d.minutes) as minutes from done d where d.counts_for is not null
          group by 1, 2) m),
      'not_counted', (select coalesce(jsonb_agg(jsonb_build_object('source', n.source, 'minutes', n.minutes,
          'pieces', n.pieces) order by n.source), '[]')
        from (select d.source, sum(d.minutes) as minutes, sum(d.pieces) as pieces from done d where d.counts_for is null
          group by 1) n),
      'treated_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source = 'entry_practice' and d.counts_for is not null),
      'supervised_minutes', (select coalesce(sum(d.minutes), 0) from done d
        where d.source in ('entry_supervision', 'appointment_supervision', 'certificate_supervision')
          and d.counts_for is not null)));
end $$;
