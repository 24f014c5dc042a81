-- A booking that is paid by card is confirmed by mail as well, by whoever grants it: webhook or result page.

/*
 * The letter of the booking that a checkout paid for, with its booking_id. Answers once per booking, whoever asks first;
 * null afterwards, for other purchases, and when the institution wants no notifications.
 */
create function private.nemus_paid_booking_notice(p_session_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  claimed uuid;
begin
  insert into private.nemus_booking_notices (booking_id)
  select b.id from public.nemus_orders o
  join public.nemus_course_bookings b on b.order_id = o.id and b.status = 'confirmed'
  join public.nemus_institution_settings s on s.institution_id = b.institution_id
  where o.checkout_session_id = p_session_id and o.paid_at > now() - interval '1 day' and s.email_notifications
  on conflict (booking_id) do nothing returning booking_id into claimed;
  if claimed is null then
    return null;
  end if;
  return private.nemus_booking_letter(claimed) || jsonb_build_object('booking_id', claimed);
end $$;

/* The mail could not leave: whoever looks at the payment next tries again. */
create function private.nemus_forget_booking_notice(p_booking uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.nemus_booking_notices n where n.booking_id = p_booking
$$;

create function public.nemus_paid_booking_notice(p_session_id text) returns jsonb
language sql set search_path = '' as $$ select private.nemus_paid_booking_notice(p_session_id) $$;
create function public.nemus_forget_booking_notice(p_booking uuid) returns void
language sql set search_path = '' as $$ select private.nemus_forget_booking_notice(p_booking) $$;

revoke all on function private.nemus_paid_booking_notice(text), public.nemus_paid_booking_notice(text),
  private.nemus_forget_booking_notice(uuid), public.nemus_forget_booking_notice(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.nemus_paid_booking_notice(text), public.nemus_paid_booking_notice(text),
  private.nemus_forget_booking_notice(uuid), public.nemus_forget_booking_notice(uuid) to service_role;
