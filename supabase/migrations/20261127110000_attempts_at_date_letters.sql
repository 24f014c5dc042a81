-- A letter's attempts are five in no less than twenty minutes, whoever asks. Any account may name any date, and people
-- with several letters ask often: until now each of them could use up the attempts while the mail service was away.

/*
 * Gives unsent letters to the caller, who has to send them: nobody else gets them within five minutes, whether or not
 * their mail left, and after five attempts nobody at all. Those of the dates, and those that p_user caused or gets; and
 * always what somebody else left undone for five minutes. At most 200; a date's own first.
 * Returns [{letter_id, kind, audience, has_place, email, first_name, last_name, appointment_id, title, starts_at, ends_at,
 * type, format, location, instructor, details, changed_at, sequence}]; `sequence` as in nemus_my_appointments.
 */
create or replace function private.nemus_claim_date_letters(p_appointments uuid[], p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  with claimed as (
    update private.nemus_date_letters l set claimed_at = now(), tried_at = now(), attempts = l.attempts + 1
    where l.id in (
      select c.id from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked)
    returning l.*)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id;
  return answer;
end $$;
