-- A course on an invoice, for a person who calls (S-18.27): staff with the roles `teaching` and `orders` enters it at a
-- coming date. Order, enrolment, place and invoice are written in one transaction, and the person pays by transfer
-- (transfers.sql) within the days of the setting `payment_days`.
-- The order is one like any other: withdrawal, cancellation, bookkeeping and deletion follow from it.
-- Staff never sells to itself, or to a trainee of an institution of its own (nemus_person_who_calls).

/*
 * The buyer who calls, and the course of the date with its price, if it can be sold on an invoice. Raises 404 appointment_not_found,
 * course_not_found (not offered, or free of charge), 409 transfer_no_account, already_enrolled, purchase_elsewhere (is being
 * paid for by card), seminar_attended, place_elsewhere, and as private.nemus_person_who_calls.
 */
create function private.nemus_buyer_who_calls(p_date uuid, p_email text, out person uuid, out course uuid, out title text,
  out amount_cents int)
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
begin
  select c.id, c.title, round(c.price_euros * 100)::int into course, title, amount_cents from public.nemus_courses c join public.nemus_appointments a on a.course_id = c.id where a.id = p_date;
  perform private.nemus_refuse(404, 'appointment_not_found') where course is null;
  person := private.nemus_person_who_calls(p_email, true);
  facts := jsonb_build_object('name', private.nemus_holder(person));
  perform private.nemus_refuse(404, 'course_not_found')
    where not private.nemus_is_offered(course) or amount_cents < 1;
  perform private.nemus_refuse(409, 'transfer_no_account') where private.nemus_transfer_payment(person) is null;
  perform private.nemus_refuse(409, 'already_enrolled', facts) where exists (select from public.nemus_course_enrollments e
    where e.user_id = person and e.course_id = course);
  perform private.nemus_refuse(409, 'purchase_elsewhere', facts)
    where exists (select from private.nemus_waiting_orders(course, person, person, null));
  perform private.nemus_refuse(409, 'seminar_attended', '{"of": "staff"}') where private.nemus_has_attended(person, course);
  perform private.nemus_refuse(409, 'place_elsewhere', facts) where exists (
    select from private.nemus_held_dates(person, course) held where held.status = 'confirmed' and held.appointment_id <> p_date);
end $$;

/*
 * What a course on an invoice means for a person who calls: {name, title, amount_cents, days, is_full, address, open_cents,
 * is_overdue}. is_full: the person would wait. address: of the account, or of its latest purchase, {recipient, street, extra_line, postal_code, city, country}; null:
 * none that can be saved. open_cents, is_overdue: earlier invoices by transfer. Raises 403 staff_required, and as
 * private.nemus_buyer_who_calls.
 */
