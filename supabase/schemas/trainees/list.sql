-- The list of trainees that an institution searches and sorts. For a linked trainee, address, hours and competencies
-- are the account's own, as on the trainee's pages (figures/figures.sql); otherwise what the institution entered. For
-- members with `booking`, `confirming` or `reading`.

/*
 * One row per trainee. access: `linked`; `pending`: invited; `declined`; `expired`, `revoked`: last invitation no
 * longer valid; `none`: never invited, or link ended. invitation: the last one, {expires_at, last_sent_at, sent_count,
 * revoked_at, declined_at} or null. has_sample_hours: sample data counts among the hours of the account. search_text: as private.nemus_search_text.
 */
create view public.nemus_trainee_list with (security_invoker = true) as
select t.id, t.first_name, t.last_name, coalesce(t.account_email, t.email) as email, t.phone, t.registered_on, t.status,
  case when t.user_id is null then t.completed_hours else private.nemus_units_done(t.user_id, null) end
    as completed_hours,
  case when t.user_id is null then t.total_hours else coalesce((select sum(g.target_units)
    from public.nemus_training_targets g where g.user_id = t.user_id), t.total_hours)::int end as total_hours,
  case when t.user_id is null then t.competencies else array(select p.competency
    from public.nemus_competency_progress p where p.user_id = t.user_id and p.total_progress_percentage > 0) end
    as competencies,
  t.user_id, t.linked_at, t.is_sample, t.updated_at, t.search_text, t.sort_name,
  -- Subselects instead of a join: counting and sorting the whole list skips them.
  case when t.user_id is not null then 'linked' else coalesce((
    select case when i.revoked_at is not null then 'revoked' when i.declined_at is not null then 'declined'
      when i.accepted_at is not null then 'none' when i.expires_at <= now() then 'expired' else 'pending' end
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1), 'none')
  end as access,
  (select jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
      'revoked_at', i.revoked_at, 'declined_at', i.declined_at)
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation,
  t.user_id is not null and private.nemus_has_sample_hours(t.user_id) as has_sample_hours
from public.nemus_trainees t
where t.institution_id = (select private.nemus_acts_for('booking', 'confirming', 'reading'));
create trigger keep_rows instead of insert or update or delete on public.nemus_trainee_list
  for each row execute function private.nemus_keep_rows();
