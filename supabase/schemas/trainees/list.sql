-- The institution's trainees as its list shows, searches and sorts them.

/*
 * The institution's trainees. Of whoever is linked with an account, hours and competencies are those of the account, by
 * the same definition as on its own pages, and the address is the account's; of everybody else what the institution
 * wrote down.
 * `access`: how the person stands with the portal. `linked`: has an account; `pending`: invited; `declined`: did not
 * want to; `expired`, `revoked`: the last invitation leads nowhere any more; `none`: was never invited, or the link has
 * ended. `invitation` is the last one: {expires_at, last_sent_at, sent_count, revoked_at, declined_at}, or null.
 * `search_text` and `sort_name` are in lower case; `sort_name` writes umlauts as their letters, as German lists are
 * sorted, whatever collation the database was made with.
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
create trigger keep_rows instead of insert or update or delete on public.nemus_trainee_list
  for each row execute function private.nemus_keep_rows();
