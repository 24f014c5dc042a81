-- Limits for invitation mails to trainees and members: one a minute to the same address by the same institution, and in
-- 24 hours a maximum per institution, per address and in all (setting `invitation_limits`). nemus_note_invitation
-- counts every mail (trainees/invitations.sql, institutions/member_invitations.sql).
-- The counter has no foreign keys: a mail counts even when its invitation, trainee or institution is gone. Rows are
-- deleted after two days, with each invitation and by the job `nemus-forget-expired` (jobs/jobs.sql).

create table private.nemus_sent_invitations (
  id bigint generated always as identity primary key,
  institution_id uuid not null,
  -- SHA-256 of the address in lower case. Kept for two days.
  recipient_hash text not null check (recipient_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
alter table private.nemus_sent_invitations enable row level security;
create index on private.nemus_sent_invitations (institution_id, created_at desc);
create index on private.nemus_sent_invitations (recipient_hash, created_at desc);
create index on private.nemus_sent_invitations (created_at desc);

/* One limit of the setting `invitation_limits`, at least 1; the default if it is not set. */
create function private.nemus_invitation_limit(p_name text, p_default int) returns int
language sql stable security definer set search_path = '' as $$
  select greatest(coalesce((select (s.value ->> p_name)::int from private.nemus_settings s
    where s.key = 'invitation_limits'), p_default), 1)
$$;

/*
 * Refuses when a limit is reached. p_oldest: time of the p_limit-th newest mail of the last 24 hours, null with fewer.
 * Raises 429 p_code {count, again_at}.
 */
create function private.nemus_refuse_beyond(p_code text, p_oldest timestamptz, p_limit int) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.nemus_refuse(429, p_code,
      jsonb_build_object('count', p_limit, 'again_at', p_oldest + interval '1 day 1 minute'))
    where p_oldest is not null;
end $$;

/* Deletes mails older than two days. Returns how many. */
create function private.nemus_forget_sent_invitations() returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from private.nemus_sent_invitations s where s.created_at < now() - interval '2 days' returning 1)
  select count(*)::int from gone
$$;

/*
 * Counts an invitation about to be sent, or refuses it. Defaults in 24 hours: 500 per institution, 5 per address (3 of
 * one institution), 5000 in all. The caller holds the lock of nemus_begin_inviting.
 * Raises 429 invitation_too_soon, invitation_limit_institution, invitation_limit_recipient, invitation_limit_total.
 */
create function private.nemus_note_invitation(p_institution uuid, p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient constant text := private.nemus_token_hash(lower(p_email));
  of_institution constant int := private.nemus_invitation_limit('institution', 500);
  of_recipient constant int := private.nemus_invitation_limit('recipient', 5);
  of_one constant int := greatest(of_recipient - 2, 1);
  of_all constant int := private.nemus_invitation_limit('total', 5000);
  today constant timestamptz := now() - interval '1 day';
begin
  perform private.nemus_forget_sent_invitations();
  perform private.nemus_refuse(429, 'invitation_too_soon')
    where exists (select from private.nemus_sent_invitations s where s.recipient_hash = recipient
      and s.institution_id = p_institution and s.created_at > now() - interval '1 minute');
  -- One institution alone does not use up what an address gets.
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_one - 1 limit 1), of_one);
  perform private.nemus_refuse_beyond('invitation_limit_recipient', (
      select s.created_at from private.nemus_sent_invitations s
      where s.recipient_hash = recipient and s.created_at > today
      order by s.created_at desc offset of_recipient - 1 limit 1), of_recipient);
  perform private.nemus_refuse_beyond('invitation_limit_institution', (
      select s.created_at from private.nemus_sent_invitations s
      where s.institution_id = p_institution and s.created_at > today
      order by s.created_at desc offset of_institution - 1 limit 1), of_institution);
  perform private.nemus_refuse_beyond('invitation_limit_total', (
      select s.created_at from private.nemus_sent_invitations s
      where s.created_at > today order by s.created_at desc offset of_all - 1 limit 1), of_all);
  insert into private.nemus_sent_invitations (institution_id, recipient_hash) values (p_institution, recipient);
end $$;
