-- The institution's trainees as its list shows, searches and sorts them.

/*
 * `access`: how the person stands with the portal. `linked`: has an account; `pending`: invited; `expired`, `revoked`:
 * the last invitation leads nowhere any more; `none`: was never invited. `invitation` is the last one:
 * {expires_at, last_sent_at, sent_count, revoked_at}, or null.
 * `search_text` and `sort_name` are in lower case; `sort_name` writes umlauts as their letters, as German lists are
 * sorted, whatever collation the database was made with.
 */
create view public.nemus_trainee_list with (security_invoker = true) as
select t.id, t.first_name, t.last_name, t.email, t.phone, t.registered_on, t.status, t.completed_hours, t.total_hours,
  t.competencies, t.user_id, t.linked_at, t.updated_at,
  lower(t.first_name || ' ' || t.last_name || ' ' || t.email) as search_text,
  lower(translate(t.last_name || ' ' || t.first_name, 'ÄÖÜäöüßÁÀÂáàâÉÈÊéèêÍÌÎíìîÓÒÔóòôÚÙÛúùûÇçÑñ',
    'AOUaousAAAaaaEEEeeeIIIiiiOOOoooUUUuuuCcNn')) as sort_name,
  -- Subselects instead of a join: counting and sorting the whole list need not look at invitations.
  case when t.user_id is not null then 'linked' else coalesce((
    select case when i.revoked_at is not null then 'revoked' when i.accepted_at is not null then 'none'
      when i.expires_at <= now() then 'expired' else 'pending' end
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1), 'none')
  end as access,
  (select jsonb_build_object('expires_at', i.expires_at, 'last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
      'revoked_at', i.revoked_at)
    from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation
from public.nemus_trainees t
where t.institution_id = (select auth.uid());

revoke all on public.nemus_trainee_list from anon, authenticated, service_role;
grant select on public.nemus_trainee_list to authenticated;
