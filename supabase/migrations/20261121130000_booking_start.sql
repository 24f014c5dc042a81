-- Bookings that are paid by card begin on a chosen day, as those that are paid with credits do.

alter table public.nemus_orders add column starts_on date;
alter table public.nemus_orders add constraint start_is_for_trainees
  check (starts_on is null or (isfinite(starts_on) and cardinality(trainee_ids) > 0));

/*
 * Makes sure that a booking begins today (in Berlin) at the earliest, and within two years; null is no choice.
 * Raises 400 start_in_the_past, 400 start_too_late.
 */
create function private.nemus_check_start(p_start date) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  if p_start < today then
    perform private.nemus_refuse(400, 'start_in_the_past', 'Der Beginn darf nicht in der Vergangenheit liegen.');
  end if;
  if p_start > (today + interval '2 years')::date then
    perform private.nemus_refuse(400, 'start_too_late', 'Der Beginn darf höchstens zwei Jahre in der Zukunft liegen.');
  end if;
end $$;
revoke all on function private.nemus_check_start(date) from public;

-- As before, with the check of the first day in one place.
create or replace function private.nemus_book_course(p_course uuid, p_trainees uuid[], p_start date)
returns public.nemus_course_bookings
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  course record;
  booking public.nemus_course_bookings;
  total int;
begin
  -- First the lock: of two bookings at the same moment the second sees the first.
  perform private.nemus_lock_credits(me, 0);
  select c.title, c.credit_cost into course
  from public.nemus_courses c where c.id = p_course and private.nemus_is_offered(c.id);
  if not found then
    perform private.nemus_refuse(404, 'course_not_found', 'Dieser Kurs wird nicht angeboten.');
  end if;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(me, p_course, p_trainees);
  total := course.credit_cost * cardinality(p_trainees);
  perform private.nemus_lock_credits(me, total);
  booking := private.nemus_create_booking(me, p_course, p_trainees, p_start, total);
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id)
  values (me, 'spend', -total, booking.id::text, p_course);
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    participants, credits_amount)
  values (me, 'booking:' || booking.id, 'course', course.title, 0, 'completed', 'credits', cardinality(p_trainees), -total);
  return booking;
end $$;

drop function public.nemus_create_order(uuid, text, uuid, int, text, uuid[]);
drop function private.nemus_create_order(uuid, text, uuid, int, text, uuid[]);

/*
 * Writes the order of a purchase; the price is read from rows. p_start: first day of a course for trainees, or null.
 * Returns {order_id, amount_cents, currency, title, email, name, provider_customer_id}.
 * Raises PT400 invalid_order, PT400 start_in_the_past, PT400 start_too_late, PT403 institution_required,
 * PT403 address_unconfirmed and approval_required (for trainees), PT404 course_not_found, PT404 trainee_not_found,
 * PT409 already_enrolled, PT409 already_subscribed. Message and hint are the code: a function shows its own text.
 */
create function private.nemus_create_order(p_user_id uuid, p_kind text, p_course_id uuid, p_credits int, p_tier text,
  p_trainee_ids uuid[], p_start date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account public.nemus_profiles;
  course public.nemus_courses;
  places constant int := coalesce(cardinality(p_trainee_ids), 0);
  price int;
  bought text;
  ordered public.nemus_orders;
begin
  select * into account from public.nemus_profiles p where p.user_id = p_user_id;
  if not found or p_kind is null or p_kind not in ('course', 'credits', 'subscription')
    or (p_kind = 'course') <> (p_course_id is not null) or (p_kind = 'credits') <> (p_credits is not null)
    or (p_kind = 'subscription') <> (p_tier is not null) or (places > 0 and p_kind <> 'course')
    or (p_start is not null and places = 0)
    or p_credits < 100 or p_credits % 50 <> 0 or p_credits > 100000 or p_tier not in ('monthly', 'yearly') then
    perform private.nemus_refuse(400, 'invalid_order', 'invalid_order');
  end if;
  if account.user_type <> 'institution' and (p_kind <> 'course' or places > 0) then
    perform private.nemus_refuse(403, 'institution_required', 'institution_required');
  end if;
  if p_kind = 'course' then
    select * into course from public.nemus_courses c
    where c.id = p_course_id and private.nemus_is_offered(c.id) and c.price_euros > 0;
    if not found then
      perform private.nemus_refuse(404, 'course_not_found', 'course_not_found');
    end if;
    if places > 0 then
      perform private.nemus_check_start(p_start);
      perform private.nemus_check_trainees(p_user_id, p_course_id, p_trainee_ids);
    elsif exists (select from public.nemus_course_enrollments e
      where e.user_id = p_user_id and e.course_id = p_course_id) then
      perform private.nemus_refuse(409, 'already_enrolled', 'already_enrolled');
    end if;
    price := round(course.price_euros * 100)::int * greatest(places, 1);
    bought := course.title;
  elsif p_kind = 'credits' then
    select p.amount_cents * p_credits into price from public.nemus_prices p where p.item = 'credit';
    bought := replace(to_char(p_credits, 'FM999,999,999'), ',', '.') || ' Credits';
  else
    if exists (select from public.nemus_subscriptions s
      where s.institution_id = p_user_id and s.status in ('active', 'trialing', 'past_due')) then
      perform private.nemus_refuse(409, 'already_subscribed', 'already_subscribed');
    end if;
    select p.amount_cents into price from public.nemus_prices p where p.item = p_tier;
    bought := case p_tier when 'monthly' then 'Monatsabonnement' else 'Jahresabonnement' end;
  end if;
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select p_user_id, p_kind, p_course_id, coalesce(p_trainee_ids, '{}'), p_credits, p_tier, bought, price, p_start,
    s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'amount_cents', ordered.amount_cents,
    'currency', ordered.currency, 'title', ordered.title, 'email', account.email,
    'name', coalesce(account.institution_name, btrim(account.first_name || ' ' || account.last_name)),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = p_user_id));
exception
  -- The checks of trainees and start speak to clients, in German; a function wants the code.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $$;

create function public.nemus_create_order(p_user_id uuid, p_kind text, p_course_id uuid default null,
  p_credits int default null, p_tier text default null, p_trainee_ids uuid[] default '{}', p_start date default null)
returns jsonb
language sql set search_path = '' as $$
  select private.nemus_create_order(p_user_id, p_kind, p_course_id, p_credits, p_tier, p_trainee_ids, p_start)
$$;
revoke all on function private.nemus_create_order(uuid, text, uuid, int, text, uuid[], date),
  public.nemus_create_order(uuid, text, uuid, int, text, uuid[], date) from public, anon, authenticated, service_role;
grant execute on function private.nemus_create_order(uuid, text, uuid, int, text, uuid[], date),
  public.nemus_create_order(uuid, text, uuid, int, text, uuid[], date) to service_role;

create or replace function private.nemus_grant_course(p_order public.nemus_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      update public.nemus_orders o set attention = 'already_enrolled' where o.id = p_order.id;
    end if;
    return;
  end if;
  -- Who got the course between order and payment is left out, and an operator told.
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and not exists (
    select from public.nemus_booking_participants p where p.trainee_id = t.id and p.course_id = p_order.course_id);
  if cardinality(free) < cardinality(p_order.trainee_ids) then
    update public.nemus_orders o set attention = 'already_enrolled' where o.id = p_order.id;
  end if;
  if cardinality(free) > 0 then
    -- Money that takes days may come after the day that was chosen.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0);
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
end $$;