create function public.nemus_course_on_invoice(p_date uuid, p_email text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  buyer record;
  known jsonb;
begin
  perform private.nemus_check_staff('teaching');
  perform private.nemus_check_staff('orders');
  buyer := private.nemus_buyer_who_calls(p_date, p_email);
  known := private.nemus_buyer(buyer.person, false, null);
  return jsonb_build_object('name', private.nemus_holder(buyer.person), 'title', buyer.title,
    'amount_cents', buyer.amount_cents,
    'days', (select s.value from private.nemus_settings s where s.key = 'payment_days'),
    'is_full', (select a.participants_taken >= a.capacity or exists (select from public.nemus_appointment_participations p
      where p.appointment_id = a.id and p.status = 'waitlist') from public.nemus_appointments a where a.id = p_date),
    'address', case when known ->> 'country' in ('DE', 'AT', 'CH') then jsonb_build_object('recipient', known -> 'name', 'street', known -> 'street',
      'extra_line', coalesce(known ->> 'extra_line', ''), 'postal_code', known -> 'postal_code', 'city', known -> 'city',
      'country', known -> 'country') end) || (
    select jsonb_build_object('open_cents', coalesce(sum(greatest(t.open_cents, 0)), 0),
      'is_overdue', coalesce(bool_or(t.state in ('due', 'reminded')), false)) from private.nemus_transfers(buyer.person) t);
end $$;

/*
 * Writes down to whom the invoice of an order goes; the rules are those of public.nemus_billing_addresses. Raises 400
 * invalid_field.
 */
create function private.nemus_address_order(p_order public.nemus_orders, p_address jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line record;
  country constant text := p_address ->> 'country';
  code constant text := private.nemus_text_field(p_address, 'postal_code', 10, true);
begin
  for line in select f.name, private.nemus_text_field(p_address, f.name, f.most, f.name <> 'extra_line') as text
    from (values ('recipient', 200), ('street', 200), ('extra_line', 200), ('city', 100)) as f (name, most)
  loop
    perform private.nemus_refuse_field(line.name, 'text')
      where line.text ~ '[[:cntrl:]]' or (line.name <> 'extra_line' and line.text !~ '[^[:space:][:digit:][:punct:]]');
    perform private.nemus_refuse_field(line.name, 'unprintable', jsonb_build_object('character', u.sign))
    from private.nemus_unprintable(line.text) u (sign) where u.sign is not null;
  end loop;
  perform private.nemus_refuse_field('country', 'choice') where coalesce(country, '') not in ('DE', 'AT', 'CH');
  perform private.nemus_refuse_field('postal_code', 'text') where case country
    when 'DE' then code !~ '^[0-9]{5}$' or code < '01000' else code !~ '^[1-9][0-9]{3}$' end;
  insert into private.nemus_order_buyers (order_id, user_id, recipient, street, extra_line, postal_code, city, country)
  values (p_order.id, p_order.user_id, btrim(p_address ->> 'recipient'), btrim(p_address ->> 'street'),
    coalesce(btrim(p_address ->> 'extra_line'), ''), code, btrim(p_address ->> 'city'), country);
end $$;

/*
 * Sells a course to a person who calls, on an invoice, and enters it at a coming date: a place, or the end of the waiting
 * list, whatever the deadline. p_order: id of the order, chosen by the client; the same again answers with the same order.
 * p_shown_cents: the price that was shown. p_address: as nemus_course_on_invoice returns it.
 * Returns {name, status, waitlist_position, order_id, number, due_on}. Raises 403 staff_required, factor_required, 400
 * invalid_order, 409 price_changed, buyer_not_sold (to the country of the address), and as private.nemus_buyer_who_calls,
 * private.nemus_address_order and private.nemus_take_dates.
 */
create function public.nemus_enter_on_invoice(p_order uuid, p_date uuid, p_email text, p_shown_cents int, p_address jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_date);
  buyer record;
  date public.nemus_appointments;
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(400, 'invalid_order') where p_order is null or p_shown_cents is null;
  perform private.nemus_refuse(404, 'appointment_not_found') where asked is null;
  -- The first lock of every purchase; then the enrolment, then the dates, as in nemus_choose_date.
  perform private.nemus_lock_course(asked);
  select * into ordered from public.nemus_orders o where o.id = p_order;
  if ordered.id is null then
    buyer := private.nemus_buyer_who_calls(p_date, p_email);
    ordered.id := p_order;
    ordered.payment_method := 'invoice';
    ordered.user_id := buyer.person;
    ordered.kind := 'course';
    ordered.course_id := asked;
    ordered.date_id := p_date;
    ordered.title := buyer.title;
    ordered.amount_cents := buyer.amount_cents;
    perform private.nemus_check_price('cents', p_shown_cents, ordered.amount_cents);
    ordered := private.nemus_insert_order(ordered);
    perform private.nemus_address_order(ordered, p_address);
    perform private.nemus_refuse(409, 'buyer_not_sold') where not private.nemus_is_sold(ordered);
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (ordered.user_id, asked, 'direct_purchase') on conflict (user_id, course_id) do nothing;
    perform private.nemus_refuse(409, 'already_enrolled', jsonb_build_object('name', private.nemus_holder(ordered.user_id)))
      where not found;
    perform private.nemus_take_dates(p_date, false);
    select * into date from public.nemus_appointments a where a.id = p_date;
    if not exists (select from private.nemus_held_dates(ordered.user_id, asked) held where held.appointment_id = p_date) then
      perform private.nemus_place_at(ordered.user_id, date);
    end if;
    delete from public.nemus_date_choices c where c.user_id = ordered.user_id and c.course_id = asked;
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), result_shown_at = now() where o.id = p_order
    returning * into ordered;
    perform private.nemus_list_order(ordered, 'completed');
    perform private.nemus_invoice_order(ordered);
    perform private.nemus_note_act('enter_on_invoice', 'orders', p_order::text, null,
      jsonb_build_object('appointment_id', p_date, 'amount_cents', ordered.amount_cents));
  end if;
  perform private.nemus_refuse(400, 'invalid_order')
    where ordered.user_id <> private.nemus_person_who_calls(p_email, true) or ordered.course_id is distinct from asked
      or ordered.payment_method is distinct from 'invoice';
  return (select jsonb_build_object('name', private.nemus_holder(ordered.user_id), 'order_id', t.order_id, 'number', t.number,
      'due_on', t.due_on, 'status', p.status, 'waitlist_position', p.waitlist_position)
    from private.nemus_transfers(ordered.user_id) t
    left join public.nemus_appointment_participations p on p.appointment_id = p_date and p.user_id = ordered.user_id
    where t.order_id = p_order);
end $$;
