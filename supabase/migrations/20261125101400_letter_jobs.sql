-- Mails about dates and bookings leave by themselves: what the browser of whoever caused them did not send, a job has sent.

-- When somebody last tried. Whoever comes by for no letter in particular, which anybody may, tries none again at once: a
-- mail service that is away for a minute does not use up the attempts of a letter.
alter table private.nemus_trainee_letters add column tried_at timestamptz;

/* Has letters sent that nobody has sent within five minutes; true when somebody was asked to. */
create function private.nemus_send_letters() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $$;
revoke all on function private.nemus_send_letters() from public, anon, authenticated, service_role;
