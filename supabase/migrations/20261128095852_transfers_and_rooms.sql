SET local check_function_bodies = off;

DROP POLICY "links of confirmed appointments are read" ON "public"."nemus_appointment_links";

DROP POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries";

DROP POLICY "own notifications are read" ON "public"."nemus_notifications";

DROP TRIGGER "audit" ON "private"."nemus_withdrawals";

DROP TRIGGER "audit" ON "public"."nemus_appointment_participations";

DROP TRIGGER "audit" ON "public"."nemus_name_requests";

DROP TRIGGER "follow_account" ON "public"."nemus_profiles";

DROP VIEW "private"."nemus_training_sources";

DROP VIEW "public"."nemus_my_appointments";

ALTER TABLE "private"."nemus_calendars"
  DROP CONSTRAINT "one_owner";

ALTER TABLE "private"."nemus_refunds"
  DROP CONSTRAINT "nemus_refunds_reason_check";

ALTER TABLE "private"."nemus_taken_back"
  DROP CONSTRAINT "nemus_taken_back_order_id_trainee_id_key";

ALTER TABLE "private"."nemus_taken_back"
  DROP CONSTRAINT "nemus_taken_back_user_id_fkey";

ALTER TABLE "public"."nemus_appointment_participations"
  DROP CONSTRAINT "nemus_appointment_participations_set_by_staff_check";

ALTER TABLE "public"."nemus_orders"
  DROP CONSTRAINT "nemus_orders_payment_method_check";

DROP FUNCTION "private"."nemus_exported_tables"();

DROP FUNCTION "private"."nemus_is_reachable"(uuid, uuid);

DROP FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb);

DROP FUNCTION "private"."nemus_take_calendar"(uuid);

DROP FUNCTION "private"."nemus_taught_entries"(uuid, uuid);

DROP FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text);

DROP FUNCTION "public"."nemus_calendar"(uuid);

DROP FUNCTION "public"."nemus_end_calendar"(uuid);

DROP FUNCTION "public"."nemus_order_credits"(uuid, integer, integer);

DROP FUNCTION "public"."nemus_renew_calendar"(uuid);

DROP FUNCTION "public"."nemus_staff_courses"(text, text, integer);

DROP FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text);

CREATE TABLE "private"."nemus_bank_receipts" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "invoice_id"   uuid                     NOT NULL,
  "amount_cents" integer                  NOT NULL,
  "received_on"  date                     NOT NULL,
  "reference"    text                     NOT NULL,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_bank_receipts_amount_cents_check" CHECK ((amount_cents <> 0)),
  CONSTRAINT "nemus_bank_receipts_invoice_id_received_on_amount_cents_ref_key" UNIQUE (invoice_id, received_on, amount_cents, reference),
  CONSTRAINT "nemus_bank_receipts_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_bank_receipts_reference_check" CHECK (((char_length(btrim(reference)) >= 1) AND (char_length(btrim(reference)) <= 300) AND (reference !~ '[[:cntrl:]]'::text)))
);

ALTER TABLE "private"."nemus_bank_receipts"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_left_places" (
  "enrollment_id" uuid                     NOT NULL,
  "order_id"      uuid                     NOT NULL,
  "start_date"    date                     NOT NULL,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_left_places_pkey" PRIMARY KEY (enrollment_id)
);

ALTER TABLE "private"."nemus_left_places"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_payment_reminders" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "invoice_id" uuid                     NOT NULL,
  "step"       integer                  NOT NULL,
  "claimed_at" timestamp with time zone,
  "sent_at"    timestamp with time zone,
  "attempts"   integer                  NOT NULL DEFAULT 0,
  "tried_at"   timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_payment_reminders_invoice_id_step_key" UNIQUE (invoice_id, step),
  CONSTRAINT "nemus_payment_reminders_pkey" PRIMARY KEY (id),
  CONSTRAINT "nemus_payment_reminders_step_check" CHECK ((step = ANY (ARRAY[1, 2])))
);

ALTER TABLE "private"."nemus_payment_reminders"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."nemus_transfer_terms" (
  "institution_id" uuid                     NOT NULL,
  "days"           integer                  NOT NULL,
  "limit_cents"    integer                  NOT NULL,
  "withdrawn_at"   timestamp with time zone,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_transfer_terms_days_check" CHECK (((days >= 1) AND (days <= 90))),
  CONSTRAINT "nemus_transfer_terms_limit_cents_check" CHECK (((limit_cents >= 1) AND (limit_cents <= 100000000))),
  CONSTRAINT "nemus_transfer_terms_pkey" PRIMARY KEY (institution_id)
);

ALTER TABLE "private"."nemus_transfer_terms"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."nemus_rooms" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "name"       text                     NOT NULL,
  "address"    text                     NOT NULL DEFAULT ''::text,
  "capacity"   integer                  NOT NULL,
  "is_active"  boolean                  NOT NULL DEFAULT true,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "place"      text                     GENERATED ALWAYS AS (
CASE
    WHEN (address = ''::text) THEN name
    ELSE ((name || ', '::text) || address)
END) STORED NOT NULL,
  CONSTRAINT "nemus_rooms_address_check" CHECK ((char_length(address) <= 190)),
  CONSTRAINT "nemus_rooms_capacity_check" CHECK (((capacity >= 1) AND (capacity <= 1000))),
  CONSTRAINT "nemus_rooms_name_check" CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 100))),
  CONSTRAINT "nemus_rooms_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."nemus_rooms"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."nemus_rooms" FROM "anon", "authenticated";

ALTER TABLE "private"."nemus_calendars"
  ADD COLUMN "room_id" uuid;

ALTER TABLE "private"."nemus_taken_back"
  ADD COLUMN "used_at" timestamp WITH time zone;

ALTER TABLE "private"."nemus_taken_back"
  ADD COLUMN "start_date" date;

ALTER TABLE "public"."nemus_appointments"
  ADD COLUMN "room_id" uuid;

ALTER TABLE "public"."nemus_courses"
  ADD COLUMN "agenda" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."nemus_invitations"
  ADD COLUMN "is_readdressed" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."nemus_invoices"
  ADD COLUMN "payment" jsonb;

ALTER TABLE "public"."nemus_notifications"
  ADD COLUMN "institution_id" uuid;

ALTER TABLE "public"."nemus_notifications"
  ADD COLUMN "roles" text[];

CREATE OR REPLACE FUNCTION private.nemus_address_order (
  p_order   public.nemus_orders,
  p_address jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_audit_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden constant text[] := '{search_text,sort_name}'::text[]
    || array(select substr(arg, 2) from unnest(tg_argv) arg where arg like '-%');
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
begin
  if before - 'updated_at' is distinct from after - 'updated_at' then
    perform private.nemus_note_act(lower(tg_op), regexp_replace(tg_table_name, '^nemus_', ''),
      (select string_agg(coalesce(after, before) ->> key, ':' order by place)
        from unnest(tg_argv) with ordinality as keys (key, place) where key not like '-%'),
      before, after);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_bank_account()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('holder', a.holder, 'iban', a.iban, 'bic', a.bic)
  from (select btrim(s.value ->> 'holder') as holder, upper(replace(s.value ->> 'iban', ' ', '')) as iban,
      upper(replace(s.value ->> 'bic', ' ', '')) as bic from private.nemus_settings s where s.key = 'bank_account') a
  where a.holder <> '' and a.iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' and a.bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_begin_export()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  source record;
  own jsonb;
  tables jsonb := jsonb_build_object();
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  if private.nemus_has_factor(me) then
    perform private.nemus_require_fresh_factor();
  else
    perform private.nemus_require_fresh_sign_in();
  end if;
  for source in select t.* from private.nemus_exported_tables() t where t.is_personal order by t.name loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using case when not source.is_buyers or private.nemus_pays_for('billing') = me then me end;
    if own is not null then
      tables := tables || jsonb_build_object(source.name, own);
    end if;
  end loop;
  return jsonb_build_object('account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
    from auth.users u where u.id = me), 'tables', tables);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_book_refund (
  p_order  public.nemus_orders,
  p_cents  integer,
  p_source text,
  p_first  uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered constant public.nemus_orders := private.nemus_settle_returns(p_order.id, p_order.refunded_cents + p_cents,
    p_order.disputed_cents, p_source);
  delta constant int := p_cents - private.nemus_settle_refunds(ordered, p_cents, p_source, p_first);
  -- An invoice to be paid by transfer is cancelled: no money went back with it.
  words constant text := private.nemus_document_text(
    case when p_order.payment_method = 'invoice' then 'cancellation' else 'refund' end);
begin
  if delta > 0 then
    perform private.nemus_cancel_invoice(private.nemus_list_return(ordered,
      format('refund:%s:%s', ordered.id, ordered.refunded_cents), words, -delta), ordered.id, words);
    -- A second person looks at a refund that costs the buyer nothing but leaves the access.
    update public.nemus_orders o set attention = case o.status when 'paid' then 'access_kept' end
    where o.id = ordered.id and o.kind <> 'credits' and private.nemus_gone_cents(ordered) >= private.nemus_almost_all_cents(o)
      and (o.attention is null or o.attention = 'access_kept');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_buyer (
  p_user      uuid,
  p_is_sample boolean,
  p_order     uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given jsonb;
begin
  if not p_is_sample then
    select to_jsonb(b) into given from private.nemus_order_buyers b where b.order_id = p_order;
    if given is null then
      select to_jsonb(a) || jsonb_build_object('vat_id', (select b.vat_id from private.nemus_order_buyers b
          where b.user_id = p_user and (b.recipient, b.country) = (a.recipient, a.country) order by b.created_at desc limit 1))
      into given from public.nemus_billing_addresses a where a.user_id = p_user;
    end if;
    if given is null then
      select to_jsonb(b) into given from private.nemus_order_buyers b where b.user_id = p_user
      order by b.created_at desc limit 1;
    end if;
  end if;
  return (select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || coalesce(E'\n' || nullif(given ->> 'extra_line', ''), '') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'extra_line', nullif(given ->> 'extra_line', ''), 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), private.nemus_letter_address(p_user)), 'vat_id', coalesce(case when given ? 'order_id' then nullif(given ->> 'vat_id', '') end, nullif(s.vat_id, ''), given ->> 'vat_id', '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_buyer_who_calls (
  p_date  uuid,
  p_email text,
  OUT     person uuid,
  OUT     course uuid,
  OUT     title text,
  OUT     amount_cents integer
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_calendar_of (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS SETOF private.nemus_calendars
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select * from private.nemus_calendars c where case when p_teacher is not null then c.teacher_id = p_teacher
    when p_room is not null then c.room_id = p_room else c.user_id = auth.uid() end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_carry_learning (
  p_course text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires learning/learning.
  insert into public.nemus_module_progress (user_id, module_id, completed_at, is_sample)
  select l.user_id, m.id, l.completed_at, l.is_sample
  from public.nemus_learning_progress l join public.nemus_learning_modules m on m.course_id = l.course_id
  where l.course_id = p_course and l.status = 'completed'
  on conflict (user_id, module_id) do nothing;
  perform private.nemus_count_course(l.user_id, p_course) from public.nemus_learning_progress l
  where l.course_id = p_course and l.status <> 'completed' and not exists (
    select from public.nemus_module_progress p join public.nemus_learning_modules m on m.id = p.module_id
    where p.user_id = l.user_id and m.course_id = p_course);
  -- Fires learning/learning.
  update public.nemus_module_progress p set is_sample = p.is_sample
  from (select distinct on (p.user_id) p.user_id, p.module_id from public.nemus_module_progress p
    join public.nemus_learning_modules m on m.id = p.module_id and m.course_id = p_course
    join public.nemus_learning_progress l on l.user_id = p.user_id and l.course_id = p_course
    join public.nemus_learning_courses c on c.id = p_course
    where l.status <> 'completed' and (not c.is_premium or exists (select from public.nemus_course_enrollments e
      where e.user_id = p.user_id and e.course_id = c.seminar_id)) order by p.user_id, p.module_id) one
  where p.user_id = one.user_id and p.module_id = one.module_id;
  -- People who had finished the course before it came to their seminar.
  perform private.nemus_count_enrolment(e.user_id, e.course_id, false) from public.nemus_learning_courses c
  join public.nemus_course_enrollments e on e.course_id = c.seminar_id and e.status <> 'completed'
  join public.nemus_learning_progress l on l.course_id = c.id and l.user_id = e.user_id and l.status = 'completed'
  where c.id = p_course;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_carry_progress()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_count_course(new.user_id, l.id) from public.nemus_learning_courses l
  join public.nemus_learning_progress p on p.course_id = l.id and p.user_id = new.user_id
  where l.seminar_id = new.course_id and l.is_active and p.status <> 'completed' order by l.id;
  perform private.nemus_count_enrolment(new.user_id, new.course_id, false);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_conflicts_of (
  p_date public.nemus_appointments
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when p_date.cancelled_at is not null then '[]'::jsonb
    else (select coalesce(jsonb_agg(c.value order by t.starts_at), '[]') from private.nemus_parts(p_date) t
      cross join lateral jsonb_array_elements(private.nemus_date_conflicts(p_date.id, t.starts_at, t.ends_at,
        private.nemus_room(p_date.format, p_date.location),
        array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_date.id))) c
      where p_date.parts is null or t.ends_at > now()) end;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_count_enrolment (
  p_user       uuid,
  p_course     uuid,
  p_correction boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  counted record;
begin
  -- Lock first: of two parts completed at the same moment, the second sees the first.
  perform from public.nemus_course_enrollments e where e.user_id = p_user and e.course_id = p_course for no key update;
  select case when parts.is_done then 'completed' when parts.has_begun then 'in_progress' else 'not_started' end as status,
    case when parts.is_done then 100 when parts.has_begun then least(99, round(parts.share * 100)::int) else 0 end
      as progress into counted
  -- Without evidence only a correction may change the enrolment.
  from private.nemus_enrolment_parts(p_user, p_course) parts where parts.has_evidence or p_correction;
  if not found then
    return;
  end if;
  -- Fires bookings/bookings, certificates/validity.
  update public.nemus_course_enrollments e set status = counted.status, progress_percentage = counted.progress
  where e.user_id = p_user and e.course_id = p_course and (e.status <> 'completed' or p_correction)
    and (e.status, e.progress_percentage) is distinct from (counted.status, counted.progress);
  update private.nemus_taken_back t set status = counted.status, progress_percentage = counted.progress
  from public.nemus_orders o
  where p_correction and o.id = t.order_id and o.course_id = p_course and t.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_dates_in_room (
  p_room uuid
)
  RETURNS SETOF public.nemus_appointments
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select * from public.nemus_appointments a where a.room_id = p_room and a.cancelled_at is null and a.ends_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.nemus_decide_entry (
  p_entry    public.nemus_logbook_entries,
  p_person   public.nemus_confirmers,
  p_account  uuid,
  p_same     uuid[],
  p_decision text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  role_day constant date := private.nemus_role_day(p_entry);
  role constant text := private.nemus_role_for(p_entry, p_entry.confirmer_id);
  opposed constant text := private.nemus_opposed_role(role);
begin
  perform private.nemus_refuse(409, 'own_entry')
    where p_entry.user_id = p_account or exists (select from public.nemus_confirmers c
      where c.id = any (p_same) and (c.user_id = p_entry.user_id or private.nemus_is_own_mailbox(p_entry.user_id, c.email)));
  if p_decision = 'return' then
    -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
    update public.nemus_logbook_entries e set state = 'returned', returned_at = now(), returned_by = p_person.name,
      return_reason = p_reason, decided_by = p_account, decided_role = role,
      decided_as_deputy = p_person.id <> p_entry.confirmer_id
    where e.id = p_entry.id;
    return;
  end if;
  -- Entries that wait can still be returned.
  perform private.nemus_refuse(409, 'institution_unapproved')
    where not private.nemus_may_have_confirmed(p_person.institution_id);
  perform private.nemus_refuse(409, 'role_missing', jsonb_build_object('category', p_entry.category,
      'done_on', p_entry.done_on, 'of', case when private.nemus_role_for(p_entry, p_entry.confirmer_id, true) is null
        then 'role' else 'site' end))
    where role is null;
  perform private.nemus_refuse(409, 'certificate_unlinked')
    where p_entry.file_id is not null and not private.nemus_is_linked_entry(p_entry);
  perform private.nemus_refuse(409, 'certificate_unread')
    where p_entry.file_id is not null and (p_account is null or not private.nemus_reads_entry_file(p_entry));
  -- Leader and self-experience leader of one trainee are never one person: not by a role on that day, and not after a
  -- confirmation in the other role.
  perform private.nemus_refuse(409, 'forbidden_pair')
    where opposed is not null and (exists (select from public.nemus_logbook_entries e
        where e.user_id = p_entry.user_id and e.state = 'confirmed' and e.decided_role = opposed
          and (e.decided_by = p_account or (not e.decided_as_deputy and e.confirmer_id = any (p_same))
            or e.decided_by in (select c.user_id from public.nemus_confirmers c where c.id = any (p_same))))
      or exists (select from unnest(p_same) as s (id)
        join public.nemus_confirmers c on c.id = s.id and c.ended_at is null
        join public.nemus_confirmer_roles r on r.confirmer_id = s.id and r.role = opposed
          and role_day >= r.valid_from and (r.valid_until is null or role_day <= r.valid_until)
        join public.nemus_trainees t on t.institution_id = r.institution_id and t.id = coalesce(r.trainee_id, t.id)
        where t.user_id = p_entry.user_id));
  perform private.nemus_require_room(p_entry, array['confirmed']);
  -- Fires logbook/cohort, logbook/entries, logbook/sign_off_links, logbook/steps, notifications/events.
  update public.nemus_logbook_entries e set state = 'confirmed', confirmed_at = now(), confirmed_by = p_person.name,
    decided_by = p_account, decided_role = role, decided_as_deputy = p_person.id <> p_entry.confirmer_id
  where e.id = p_entry.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_decided_here (
  p_confirmer  uuid,
  p_decided_by uuid,
  p_decided_at timestamp with time zone,
  p_is_sample  boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_is_sample or coalesce(p_decided_by = auth.uid(), false) or exists (select from public.nemus_confirmers c
    where c.id = p_confirmer and c.address_since <= p_decided_at)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_deletion_bar (
  p_user uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  code text;
begin
  if exists (select from public.nemus_members m where m.institution_id = p_user and m.user_id <> p_user) then
    code := 'institution_has_members';
  elsif exists (select from public.nemus_members m where m.user_id = p_user and m.institution_id <> p_user
          and 'administration' = any (m.roles) and not exists (select from public.nemus_members o
            where o.institution_id = m.institution_id and o.user_id <> p_user and 'administration' = any (o.roles)
              and not private.nemus_is_blocked(o.user_id))) then
    code := 'last_administrator';
  elsif exists (select from public.nemus_subscriptions s where s.institution_id = p_user and s.status in ('active',
        'trialing', 'past_due', 'unpaid', 'paused') and not s.cancel_at_period_end) then
    code := 'subscription_running';
  elsif exists (select from public.nemus_orders o where o.user_id = p_user and private.nemus_is_waiting(o, p_user)) then
    code := 'purchase_waiting';
  elsif exists (select from private.nemus_transfers(p_user) t where t.open_cents > 0) then
    code := 'invoice_open';
  elsif exists (select from public.nemus_staff s where s.user_id = p_user and s.role = 'people')
        and not exists (select from public.nemus_staff s where s.user_id <> p_user and s.role = 'people'
          and not private.nemus_is_blocked(s.user_id)) then
    code := 'last_staff';
  end if;
  return code;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_document_text (
  p_code  text,
  p_value text DEFAULT ''::text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select format(t.text, p_value) from (values
    -- Order titles
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Nicht genutzte Zeit: %s'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_failed', 'Erstattung fehlgeschlagen'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation', 'Stornierung'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_account_gone', 'Automatische Erstattung (Konto gelöscht)'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_dates_gone', 'Automatische Erstattung (kein Termin mehr)'),
    ('refund_country_not_sold', 'Automatische Erstattung (Land der Rechnungsanschrift)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$function$;

CREATE OR REPLACE FUNCTION private.nemus_draft_course_gaps (
  p_course   text,
  p_document jsonb
)
  RETURNS TABLE (
    place      text,
    field      text,
    problem    text,
    is_warning boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with blocks as (
    select b.item, b.place, 'blocks/' || b.place as path, b.item -> 'is_open' = 'true' as is_open,
      private.nemus_draft_number(b.item, 'units') as units,
      (select count(*) from private.nemus_items(b.item -> 'modules')) as modules,
      (select count(*) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quizzes,
      (select max(m.place) from private.nemus_items(b.item -> 'modules') m where m.item ->> 'type' = 'quiz') as quiz_at,
      (select count(*) from private.nemus_items(b.item -> 'questions')) as questions
    from private.nemus_items(p_document -> 'blocks') b
  )
  select '', f.field, private.nemus_text_problem(p_document, f.field, f.most, f.required), false
  from (values ('title', 200, true), ('description', 4000, false), ('learning_goal', 2000, false),
    ('estimated_time', 50, false)) as f (field, most, required)
  union all
  select '', 'competency', 'missing', false
  where private.nemus_draft_text(p_document, 'competency') not in ('fachliche_kompetenz', 'diagnostische_kompetenz',
    'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz', 'professionelle_haltung')
  union all
  select '', 'difficulty', 'missing', false
  where private.nemus_draft_text(p_document, 'difficulty') not in ('Anfänger', 'Fortgeschritten', 'Experte')
  union all
  select '', 'units', 'missing', false where coalesce(private.nemus_draft_number(p_document, 'units'), 0) = 0
  union all
  select '', 'units', 'units_differ', true
  where private.nemus_draft_number(p_document, 'units') <> (select sum(units) from blocks)
  union all
  select '', 'seminar_id', 'premium_needs_seminar', false
  where p_document -> 'is_premium' = 'true' and private.nemus_draft_uuid(p_document, 'seminar_id') is null
  union all
  select '', 'seminar_id', case when s.id is null then 'unknown_seminar' else 'seminar_taken' end, false
  from (select private.nemus_draft_uuid(p_document, 'seminar_id') as id) asked
  left join public.nemus_courses s on s.id = asked.id
  where asked.id is not null and (s.id is null or exists (
    select from public.nemus_learning_courses c where c.seminar_id = s.id and c.id <> p_course and c.is_active))
  union all
  -- As for retiring (nemus_retire_learning_course). A free course stays open to future buyers.
  select '', 'seminar_id', 'seminar_needed', false
  from public.nemus_learning_courses c where c.id = p_course and c.is_active
    and c.seminar_id is distinct from private.nemus_draft_uuid(p_document, 'seminar_id')
    and (c.is_premium and exists (select from public.nemus_courses s where s.id = c.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(c.seminar_id))
  union all
  select '', 'blocks', 'no_open_block', false where not exists (select from blocks where is_open)
  union all
  select b.path, f.field, private.nemus_text_problem(b.item, f.field, f.most, f.required), false
  from blocks b, (values ('title', 200, true), ('description', 2000, false)) as f (field, most, required)
  union all
  select b.path, 'units', 'missing', false from blocks b where coalesce(b.units, 0) = 0
  union all
  select b.path, 'modules', 'no_modules', false from blocks b where b.is_open and b.modules = 0
  union all
  select b.path, 'modules', 'several_quizzes', false from blocks b where b.quizzes > 1
  union all
  select b.path, 'modules', 'quiz_not_last', true from blocks b where b.quizzes = 1 and b.quiz_at < b.modules
  union all
  select b.path, 'questions', 'few_questions', false from blocks b where b.is_open and b.quizzes > 0 and b.questions < 3
  union all
  select b.path, 'questions', 'no_quiz', true from blocks b where b.quizzes = 0 and b.questions > 0
  union all
  -- Modules of a closed block count, but cannot be completed. People who have paid met only those that were closed then.
  select b.path, 'is_open', 'block_needed', false
  from blocks b cross join lateral (select private.nemus_draft_uuid(p_document, 'seminar_id') as id) seminar
  where not coalesce(b.is_open, false) and private.nemus_is_course_unfinished(seminar.id)
    and exists (select from private.nemus_items(b.item -> 'modules') d where not exists (
      select from public.nemus_learning_modules m
      join public.nemus_learning_blocks o on o.course_id = m.course_id and o.id = m.block_id and not o.is_open
      join public.nemus_learning_courses c on c.id = m.course_id and c.is_active and c.seminar_id = seminar.id
      where m.id = d.item ->> 'id' and m.course_id = p_course))
  union all
  -- A removed module takes its progress with it. Completed courses stay completed (S-6.17).
  select '', 'modules', 'removes_completed', true
  where exists (select from public.nemus_learning_modules m
    join public.nemus_module_progress p on p.module_id = m.id
    where m.course_id = p_course and not exists (
      select from private.nemus_draft_modules(p_document) d where d.module ->> 'id' = m.id))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_drop_calendar (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_calendars c where c.id in (select o.id from private.nemus_calendar_of(p_teacher, p_room) o);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_due_reminders()
  RETURNS TABLE (
    invoice_id uuid,
    step       integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.invoice_id, d.step from private.nemus_transfers() t
  cross join lateral (select case when t.due_on + 14 <= (now() at time zone 'Europe/Berlin')::date then 2
    when t.due_on + 3 <= (now() at time zone 'Europe/Berlin')::date then 1 end as step) d
  where t.open_cents > 0 and t.state in ('due', 'reminded') and d.step is not null
    and private.nemus_invoice_mailbox(t.user_id) is not null
    -- Institutions cannot withdraw.
    and not exists (select from private.nemus_withdrawals w join public.nemus_profiles p on p.user_id = t.user_id
      and p.user_type = 'piw' where w.handled_at is null and (w.order_id = t.order_id
      -- Declared in own words: staff finds out what was meant.
      or (w.order_id is null and w.user_id = t.user_id and (w.received_at at time zone 'Europe/Berlin')::date >= t.issued_on)))
    and not exists (select from private.nemus_payment_reminders r where r.invoice_id = t.invoice_id
      and (r.step >= d.step and (r.sent_at is not null or r.attempts >= 5
          or r.claimed_at > now() - interval '15 minutes' or r.tried_at > now() - interval '5 minutes')
        or r.sent_at > now() - interval '7 days'))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_empty_account (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owned record;
  factors constant regclass := to_regclass('auth.mfa_factors');
begin
  -- Rows referred to by other rows go first, and places before letters, because a freed place writes letters.
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = p_user;
  -- Fires bookings/bookings.
  delete from public.nemus_course_bookings b where b.institution_id = p_user;
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e where e.user_id = p_user;
  for owned in
    select k.conrelid::regclass as source, a.attname as owner, k.confdeltype = 'n' as emptied
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
      and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and cardinality(k.conkey) = 1
      and k.conrelid <> 'public.nemus_profiles'::regclass and not private.nemus_is_kept(k.conrelid::regclass)
    order by k.conrelid::regclass::text
  loop
    if owned.emptied then
      execute format('update %s set %I = null where %2$I = $1', owned.source, owned.owner) using p_user;
    else
      execute format('delete from %s where %I = $1', owned.source, owned.owner) using p_user;
    end if;
  end loop;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.is_sample;
  delete from public.nemus_transactions t where t.user_id = p_user and t.is_sample;
  delete from private.nemus_set_aside s where s.item = p_user::text;
  delete from auth.sessions s where s.user_id = p_user;
  delete from auth.identities i where i.user_id = p_user;
  -- Other tables of the sign-in service are left to it. Not every sign-in service has second factors.
  if factors is not null then
    execute format('delete from %s f where f.user_id = $1', factors) using p_user;
  end if;
  -- Fires accounts/profiles.
  update auth.users u set email = p_user || '@geloescht.invalid', encrypted_password = '', raw_user_meta_data = '{}',
    email_change = '', email_change_token_new = '', email_change_token_current = '', recovery_token = '',
    banned_until = now() + interval '100 years' where u.id = p_user;
  -- Fires accounts/name_requests, accounts/profiles, certificates/certificates, trainees/trainees.
  update public.nemus_profiles p set first_name = '', last_name = '', institution_name = null where p.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_empty_seat (
  p_booking public.nemus_course_bookings,
  p_trainee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place public.nemus_booking_participants;
  named text;
begin
  select * into place from public.nemus_booking_participants p
  where p.booking_id = p_booking.id and p.trainee_id = p_trainee;
  perform private.nemus_refuse(404, 'place_not_found') where not found;
  select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t where t.id = p_trainee;
  case private.nemus_place_bar(place)
    when 'place_begun' then
      perform private.nemus_refuse(409, 'place_begun', jsonb_build_object('name', named));
    when 'place_date_near' then
      perform private.nemus_refuse(409, 'place_date_near',
        jsonb_build_object('name', named, 'days', private.nemus_booking_notice_days()));
    when 'trainee_left' then
      perform private.nemus_refuse(409, 'trainee_left', jsonb_build_object('name', named));
    else null;
  end case;
  perform private.nemus_write_letters(p_booking.id, array[p_trainee], 'cancelled', null);
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e where e.id = place.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = p_booking.id and p.trainee_id = p_trainee;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_calendar_of_teacher()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.nemus_calendars c where c.teacher_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_invitation_of_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.nemus_invitations i set revoked_at = now(), is_readdressed = true
  where i.trainee_id = new.id and i.is_open;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_news()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  gone uuid[];
begin
  select array_agg(n.id) into gone from public.nemus_notifications n
  where n.institution_id = old.institution_id and n.user_id = old.user_id
    and (tg_op = 'DELETE' or not n.roles && new.roles);
  delete from public.nemus_sms s where s.notification_id = any (gone) and s.state = 'waiting';
  delete from public.nemus_notifications n where n.id = any (gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_own_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place public.nemus_course_enrollments;
  ordered public.nemus_orders;
begin
  -- An institution that is being deleted gets nothing back.
  if not exists (select from public.nemus_profiles p where p.user_id = old.institution_id)
    or exists (select from private.nemus_deleted_accounts d where d.user_id = old.institution_id) then
    return null;
  end if;
  for place in select e.* from public.nemus_course_enrollments e
    where e.user_id = old.user_id and e.status <> 'completed' and case e.enrollment_type
      when 'institution_credits' then private.nemus_is_paid_by(e.id, old.institution_id)
      -- Only founders buy by card for themselves.
      when 'direct_purchase' then old.user_id = old.institution_id else false end
    order by e.course_id
  loop
    perform private.nemus_lock_course(place.course_id);
    select * into ordered from public.nemus_orders o
    where place.enrollment_type = 'direct_purchase' and o.user_id = place.user_id and o.course_id = place.course_id
      and cardinality(o.trainee_ids) = 0 and o.status = 'paid'
    order by o.paid_at desc limit 1 for update;
    perform private.nemus_lock_credits(old.institution_id, 0);
    if private.nemus_is_begun(place)
      or private.nemus_place_until(place.id) < (now() at time zone 'Europe/Berlin')::date then
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e where e.id = place.id;
    elsif place.enrollment_type = 'direct_purchase' then
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e where e.id = place.id;
      perform private.nemus_owe_refund(ordered, '{"reason": "booking_cancelled", "places": 1}', null)
      where ordered.id is not null;
    else
      perform public.nemus_refund_enrollment(place.id);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_end_places_of(old.user_id, old.course_id)
  where strpos(coalesce(current_setting('nemus.passed_on', true), ''), old.id::text) = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_end_places_of (
  p_user   uuid,
  p_course uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  held record;
begin
  if exists (select from private.nemus_held_dates(p_user, p_course)) then
    perform private.nemus_lock_dates(p_course);
    for held in select d.appointment_id from private.nemus_held_dates(p_user, p_course) d
      join public.nemus_appointments a on a.id = d.appointment_id and (a.starts_at > now() or a.parts is not null)
      order by 1
    loop
      perform private.nemus_release_place(held.appointment_id, p_user);
    end loop;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_enrol_participants (
  p_booking uuid,
  p_trainee uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place record;
  enrollment uuid;
begin
  for place in
    select p.booking_id, p.trainee_id, p.course_id, p.institution_id, t.user_id, t.first_name || ' ' || t.last_name as name,
      b.course_name, b.date_id
    from public.nemus_booking_participants p
    join public.nemus_trainees t on t.id = p.trainee_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
    where p.enrollment_id is null and p.used_at is null and p.course_id is not null and t.user_id is not null
      and (p.booking_id = p_booking or p.trainee_id = p_trainee)
    -- Waits for a place that is just being cancelled, and finds it gone.
    for update of p
  loop
    -- A refund of another enrolment waits for this one, or is waited for: one of the two sees the other.
    perform from public.nemus_course_enrollments e
    where e.user_id = place.user_id and e.course_id = place.course_id for key share;
    -- Fires certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (place.user_id, place.course_id, 'institution_booking')
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    if enrollment is not null then
      -- Fires bookings/booked_seminars.
      update public.nemus_booking_participants p set enrollment_id = enrollment
      where p.booking_id = place.booking_id and p.trainee_id = place.trainee_id;
      perform private.nemus_take_choice(place.user_id, place.date_id);
    else
      perform private.nemus_notify_members(place.institution_id, '{booking}', 'place_spare',
        'place_spare:' || place.booking_id || ':' || place.trainee_id, jsonb_build_object(
          'trainee', private.nemus_fact(place.name, '–'), 'course', private.nemus_fact(place.course_name, '–')),
        '/course-bookings/plaetze');
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_exported_tables()
  RETURNS TABLE (
    source       regclass,
    name         text,
    owner_column text,
    is_personal  boolean,
    columns      text[],
    is_buyers    boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select t.source::regclass, split_part(t.source, '.nemus_', 2), t.owner_column, t.columns is not null,
    coalesce(string_to_array(t.columns, ' '), array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') order by a.attnum)), t.is_buyers
  from (values
    -- The person.
    ('public.nemus_appointment_participations', 'user_id', null, false),
    ('public.nemus_block_positions', 'user_id', null, false),
    ('public.nemus_certificates', 'user_id', null, false),
    ('public.nemus_closed_first_steps', 'user_id', null, false),
    ('public.nemus_competency_targets', 'user_id', null, false),
    ('public.nemus_confirmers', 'user_id', null, false),
    ('public.nemus_course_enrollments', 'user_id', null, false),
    ('public.nemus_date_choices', 'user_id', null, false),
    ('public.nemus_date_interests', 'user_id', null, false),
    ('public.nemus_known_devices', 'user_id', null, false),
    ('public.nemus_learning_progress', 'user_id', null, false),
    ('public.nemus_logbook_cases', 'user_id', null, false),
    ('public.nemus_logbook_entries', 'user_id', null, false),
    ('public.nemus_logbook_files', 'user_id', null, false),
    ('public.nemus_logbook_sites', 'user_id', null, false),
    ('public.nemus_logbook_templates', 'user_id', null, false),
    ('public.nemus_members', 'user_id', null, false),
    ('public.nemus_module_progress', 'user_id', null, false),
    ('public.nemus_name_requests', 'user_id', null, false),
    ('public.nemus_notification_choices', 'user_id', null, false),
    ('public.nemus_notifications', 'user_id', null, false),
    ('public.nemus_personal_data', 'user_id', null, false),
    ('public.nemus_phones', 'user_id', null, false),
    ('public.nemus_profiles', 'user_id', null, false),
    ('public.nemus_quiz_runs', 'user_id', null, false),
    ('public.nemus_quiz_scores', 'user_id', null, false),
    ('public.nemus_requirement_choices', 'user_id', null, false),
    ('public.nemus_sms', 'user_id', null, false),
    ('public.nemus_staff', 'user_id', null, false),
    ('public.nemus_trainees', 'user_id', null, false),
    ('public.nemus_training_info', 'user_id', null, false),
    ('public.nemus_training_interruptions', 'user_id', null, false),
    ('public.nemus_training_targets', 'user_id', null, false),
    -- The buyer: the person, or the institution for members who may see its purchases.
    ('public.nemus_billing_addresses', 'user_id', null, false),
    ('public.nemus_invoices', 'user_id', null, false),
    ('public.nemus_orders', 'user_id', null, false),
    ('public.nemus_transactions', 'user_id', null, false),
    -- The institution.
    ('public.nemus_booking_requests', 'institution_id', null, false),
    ('public.nemus_confirmers', 'institution_id', null, false),
    ('public.nemus_course_bookings', 'institution_id', null, false),
    ('public.nemus_credit_balances', 'institution_id', null, false),
    ('public.nemus_institution_approvals', 'institution_id', null, false),
    ('public.nemus_institution_settings', 'institution_id', null, false),
    ('public.nemus_invoice_choices', 'institution_id', null, false),
    ('public.nemus_member_invitations', 'institution_id', null, false),
    ('public.nemus_report_times', 'institution_id', null, false),
    ('public.nemus_spending_limits', 'institution_id', null, false),
    ('public.nemus_subscriptions', 'institution_id', null, false),
    ('public.nemus_trainees', 'institution_id', null, false),
    ('public.nemus_weekly_reports', 'institution_id', null, false),
    -- Personal rows that no page shows.
    ('public.nemus_teachers', 'user_id', 'id name email is_active', false),
    ('private.nemus_blocked_accounts', 'user_id', 'user_id reason created_at', false),
    ('private.nemus_transfer_terms', 'institution_id', 'institution_id days limit_cents withdrawn_at created_at updated_at', true),
    ('private.nemus_code_attempts', 'user_id', 'id user_id created_at', false),
    ('private.nemus_date_letters', 'user_id', 'id user_id appointment_id kind audience has_place title starts_at ends_at'
      || ' attempts sent_at created_at', false),
    ('private.nemus_first_visits', 'user_id', 'user_id created_at', false),
    ('private.nemus_known_factors', 'user_id', 'factor_id user_id created_at', false),
    ('private.nemus_logbook_papers', 'user_id', 'number user_id holder minutes entries step_number sums signers'
      || ' settings courses certificates attributes created_at', false),
    ('private.nemus_logbook_steps', 'user_id', 'user_id number entry_id action created_at actor_name content', false),
    ('private.nemus_notification_sendings', 'user_id', 'id notification_id user_id channel attempts sent_at created_at', false),
    ('private.nemus_order_buyers', 'user_id', 'order_id user_id recipient street extra_line postal_code city country vat_id created_at', true),
    ('private.nemus_recovery_attempts', 'user_id', 'user_id created_at', false),
    ('private.nemus_sign_off_letters', 'user_id', 'id kind confirmer_id user_id due_at asked_as asked_at sent_at created_at', false),
    ('private.nemus_support_requests', 'institution_id', 'id institution_id subject message created_at answer answered_at', true),
    ('private.nemus_taken_back', 'user_id', 'id order_id user_id status progress_percentage enrolled_at created_at', false),
    ('private.nemus_trainee_letters', 'user_id', 'id user_id kind course_id course_name start_date end_date earlier_start'
      || ' attempts sent_at created_at', false),
    ('private.nemus_withdrawals', 'user_id', 'id reference name email contract message user_id received_at'
      || ' receipt_sent_at handled_at created_at', false)
  ) as t (source, owner_column, columns, is_buyers)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_fill_places (
  p_appointment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  appointment public.nemus_appointments;
  is_late boolean;
  next public.nemus_appointment_participations;
begin
  loop
    select * into appointment from public.nemus_appointments a where a.id = p_appointment for update;
    exit when not found or appointment.starts_at <= now() or appointment.cancelled_at is not null;
    is_late := private.nemus_moves_until(appointment) <= now();
    exit when private.nemus_open_places(appointment) <= 0;
    select * into next from public.nemus_appointment_participations p
    where p.appointment_id = p_appointment and p.status = 'waitlist' and not (is_late and p.offered_until is not null)
      and not private.nemus_is_bound(p.user_id, appointment.course_id, p.set_by_staff is not null)
      and not private.nemus_has_attended(p.user_id, appointment.course_id) and not private.nemus_is_blocked(p.user_id)
    order by p.waitlist_position limit 1 for update;
    exit when not found;
    if not is_late then
      perform private.nemus_move_up(appointment, next.user_id);
      continue;
    end if;
    next.offered_until := least(now() + interval '24 hours', appointment.starts_at);
    update public.nemus_appointment_participations p set offered_until = next.offered_until
    where p.appointment_id = p_appointment and p.user_id = next.user_id;
    perform private.nemus_notify(next.user_id, 'place_offered', 'place_offered:' || p_appointment || ':' || now(),
      jsonb_build_object('title', private.nemus_fact(appointment.title, '–'), 'starts_at', appointment.starts_at,
        'until', next.offered_until), '/appointments');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_follow_account()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_named constant boolean := btrim(new.first_name) <> '' and btrim(new.last_name) <> '';
  earlier constant text := private.nemus_plain_form(old.first_name || ' ' || old.last_name, ' ');
begin
  -- Fires bookings/bookings, samples/sample_data.
  update public.nemus_trainees t set account_email = nullif(new.email, ''),
    first_name = case when n.follows then new.first_name else t.first_name end,
    last_name = case when n.follows then new.last_name else t.last_name end
  -- Earlier links were accepted under a text that did not say so (S-7.6).
  from (select o.id, is_named and o.linked_at >= '2026-11-28' and private.nemus_plain_form(o.first_name || ' ' || o.last_name, ' ') = earlier as follows
    from public.nemus_trainees o where o.user_id = new.user_id) n
  where t.id = n.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_follow_session()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_browser constant text := private.nemus_browser(new.user_agent);
  found_system constant text := private.nemus_system(new.user_agent);
  network constant text := private.nemus_network_hash(new.user_id, new.ip);
  -- The embedded backend's sign-in service adds device and address just after the session.
  begins constant boolean := tg_op = 'INSERT' or (old.user_agent is null and old.ip is null);
  was_used boolean;
begin
  if (new.user_agent is null and new.ip is null)
    or not exists (select from public.nemus_profiles p where p.user_id = new.user_id) then
    return null;
  end if;
  update public.nemus_known_devices d set last_used_at = now()
  where d.user_id = new.user_id and d.browser = found_browser and d.system = found_system and d.network_hash = network;
  if found or not begins then
    return null;
  end if;
  was_used := exists (select from public.nemus_known_devices d where d.user_id = new.user_id);
  insert into public.nemus_known_devices (user_id, browser, system, network_hash)
  values (new.user_id, found_browser, found_system, network)
  on conflict (user_id, browser, system, network_hash) do nothing;
  -- Of two simultaneous sign-ins, one notifies.
  if found and was_used
    and exists (select from auth.users u where u.id = new.user_id and u.created_at < now() - interval '1 hour')
    and not exists (select from public.nemus_institution_settings s
      where s.institution_id = new.user_id and not s.login_alerts
        -- A founder who left no longer follows its switches.
        and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = new.user_id)) then
    perform private.nemus_notify(new.user_id, 'new_device', 'new_device:' || new.id,
      jsonb_build_object('browser', found_browser, 'system', found_system, 'at', now()), '/account/sessions');
  end if;
  return null;
exception when others then
  raise warning 'A sign-in could not be followed: %', sqlerrm;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_account (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform set_config('nemus.forgets', p_user::text, true);
  delete from private.nemus_withdrawals w where w.user_id = p_user;
  -- Fires orders/order_entries.
  delete from private.nemus_order_entries e where e.user_id = p_user;
  delete from private.nemus_refunds r using public.nemus_orders o where o.id = r.order_id and o.user_id = p_user;
  delete from private.nemus_disputes d using public.nemus_orders o where o.id = d.order_id and o.user_id = p_user;
  -- Of a refused subscription: its order alone.
  delete from private.nemus_provider_subscriptions s where s.institution_id = p_user
    or s.order_id in (select o.id from public.nemus_orders o where o.user_id = p_user);
  -- Fires invoices/electronic_invoices.
  delete from public.nemus_invoice_files f using public.nemus_invoices i where i.id = f.invoice_id and i.user_id = p_user;
  -- Fires invoices/transfers.
  delete from private.nemus_bank_receipts r using public.nemus_invoices i where i.id = r.invoice_id and i.user_id = p_user;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user and i.cancels_id is not null;
  -- Fires invoices/invoices.
  delete from public.nemus_invoices i where i.user_id = p_user;
  delete from public.nemus_transactions t where t.user_id = p_user;
  delete from public.nemus_orders o where o.user_id = p_user;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user and c.reverses_id is not null;
  -- Fires credits/credits.
  delete from public.nemus_credit_entries c where c.institution_id = p_user;
  delete from public.nemus_credit_balances b where b.institution_id = p_user;
  delete from auth.users u where u.id = p_user;
  perform set_config('nemus.forgets', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_forget_gone_letters()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with letter as (
    select s.job, s.item, case when s.item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.item::uuid end as id
    from private.nemus_set_aside s
    where s.job in ('send-letters', 'send-notifications', 'send-sign-off-letters', 'send-sms')
  ), gone as (
    delete from private.nemus_set_aside s using letter l where s.job = l.job and s.item = l.item and not exists (
      select from private.nemus_date_letters x where x.id = l.id
      union all select from private.nemus_trainee_letters x where x.id = l.id
      union all select from private.nemus_purchase_letters x where x.transaction_id = l.id
      union all select from private.nemus_payment_reminders x where x.id = l.id
      union all select from private.nemus_notification_sendings x where x.id = l.id
      union all select from private.nemus_sign_off_letters x where x.id = l.id
      union all select from public.nemus_sms x where x.id = l.id)
    returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION private.nemus_found_invoices (
  p_search text
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  billed constant text := private.nemus_billed_number(p_search);
  ordered constant uuid := private.nemus_order_number(p_search);
  part constant text := private.nemus_number_pattern(p_search);
begin
  if ordered is not null then
    return query select d from private.nemus_documents_of(ordered) d;
  elsif exists (select from public.nemus_invoices i where i.number = billed and not i.is_sample) then
    -- With its corrections, or what it corrects.
    return query select o.id from public.nemus_invoices i
      join public.nemus_invoices o on coalesce(i.cancels_id, i.id) in (o.id, o.cancels_id)
      where i.number = billed and not i.is_sample;
  else
    if part is not null then
      return query select i.id from public.nemus_invoices i where i.number like part and not i.is_sample
        order by i.issued_on desc, i.number desc limit 500;
    end if;
    -- `offset 0` keeps the plan per account, as in nemus_found_orders.
    return query select i.id from private.nemus_found_accounts(p_search) p
      cross join lateral (select x.id from public.nemus_invoices x where x.user_id = p.user_id offset 0) i;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_give_back_course (
  p_order public.nemus_orders
)
  RETURNS public.nemus_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking public.nemus_course_bookings;
  taken private.nemus_taken_back;
  enrollment uuid;
  given boolean;
  missed int := 0;
  reason text := 'already_enrolled';
  ordered public.nemus_orders := p_order;
begin
  select * into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  for taken in delete from private.nemus_taken_back t where t.order_id = p_order.id returning t.* loop
    enrollment := null;
    if taken.trainee_id is not null then
      insert into public.nemus_booking_participants (booking_id, trainee_id, institution_id, course_id, used_at)
      values (booking.id, taken.trainee_id, booking.institution_id, booking.course_id, taken.used_at)
      on conflict do nothing;
      given := found;
      missed := missed + (not given)::int;
      continue when not given;
    end if;
    -- Also for a person who left the institution: the place was used for that account.
    continue when taken.user_id is null;
    -- A founder's own place ends with the membership (bookings/seats.sql), a completed one aside.
    if taken.trainee_id is null and taken.status is distinct from 'completed' and cardinality(p_order.trainee_ids) = 0
      and private.nemus_has_left_own(taken.user_id) then
      reason := 'trainee_gone';
      missed := missed + (taken.status is not distinct from 'not_started')::int;
      continue;
    end if;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage,
      enrolled_at)
    values (taken.user_id, p_order.course_id,
      case when cardinality(p_order.trainee_ids) = 0 then 'direct_purchase' else 'institution_booking' end, taken.status,
      taken.progress_percentage, taken.enrolled_at)
    on conflict (user_id, course_id) do nothing returning id into enrollment;
    missed := missed + (enrollment is null)::int;
    if taken.start_date is not null and enrollment is not null then
      insert into private.nemus_left_places (enrollment_id, order_id, start_date)
      values (enrollment, p_order.id, taken.start_date);
      perform private.nemus_tell_of_place(taken.user_id, 'booking_made', p_order.id, c.title, taken.start_date, p_order.user_id)
      from public.nemus_courses c where c.id = p_order.course_id;
    end if;
    if taken.trainee_id is not null and enrollment is null then
      delete from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
    end if;
    -- Fires bookings/booked_seminars.
    update public.nemus_booking_participants p set enrollment_id = enrollment
    where p.booking_id = booking.id and p.trainee_id = taken.trainee_id;
  end loop;
  perform private.nemus_tell_who_left(booking.id, 'booking_made');
  if booking.status = 'cancelled' then
    update public.nemus_course_bookings b
    set status = case when b.completion_rate = 100 then 'completed' else 'confirmed' end where b.id = booking.id;
    -- Participants with a new account meanwhile.
    perform private.nemus_enrol_participants(booking.id, null);
  end if;
  if missed > 0 then
    update public.nemus_orders o set attention = coalesce(nullif(reason, 'trainee_gone'), o.attention)
    where o.id = p_order.id returning o.* into ordered;
    ordered := private.nemus_owe_refund(ordered, jsonb_build_object('reason', reason, 'places', missed), null);
  end if;
  return ordered;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_course (
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := greatest(cardinality(p_order.trainee_ids), 1);
  free uuid[];
  booking public.nemus_course_bookings;
begin
  if not private.nemus_is_sold(p_order) or not private.nemus_is_buyable(p_order.course_id) then
    return jsonb_build_object('places', places, 'reason', case when not private.nemus_is_sold(p_order)
      then 'country_not_sold' when private.nemus_is_offered(p_order.course_id) then 'dates_gone' else 'course_gone' end);
  end if;
  if cardinality(p_order.trainee_ids) = 0 then
    if private.nemus_has_left_own(p_order.user_id) then
      return jsonb_build_object('reason', 'trainee_gone', 'places', 1);
    end if;
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    values (p_order.user_id, p_order.course_id, 'direct_purchase')
    on conflict (user_id, course_id) do nothing;
    if not found then
      return jsonb_build_object('reason', 'already_enrolled', 'places', 1);
    end if;
    perform private.nemus_take_choice(p_order.user_id, p_order.date_id);
    perform private.nemus_use_choice(p_order.user_id, p_order.date_id);
    return null;
  end if;
  select coalesce(array_agg(t.id), '{}') into free from public.nemus_trainees t
  where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id
    and not exists (select from public.nemus_booking_participants p
      where p.trainee_id = t.id and p.course_id = p_order.course_id)
    and not exists (select from public.nemus_course_enrollments e
      where e.user_id = t.user_id and e.course_id = p_order.course_id);
  if cardinality(free) > 0 then
    -- A slow payment may arrive after the chosen first day.
    booking := private.nemus_create_booking(p_order.user_id, p_order.course_id, free,
      case when p_order.starts_on is not null
        then greatest(p_order.starts_on, (now() at time zone 'Europe/Berlin')::date) end, 0, p_order.date_id);
    -- Fires courses/catalogue.
    update public.nemus_course_bookings b set order_id = p_order.id where b.id = booking.id;
  end if;
  if cardinality(free) = places then
    return null;
  end if;
  return (
    select jsonb_build_object('places', places - cardinality(free), 'reason',
      case when count(t.id) > 0 then 'already_enrolled' else 'trainee_gone' end,
      'people', string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name))
    from public.nemus_trainees t
    where t.id = any (p_order.trainee_ids) and t.institution_id = p_order.user_id and t.id <> all (free));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_left_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_enrol_participants(null, new.trainee_id) where exists (select from public.nemus_booking_participants p
    where p.booking_id = new.booking_id and p.trainee_id = new.trainee_id and p.enrollment_id is null and p.used_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_spare_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from public.nemus_course_enrollments e where e.user_id = old.user_id and e.course_id = old.course_id) then
    perform private.nemus_enrol_participants(null, p.trainee_id)
    from (select s.trainee_id from private.nemus_spare_places(old.user_id, old.course_id) s limit 1) p;
    -- The place that was to follow is gone as well.
    perform private.nemus_end_places_of(old.user_id, old.course_id) where not exists (
      select from public.nemus_course_enrollments e where e.user_id = old.user_id and e.course_id = old.course_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_grant_subscription (
  p_order           public.nemus_orders,
  p_subscription_id text,
  p_period_end      timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_sold constant boolean := private.nemus_is_sold(p_order);
  is_gone constant boolean := exists (select from private.nemus_deleted_accounts d where d.user_id = p_order.user_id);
begin
  perform private.nemus_lock_orders(p_order.user_id);
  if is_gone or not is_sold or (exists (select from public.nemus_subscriptions s
      where s.institution_id = p_order.user_id and s.status in ('active', 'trialing', 'past_due'))
    and not exists (select from private.nemus_provider_subscriptions s
      where s.subscription_id = p_subscription_id and s.institution_id = p_order.user_id)) then
    -- Kept but never shown, so that events of it find its order.
    insert into private.nemus_provider_subscriptions as s (subscription_id, order_id, status, tier, superseded_at)
    values (p_subscription_id, p_order.id, 'active', p_order.tier, now())
    on conflict (subscription_id) do update set order_id = excluded.order_id, superseded_at = excluded.superseded_at;
    return jsonb_build_object('reason', case when is_gone then 'account_gone'
      when is_sold then 'already_subscribed' else 'country_not_sold' end, 'places', 1);
  end if;
  update private.nemus_provider_subscriptions s set superseded_at = now()
  where s.institution_id = p_order.user_id and s.superseded_at is null and s.subscription_id <> p_subscription_id;
  insert into private.nemus_provider_subscriptions as s (subscription_id, institution_id, order_id, status, tier,
    current_period_end)
  values (p_subscription_id, p_order.user_id, p_order.id, 'active', p_order.tier, p_period_end)
  -- An event that came in between is newer than the checkout.
  on conflict (subscription_id) do update set institution_id = excluded.institution_id, order_id = excluded.order_id,
    status = coalesce(s.status, excluded.status), tier = coalesce(s.tier, excluded.tier),
    current_period_end = coalesce(s.current_period_end, excluded.current_period_end);
  perform private.nemus_show_subscription(p_subscription_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_has_left_own (
  p_account uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_profiles p where p.user_id = p_account and p.user_type = 'institution')
    and not exists (select from public.nemus_members m where m.institution_id = p_account and m.user_id = p_account)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_has_paper (
  p_appointment uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_certificates c where c.user_id = auth.uid()
    and c.appointment_id = p_appointment and private.nemus_revoked_at(c.id) is null);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_insert_order (
  p_order public.nemus_orders
)
  RETURNS public.nemus_orders
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (id, payment_method, user_id, kind, course_id, trainee_ids, credits, tier, title,
    amount_cents, starts_on, date_id, terms_version)
  select coalesce(p_order.id, gen_random_uuid()), p_order.payment_method, p_order.user_id, p_order.kind, p_order.course_id,
    coalesce(p_order.trainee_ids, '{}'), p_order.credits, p_order.tier, p_order.title, p_order.amount_cents,
    p_order.starts_on, p_order.date_id, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning *
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_course_unfinished (
  p_course uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_course_enrollments e where e.course_id = p_course and e.status <> 'completed')
    or exists (select from public.nemus_booking_participants p
      join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled'
      where p.course_id = p_course and p.enrollment_id is null and p.used_at is null)
    or exists (select from public.nemus_course_bookings b
      where b.course_id = p_course and b.status <> 'cancelled' and b.free_places > 0)
    or exists (select from private.nemus_taken_back t join public.nemus_orders o on o.id = t.order_id
      where o.course_id = p_course and o.status = 'disputed' and t.status is distinct from 'completed')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_date_letter_true (
  p_letter private.nemus_date_letters
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_letter.kind not in ('place_confirmed', 'waitlisted', 'promoted')
    or exists (select from public.nemus_appointment_participations p where p.appointment_id = p_letter.appointment_id
      and p.user_id = p_letter.user_id and p.status <> 'cancelled')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_kept (
  p_table regclass
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_table::text in ('nemus_orders', 'nemus_transactions', 'nemus_invoices', 'nemus_credit_balances',
    'nemus_credit_entries', 'nemus_subscriptions', 'public.nemus_orders', 'public.nemus_transactions',
    'public.nemus_invoices', 'public.nemus_credit_balances', 'public.nemus_credit_entries', 'public.nemus_subscriptions',
    'private.nemus_provider_customers', 'private.nemus_provider_subscriptions', 'private.nemus_withdrawals',
    'private.nemus_deleted_accounts', 'private.nemus_order_entries')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_letter_true (
  p_letter private.nemus_trainee_letters
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_letter.kind = 'cancelled' then not exists (select from public.nemus_course_enrollments e
    where e.user_id = p_letter.user_id and e.course_id = p_letter.course_id)
  else exists (select from public.nemus_course_bookings b
    join public.nemus_booking_participants p on p.booking_id = b.id
    join public.nemus_trainees t on t.id = p.trainee_id
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id
    where b.id = p_letter.booking_id and b.status <> 'cancelled'
      and (p_letter.user_id = e.user_id or (p_letter.user_id = t.user_id and private.nemus_is_place_of(p, t.user_id)))) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_news_open (
  p_news public.nemus_notifications
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_news.institution_id is null or p_news.kind = 'factor_rule'
    or private.nemus_meets_factor_rule(p_news.institution_id, p_news.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_own_mailbox (
  p_user  uuid,
  p_email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from auth.users u where u.id = p_user
      and private.nemus_mailbox(u.email) = private.nemus_mailbox(p_email))
    or exists (select from public.nemus_trainees t where t.user_id = p_user
      and private.nemus_mailbox(t.email) = private.nemus_mailbox(p_email))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_place_of (
  p_place public.nemus_booking_participants,
  p_user  uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_user is not null and case when p_place.enrollment_id is null then p_place.used_at is null
    else exists (select from public.nemus_course_enrollments e where e.id = p_place.enrollment_id and e.user_id = p_user) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_is_reachable (
  p_user        uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_kind        text DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not private.nemus_is_blocked(p_user) and (p_institution is null
    or (exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = p_user)
      and (p_kind is not distinct from 'factor_rule' or private.nemus_meets_factor_rule(p_institution, p_user)))
    or exists (select from public.nemus_trainees t where t.institution_id = p_institution and t.user_id = p_user))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_issue_invoice (
  p_transaction public.nemus_transactions,
  p_quantity    integer,
  p_unit        text,
  p_cancels     uuid,
  p_number      text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (p_transaction.occurred_at at time zone 'Europe/Berlin')::date;
  earlier public.nemus_invoices;
  gathered private.nemus_collected_payments;
  tax jsonb;
begin
  select * into earlier from public.nemus_invoices i where i.id = p_cancels;
  if p_number is null and p_transaction.amount_cents < 0 then
    -- A change of plan with more credit than charge, after gathered payments: gathered with them.
    select c.* into gathered from private.nemus_collected_payments c
    join public.nemus_transactions t on t.id = c.transaction_id
    where c.institution_id = p_transaction.user_id and t.type = p_transaction.type and c.returns_id is null
      and t.occurred_at <= p_transaction.occurred_at order by t.occurred_at desc, c.created_at desc limit 1;
    if gathered.transaction_id is not null and (earlier.id is null or gathered.created_at > earlier.created_at) then
      if gathered.invoice_id is null then
        perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null),
          gathered.transaction_id);
        return null;
      end if;
      select * into earlier from public.nemus_invoices i where i.id = gathered.invoice_id;
    end if;
  end if;
  if earlier.id is not null then
    tax := private.nemus_tax_in(earlier, null, p_transaction.type);
  -- What is still to be paid gets its invoice at once.
  elsif p_number is null and p_transaction.payment_method <> 'invoice' and exists (select from public.nemus_invoice_choices c
      where c.institution_id = p_transaction.user_id and c.is_collected) then
    perform private.nemus_gather_payment(p_transaction, private.nemus_lines_of(p_transaction, p_quantity, p_unit, null), null);
    return null;
  end if;
  return private.nemus_write_invoice(jsonb_build_object('user_id', p_transaction.user_id,
    'transaction_id', p_transaction.id, 'number', p_number, 'cancels_id', earlier.id,
    -- Later than the payment, if its address was missing.
    'issued_on', case when p_number is null then greatest(today, (now() at time zone 'Europe/Berlin')::date) else today end,
    'service_on', coalesce(p_transaction.service_from, earlier.service_on, today),
    'service_until', coalesce(p_transaction.service_until, earlier.service_until),
    'lines', private.nemus_lines_of(p_transaction, p_quantity, p_unit, tax), 'balance_cents', p_transaction.balance_cents,
    'payment', case when p_number is null and p_transaction.payment_method = 'invoice'
      then private.nemus_transfer_payment(p_transaction.user_id) end));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_keeps_place (
  p_appointment uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_appointment_participations p
    join public.nemus_appointments a on a.id = p.appointment_id
    where p.appointment_id = p_appointment and p.user_id = auth.uid() and p.status = 'confirmed'
      and (a.course_id is null or exists (select from public.nemus_course_enrollments e
        where e.user_id = p.user_id and e.course_id = a.course_id)))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_leave_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_left_places (enrollment_id, order_id, start_date)
  select p.enrollment_id, old.order_id, old.start_date from public.nemus_booking_participants p
  where p.booking_id = old.id and p.enrollment_id is not null;
  -- Places without an account had no one yet.
  delete from private.nemus_taken_back t where t.order_id = old.order_id and t.user_id is null;
  update private.nemus_taken_back t set trainee_id = null, start_date = old.start_date where t.order_id = old.order_id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_leave_until (
  p_date public.nemus_appointments,
  p_own  public.nemus_appointment_participations
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_own.status = 'confirmed' and p_own.set_by_staff in ('date', 'time') then p_date.starts_at
    else private.nemus_change_deadline(p_date) end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_letter_address (
  p_account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select p.email from public.nemus_members m join public.nemus_profiles p on p.user_id = m.user_id
      where m.institution_id = p_account and 'administration' = any (m.roles)
      order by private.nemus_is_blocked(m.user_id), m.user_id <> p_account, m.created_at, m.user_id limit 1),
    (select p.email from public.nemus_profiles p where p.user_id = p_account))
$function$;

CREATE OR REPLACE FUNCTION private.nemus_lines_of (
  p_transaction public.nemus_transactions,
  p_quantity    integer,
  p_unit        text,
  p_tax         jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_agg(l.line || jsonb_build_object('tax', coalesce(p_tax, product.tax), 'kind', p_transaction.type,
    'transaction_id', p_transaction.id) || service.days || case when p_transaction.amount_cents > 0
      and p_transaction.payment_method <> 'invoice' then jsonb_build_object(
    'paid_on', (p_transaction.occurred_at at time zone 'Europe/Berlin')::date, 'paid_by', p_transaction.payment_method)
    else '{}' end order by l.place)
  from jsonb_array_elements(coalesce(p_transaction.parts, jsonb_build_array(jsonb_build_object(
      'description', p_transaction.item_name, 'quantity', p_quantity, 'unit', p_unit,
      'gross_cents', p_transaction.amount_cents)))) with ordinality as l (line, place)
  left join public.nemus_orders o on o.id = private.nemus_order_of(p_transaction.id)
  cross join lateral (select coalesce(private.nemus_tax_of(p_transaction.type, o.course_id,
      private.nemus_buyer(p_transaction.user_id, false, o.id)), private.nemus_tax_of(p_transaction.type, o.course_id)) as tax) as product
  left join public.nemus_course_bookings b on b.order_id = o.id
  cross join lateral (select case
      -- Each person chooses a date later.
      when (o.terms ->> 'has_dates')::boolean then '{"is_advance": true}'
      when b.id is not null then jsonb_build_object('service_from', b.start_date, 'service_until', b.end_date)
        || case when b.start_date > (p_transaction.occurred_at at time zone 'Europe/Berlin')::date
          then '{"is_advance": true}' else '{}'::jsonb end
      else '{}' end as days) as service
$function$;

CREATE OR REPLACE FUNCTION private.nemus_log_about (
  p_subject     text,
  p_id          text,
  p_before      jsonb,
  p_after       jsonb,
  p_institution uuid  DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  keys constant text[] := string_to_array(p_id, ':');
  r constant jsonb := coalesce(p_before, '{}') || coalesce(p_after, '{}') || case
    when p_subject in ('trainees', 'trainee_budgets') then jsonb_build_object('trainee_id', p_id)
    when p_subject = 'booking_participants' then jsonb_build_object('booking_id', keys[1], 'trainee_id', keys[2])
    when p_subject in ('members', 'staff', 'profiles', 'blocked_accounts', 'institution_approvals',
        'transfer_terms')
      then jsonb_build_object('user_id', keys[1])
    when p_subject in ('appointments', 'appointment_links') then jsonb_build_object('appointment_id', p_id)
    when p_subject = 'appointment_participations' then jsonb_build_object('appointment_id', keys[1], 'user_id', keys[2])
    when p_subject = 'appointment_teachers' then jsonb_build_object('appointment_id', keys[1], 'teacher_id', keys[2])
    when p_subject = 'courses' then jsonb_build_object('course_id', p_id)
    when p_subject = 'confirmers' then jsonb_build_object('confirmer_id', p_id)
    when p_subject = 'confirmer_roles' then coalesce((select jsonb_build_object('confirmer_id', c.confirmer_id)
      from public.nemus_confirmer_roles c where c.id = p_id::uuid), '{}')
    when p_subject in ('requirement_sets', 'requirement_categories', 'requirement_competencies', 'requirement_credits',
      'requirement_figures') then jsonb_build_object('set_id', keys[1])
    when p_subject in ('orders', 'refunds') then coalesce((select jsonb_build_object('user_id', o.user_id, 'title', o.title)
      from public.nemus_orders o where o.id = coalesce(p_after ->> 'order_id', p_before ->> 'order_id', p_id)::uuid), '{}')
    when p_subject = 'bank_receipts' then coalesce((select jsonb_build_object('user_id', i.user_id, 'title', i.number)
      from public.nemus_invoices i where i.id = (p_after ->> 'invoice_id')::uuid), '{}')
    when p_subject = 'course_bookings' then coalesce((select jsonb_build_object('course_name', b.course_name)
      from public.nemus_course_bookings b where b.id = p_id::uuid), '{}')
    else '{}' end;
begin
  return concat_ws(', ',
    nullif(coalesce(
      (select btrim(t.first_name || ' ' || t.last_name) from public.nemus_trainees t where t.id = (r ->> 'trainee_id')::uuid),
      (select n.name from public.nemus_confirmers n where n.id = (r ->> 'confirmer_id')::uuid),
      (select n.name from public.nemus_teachers n where n.id = (r ->> 'teacher_id')::uuid),
      (select n.name from public.nemus_rooms n where p_subject = 'rooms' and n.id::text = p_id),
      (select case when p_institution is null then coalesce(nullif(private.nemus_account_name(p), ''), p.email)
          when p_subject <> 'members' then p.institution_name
          else private.nemus_name_within(p_institution, p.user_id) end
        from public.nemus_profiles p where p.user_id = (r ->> 'user_id')::uuid),
      nullif(btrim(concat_ws(' ', r ->> 'first_name', r ->> 'last_name')), ''), r ->> 'name', r ->> 'holder',
      nullif(r ->> 'email', '•••')), ''),
    nullif(coalesce(
      (select a.title from public.nemus_appointments a where a.id = (r ->> 'appointment_id')::uuid),
      (select b.course_name from public.nemus_course_bookings b where b.id = (r ->> 'booking_id')::uuid),
      (select c.title from public.nemus_courses c where c.id = case when r ->> 'course_id' ~ '^[0-9a-f-]{36}$'
        then (r ->> 'course_id')::uuid end),
      (select c.title from public.nemus_learning_courses c where c.id = coalesce(r ->> 'course_id', p_id)),
      (select s.name from public.nemus_requirement_sets s where s.id = (r ->> 'set_id')::uuid),
      r ->> 'title', r ->> 'course_name', r ->> 'file_name'), ''));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_logbook_roles (
  p_entry public.nemus_logbook_entries
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    case when p_entry.user_id = auth.uid() then 'owner' end,
    case when (p_entry.confirmer_id in (select private.nemus_my_confirmers()) and (p_entry.state = 'submitted'
        or private.nemus_decided_here(p_entry.confirmer_id, p_entry.decided_by, coalesce(p_entry.confirmed_at, p_entry.returned_at),
          p_entry.is_sample))) or (p_entry.decided_by = auth.uid()
      and p_entry.confirmer_id in (select private.nemus_my_deputised())) then 'confirmer' end,
    case when p_entry.confirmer_id in (select private.nemus_my_deputised()) then 'deputy' end,
    case when p_entry.institution_id = private.nemus_acts_for('confirming', 'reading') and exists (select from public.nemus_trainees t
      where t.institution_id = p_entry.institution_id and t.user_id = p_entry.user_id) then 'institution' end], null)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_news_of_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    perform private.nemus_tell_payer(new.user_id, 'payment_failed', 'payment_failed:' || new.id,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.amount_cents),
      case new.kind when 'course' then '/seminar-catalog' else '/subscription' end,
      case new.kind when 'course' then '/course-bookings' else '/subscription' end);
  end if;
  -- A cancelled invoice is news of its own.
  if new.refunded_cents > old.refunded_cents and new.payment_method is distinct from 'invoice' then
    perform private.nemus_tell_payer(new.user_id, 'refund_made', 'refund_made:' || new.id || ':' || new.refunded_cents,
      jsonb_build_object('item', private.nemus_fact(new.title, '–'), 'cents', new.refunded_cents - old.refunded_cents),
      '/profile/kaeufe', '/purchases');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_note_calendar (
  p_action  text,
  p_teacher uuid,
  p_room    uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_note_act(p_action, case when p_teacher is null then 'rooms' else 'teachers' end,
    coalesce(p_teacher, p_room)::text, null, null) where num_nonnulls(p_teacher, p_room) > 0
$function$;

CREATE OR REPLACE FUNCTION private.nemus_note_spare_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from private.nemus_spare_places(old.user_id, old.course_id)) then
    perform set_config('nemus.passed_on', concat_ws(' ', current_setting('nemus.passed_on', true), old.id), true);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_notify_members (
  p_institution uuid,
  p_roles       text[],
  p_kind        text,
  p_key         text,
  p_facts       jsonb  DEFAULT '{}'::jsonb,
  p_path        text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_tell(m.user_id, p_institution, p_kind, p_key, p_facts, p_path, p_roles || array['administration'])
  from public.nemus_members m
  where m.institution_id = p_institution and m.roles && (p_roles || array['administration'])
$function$;

CREATE OR REPLACE FUNCTION private.nemus_number_pattern (
  p_search text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when s.part ~ '^NE-?([0-9]{0,4}|[0-9]{4}-?[0-9]{0,6})$' and s.part <> 'NE'
      then 'NE-' || left(s.digits, 4) || case when length(s.digits) > 4 then '-' || substr(s.digits, 5) else '' end || '%'
    when s.part ~ '^([0-9]{3,6}|[0-9]{4}-[0-9]{1,6})$' then '%' || s.part || '%' end
  from (select p.part, regexp_replace(p.part, '[^0-9]', '', 'g') as digits
    from (select upper(replace(private.nemus_plain_code(p_search), ' ', '')) as part) p) s
$function$;

CREATE OR REPLACE FUNCTION private.nemus_open_settings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.user_type = 'institution' then
    -- Fires institutions/members, notifications/weekly_reports.
    insert into public.nemus_institution_settings (institution_id, institution_name)
    values (new.user_id, coalesce(new.institution_name, ''));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_person_who_calls (
  p_email    text,
  p_is_money boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person uuid;
begin
  select p.user_id into person from public.nemus_profiles p join auth.users u on u.id = p.user_id
  where lower(p.email) = lower(private.nemus_mail_address(p_email)) and p.user_type = 'piw' and u.email_confirmed_at is not null
    and not private.nemus_is_blocked(p.user_id);
  perform private.nemus_refuse(404, 'account_not_found', '{"field": "email"}') where person is null;
  perform private.nemus_refuse(409, 'own_request') where p_is_money and person = auth.uid();
  perform private.nemus_refuse(403, 'second_person') where p_is_money and exists (
    select from public.nemus_trainees t where private.nemus_is_institution_of_caller(t.institution_id)
      and (t.user_id = person or lower(t.email) = lower(private.nemus_mail_address(p_email))));
  return person;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_place_until (
  p_enrollment uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p.set_by_staff in ('date', 'time') then first.day else private.nemus_change_until(first.day) end
  from public.nemus_course_enrollments e
  cross join lateral (select private.nemus_place_date(e.id) as date) held
  cross join lateral (select ((held.date ->> 'starts_at')::timestamptz at time zone 'Europe/Berlin')::date as day) first
  join public.nemus_appointment_participations p
    on p.appointment_id = (held.date ->> 'appointment_id')::uuid and p.user_id = e.user_id
  where e.id = p_enrollment and p.status = 'confirmed' and held.date ->> 'attendance' is distinct from 'absent'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_date (
  p_course public.nemus_courses,
  p_plan   jsonb,
  p_kept   uuid[]
)
  RETURNS public.nemus_appointments
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  planned public.nemus_appointments;
  room constant public.nemus_rooms := private.nemus_planned_room(p_plan, p_kept);
  link constant text := nullif(btrim(coalesce(p_plan ->> 'meeting_url', '')), '');
  field text;
begin
  planned.course_id := p_course.id;
  planned.competency := p_course.competency;
  planned.title := coalesce(nullif(btrim(p_plan ->> 'title'), ''), p_course.title);
  planned.description := btrim(coalesce(p_plan ->> 'description', ''));
  planned.type := p_plan ->> 'type';
  planned.format := p_plan ->> 'format';
  planned.room_id := room.id;
  planned.location := case when planned.format = 'Online' then '' when room.id is not null then room.place
    else regexp_replace(btrim(coalesce(p_plan ->> 'location', '')), '\s+', ' ', 'g') end;
  begin
    field := 'capacity';
    planned.capacity := (p_plan ->> 'capacity')::int;
    field := 'units';
    planned.units := coalesce((p_plan ->> 'units')::int, p_course.theory_units + p_course.practical_units);
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  end;
  field := case when char_length(planned.title) > 200 or planned.title ~ '[[:cntrl:]]' then 'title'
    when char_length(planned.description) > 4000 then 'description'
    when planned.type is null or planned.type not in ('Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar')
      then 'type'
    when planned.format is null or planned.format not in ('Präsenz', 'Online', 'Blended') then 'format'
    when char_length(planned.location) > 300 or planned.location ~ '[[:cntrl:]]' then 'location'
    when planned.units not between 0 and 200 then 'units' end;
  if field is not null then
    perform private.nemus_refuse(400, 'date_invalid', jsonb_build_object('field', field));
  elsif planned.format <> 'Online' and planned.location = '' then
    perform private.nemus_refuse(400, 'location_missing', '{"field": "location"}');
  elsif planned.format <> 'Präsenz' and (link is null or link !~ '^https://[^[:space:]]+$' or char_length(link) > 500) then
    perform private.nemus_refuse(400, 'meeting_link_invalid', '{"field": "meeting_url"}');
  elsif planned.capacity is null or planned.capacity not between 1 and 1000 then
    perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}');
  end if;
  return planned;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_entries (
  p_user    uuid,
  p_teacher uuid,
  p_room    uuid
)
  RETURNS SETOF jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', a.id, 'title', a.title, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'type', a.type,
    'format', a.format, 'location', a.location, 'instructor', a.instructor, 'is_sample', a.is_sample,
    'is_own', false, 'status', case when a.cancelled_at is not null then 'cancelled' when not c.is_active and c.published_at is null
      then 'waitlist' else 'confirmed' end, 'sequence', 40000000 + a.sequence, 'changed_at', a.updated_at,
    'parts', a.parts)
  from public.nemus_appointments a join public.nemus_courses c on c.id = a.course_id
  where a.ends_at > now() - interval '1 year' and a.id in (select d.appointment_id from public.nemus_teachers t
    join public.nemus_appointment_teachers d on d.teacher_id = t.id
    left join auth.users u on u.id = p_user and u.email_confirmed_at is not null
    where t.id = p_teacher or t.user_id = p_user or lower(t.email) = lower(u.email)
    union all select r.id from public.nemus_appointments r where r.room_id = p_room)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_planned_room (
  p_plan jsonb,
  p_kept uuid[]
)
  RETURNS public.nemus_rooms
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  room public.nemus_rooms;
  chosen constant text := nullif(p_plan ->> 'room_id', '');
begin
  if p_plan ->> 'format' is distinct from 'Online' then
    select * into room from public.nemus_rooms r where case when chosen is not null then r.id::text = chosen
      else private.nemus_room('', r.place) = private.nemus_room('', p_plan ->> 'location') end;
    perform private.nemus_refuse(404, 'room_not_found', '{"field": "room_id"}') where not found and chosen is not null;
    perform private.nemus_refuse(409, 'room_closed', jsonb_build_object('name', room.name, 'field',
        case when chosen is not null then 'room_id' else 'location' end))
      -- The rooms of dates without one are null.
      where not room.is_active and (room.id = any (p_kept)) is not true;
  end if;
  return room;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_purchase_letter (
  p_transaction uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('transaction_id', t.id, 'email', own.mailbox,
    'copy_to', nullif(nullif(s.billing_email, ''), own.mailbox), 'user_type', p.user_type,
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'type', t.type,
    'item_name', t.item_name, 'occurred_at', t.occurred_at, 'amount_cents', t.amount_cents,
    'payment_method', t.payment_method, 'participants', t.participants, 'credits_amount', t.credits_amount,
    'service_from', t.service_from, 'service_until', t.service_until, 'parts', coalesce(t.parts, '[]'),
    'invoice_number', i.number, 'payment', i.payment,
    'taxes', coalesce(i.taxes, (select jsonb_agg(distinct l.line -> 'tax') from private.nemus_collected_payments c
      cross join lateral jsonb_array_elements(c.lines) as l (line) where c.transaction_id = t.id), '[]'),
    'booking', case when b.id is not null then jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date,
      'has_dates', b.has_dates,
      'participants', (select coalesce(jsonb_agg(jsonb_build_array(x.first_name, x.last_name)
          order by x.sort_name), '[]')
        from public.nemus_booking_participants places join public.nemus_trainees x on x.id = places.trainee_id
        where places.booking_id = b.id)) end)
  from public.nemus_transactions t
  join public.nemus_profiles p on p.user_id = t.user_id
  cross join lateral (select private.nemus_letter_address(t.user_id) as mailbox) own
  left join public.nemus_institution_settings s on s.institution_id = t.user_id
  left join public.nemus_invoices i on i.transaction_id = t.id
  left join public.nemus_course_bookings b on t.reference in ('booking:' || b.id, 'order:' || b.order_id)
    and b.institution_id = t.user_id
  where t.id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION private.nemus_read_course (
  p_id     uuid,
  p_fields jsonb
)
  RETURNS public.nemus_courses
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  price constant text := p_fields ->> 'price_euros';
begin
  perform private.nemus_refuse(400, 'invalid_request')
    where p_id is null or jsonb_typeof(p_fields) is distinct from 'object';
  course.id := p_id;
  course.title := private.nemus_text_field(p_fields, 'title', 200, true);
  perform private.nemus_refuse_field('title', 'characters') where course.title ~ E'[\\n\\t]';
  course.description := coalesce(private.nemus_text_field(p_fields, 'description', 4000, false), '');
  course.agenda := coalesce(private.nemus_text_field(p_fields, 'agenda', 4000, false), '');
  course.competency := private.nemus_choice_field(p_fields, 'competency', array['fachliche_kompetenz',
    'diagnostische_kompetenz', 'methoden_kompetenz', 'beziehungsgestaltung', 'personale_kompetenz',
    'professionelle_haltung'], true);
  course.difficulty := private.nemus_choice_field(p_fields, 'difficulty',
    array['Anfänger', 'Fortgeschritten', 'Experte'], true);
  course.theory_units := private.nemus_count_field(p_fields, 'theory_units', 0, 1000);
  course.practical_units := private.nemus_count_field(p_fields, 'practical_units', 0, 1000);
  course.elearning_units := private.nemus_count_field(p_fields, 'elearning_units', 0, 1000);
  course.has_dates := private.nemus_flag_field(p_fields, 'has_dates');
  course.duration_hours := course.theory_units + course.practical_units + course.elearning_units;
  perform private.nemus_refuse_field('theory_units', 'no_units') where course.duration_hours = 0;
  perform private.nemus_refuse_field('theory_units', 'no_units_at_dates')
    where course.has_dates and course.theory_units + course.practical_units = 0;
  perform private.nemus_refuse_field('duration_hours', 'sum', jsonb_build_object('sum', course.duration_hours::int))
    where p_fields ? 'duration_hours' and p_fields ->> 'duration_hours' is distinct from course.duration_hours::text
      and p_fields ->> 'duration_hours' is distinct from course.duration_hours::int::text;
  perform private.nemus_refuse_field('price_euros', 'missing') where price is null;
  perform private.nemus_refuse_field('price_euros', 'amount') where price !~ '^[0-9]{1,5}(\.[0-9]{1,2})?$';
  course.price_euros := price::numeric;
  course.credit_cost := private.nemus_count_field(p_fields, 'credit_cost', 1, 100000);
  course.is_premium := private.nemus_flag_field(p_fields, 'is_premium');
  course.zfu_status := private.nemus_choice_field(p_fields, 'zfu_status', array['approved', 'not_required'], false);
  if course.zfu_status = 'approved' then
    course.zfu_number := private.nemus_text_field(p_fields, 'zfu_number', 50, true);
    perform private.nemus_refuse_field('zfu_number', 'characters') where course.zfu_number ~ E'[\\n\\t]';
  elsif nullif(btrim(p_fields ->> 'zfu_number'), '') is not null then
    perform private.nemus_refuse_field('zfu_number', 'without_approval');
  end if;
  return course;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_refundable_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_order.status = 'paid' and p_order.payment_method is distinct from 'invoice' then greatest(p_order.amount_cents - p_order.refunded_cents
    - p_order.disputed_cents - private.nemus_owed_cents(p_order.id), 0) else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_refuse_small_room (
  p_planned public.nemus_appointments,
  p_old     public.nemus_appointments
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_refuse(409, 'room_too_small',
    jsonb_build_object('field', 'capacity', 'name', r.name, 'most', r.capacity))
  from public.nemus_rooms r
  where r.id = p_planned.room_id and p_planned.format = 'Präsenz' and p_planned.capacity > r.capacity
    and ((p_old.room_id, p_old.format) is distinct from (r.id, p_planned.format) or p_planned.capacity > p_old.capacity)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_confirmers()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'Europe/Berlin')::date;
  reminded int := 0;
  pair record;
begin
  delete from private.nemus_sign_off_letters l where l.created_at < now() - interval '400 days';
  delete from private.nemus_sign_off_links l where l.expires_at < now() - interval '90 days';
  for pair in
    select distinct on (c.user_id, link.about) c.id as confirmer_id, c.user_id as account_id, e.user_id,
      coalesce(c.user_id, c.id)::text as item
    from public.nemus_confirmers c
    join public.nemus_logbook_entries e on e.confirmer_id = c.id and e.state = 'submitted'
      and e.submitted_at < now() - interval '7 days'
    cross join lateral (select case when c.user_id is null then array[c.id, e.user_id] end as about) as link
    where c.ended_at is null and not private.nemus_is_set_aside('remind-confirmers', coalesce(c.user_id, c.id)::text) and case
      when c.user_id is null then not exists (select from private.nemus_sign_off_letters l
        where l.confirmer_id = c.id and l.user_id = e.user_id
          and (l.sent_at is null and l.attempts < 5 or l.sent_at > now() - interval '6 days 12 hours'))
      else not exists (select from public.nemus_institution_settings s
        where s.institution_id = c.user_id and not s.email_notifications
          and exists (select from public.nemus_members m where m.institution_id = s.institution_id and m.user_id = c.user_id)) end
    order by c.user_id, link.about, c.id
  loop
    begin
      if pair.account_id is null then
        perform private.nemus_write_link(pair.confirmer_id, pair.user_id, false);
      else
        -- Fires notifications/events.
        insert into private.nemus_sign_off_letters (kind, confirmer_id, account_id, week)
        values ('reminder', pair.confirmer_id, pair.account_id, this_week)
        on conflict (account_id, week) where kind = 'reminder' and asked_as is null do nothing;
        continue when not found;
      end if;
      reminded := reminded + 1;
      perform public.nemus_note_outcome('remind-confirmers', pair.item, null);
    exception when others then
      perform public.nemus_note_outcome('remind-confirmers', pair.item, sqlerrm);
    end;
  end loop;
  return reminded;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_remind_payments()
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when exists (select from private.nemus_due_reminders()) then private.nemus_ask_function('send-letters')
    else false end
$function$;

CREATE OR REPLACE FUNCTION private.nemus_rename_place (
  p_room public.nemus_rooms
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course uuid;
  old public.nemus_appointments;
  is_elsewhere boolean;
  told uuid[] := '{}'::uuid[];
begin
  for course in select distinct a.course_id from private.nemus_dates_in_room(p_room.id) a
    where a.location <> p_room.place order by 1 loop
    perform private.nemus_lock_dates(course);
  end loop;
  for old in select * from public.nemus_appointments a
    where a.id in (select d.id from private.nemus_dates_in_room(p_room.id) d) and a.location <> p_room.place
    order by a.id for update loop
    is_elsewhere := private.nemus_room('', old.location) <> private.nemus_room('', p_room.place);
    -- As for any other place (dates/planning.sql): no one is bound by a deadline that has passed.
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a set location = p_room.place,
      change_until = case when a.change_until > now() or not is_elsewhere then a.change_until end
    where a.id = old.id;
    perform private.nemus_refuse_conflict(old.id);
    -- A date with one part that has begun is where its people are.
    if is_elsewhere and (old.parts is not null or old.starts_at > now()) then
      perform private.nemus_tell_date(old.id, 'moved', jsonb_build_object('earlier_location', old.location));
      told := told || old.id;
    end if;
  end loop;
  return told;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_revoke_certificate (
  p_certificate public.nemus_certificates,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_certificate_revocations (number, certificate_id, reason)
  values (p_certificate.number, p_certificate.id, p_reason) on conflict do nothing;
  perform private.nemus_notify(p_certificate.user_id, 'certificate_revoked', 'certificate_revoked:' || p_certificate.id,
    jsonb_build_object('title', private.nemus_fact(p_certificate.title, '–'), 'kind', p_certificate.kind, 'reason', p_reason),
    '/competencies')
  from public.nemus_profiles p where p.user_id = p_certificate.user_id;
  perform private.nemus_note_act('revoke_certificate', 'certificates', p_certificate.id::text,
    to_jsonb(p_certificate) - 'holder', jsonb_build_object('reason', p_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_room_line (
  p_field text,
  p_given text,
  p_least integer,
  p_most  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  line constant text := regexp_replace(btrim(coalesce(p_given, '')), '\s+', ' ', 'g');
begin
  perform private.nemus_refuse(400, 'room_invalid', jsonb_build_object('field', p_field))
    where char_length(line) not between p_least and p_most or line ~ '[[:cntrl:]]';
  return line;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_seats_of (
  p_institution uuid
)
  RETURNS TABLE (
    booking_id  uuid,
    trainee_id  uuid,
    number      integer,
    name        text,
    course_id   uuid,
    course_name text,
    has_dates   boolean,
    start_date  date,
    state       text,
    places      integer,
    own         boolean,
    bought_at   timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select b.id, t.id, 0, btrim(t.first_name || ' ' || t.last_name), b.course_id, b.course_name, b.has_dates, b.start_date,
    case when bar.code = 'trainee_left' then 'left' when e.status = 'completed' then 'completed'
      when bar.code = 'place_begun' then 'started' else 'unused' end, 1, false, b.created_at
  from public.nemus_course_bookings b
  join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_trainees t on t.id = p.trainee_id
  left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  cross join lateral (select private.nemus_place_bar(p) as code) bar
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, n, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'free', 1, false, b.created_at
  from public.nemus_course_bookings b, generate_series(1, b.free_places) n
  where b.institution_id = p_institution and b.status <> 'cancelled' and b.origin = 'portal'
  union all
  select b.id, null, 0, null, b.course_id, b.course_name, b.has_dates, b.start_date, 'cancelled', b.participants, false,
    b.created_at
  from public.nemus_course_bookings b
  where b.institution_id = p_institution and b.status = 'cancelled' and b.origin = 'portal'
  union all
  select null, null, 0, case when e.user_id <> p_institution then private.nemus_name_within(p_institution, e.user_id) end, e.course_id, c.title, c.has_dates, null,
    case when not exists (select from public.nemus_members m where m.institution_id = p_institution and m.user_id = e.user_id)
        then 'left'
      when e.status = 'completed' then 'completed' when private.nemus_is_begun(e) then 'started' else 'unused' end,
    1, true, e.enrolled_at
  from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
  -- The founder's account has the id of the institution, but books elsewhere with another one's credits. A direct purchase
  -- is paid by the account itself.
  where (e.user_id = p_institution and e.enrollment_type = 'direct_purchase')
    or e.id in (select k.source_id::uuid from public.nemus_credit_entries k where k.institution_id = p_institution
      and k.kind = 'spend' and k.source_id ~ '^[0-9a-f-]{36}$')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_send_letters()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_forget_gone_letters();
  if exists (select from private.nemus_date_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_trainee_letters l where l.sent_at is null and l.attempts < 5
      and l.created_at < now() - interval '5 minutes' and coalesce(l.tried_at < now() - interval '5 minutes', true))
    or exists (select from private.nemus_purchase_letters l join public.nemus_transactions t on t.id = l.transaction_id
      where l.sent_at is null and l.attempts < 5 and l.created_at < now() - interval '5 minutes'
        and coalesce(l.tried_at < now() - interval '5 minutes', true) and not private.nemus_went_back(t.reference))
    or exists (select from private.nemus_due_reminders() d join private.nemus_payment_reminders r using (invoice_id, step)) then
    return private.nemus_ask_function('send-letters');
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_settle_credits (
  p_order          public.nemus_orders,
  p_returned_cents integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  purchase public.nemus_credit_entries;
  available int;
  moved record;
  owed int;
begin
  select b.available_credits into available from public.nemus_credit_balances b
  where b.institution_id = p_order.user_id for update;
  select * into purchase from public.nemus_credit_entries e
  where e.kind = 'purchase' and e.source_id = p_order.id::text;
  -- Nothing was granted for the payment.
  if not found then
    return;
  end if;
  select coalesce(-sum(e.amount), 0)::int as taken, count(*) as times into moved
  from public.nemus_credit_entries e where e.reverses_id = purchase.id;
  owed := (p_order.credits::bigint * p_returned_cents / p_order.amount_cents)::int - moved.taken;
  if owed <> 0 and (owed < 0 or available > 0) then
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
    values (p_order.user_id, case when owed > 0 then 'purchase_reversal' else 'purchase_restored' end,
      -least(owed, available), p_order.id || ':' || moved.times, purchase.id);
  end if;
  update public.nemus_orders o set attention = case when owed > available then 'credits_spent' end
  where o.id = p_order.id and (owed > available) <> (o.attention is not distinct from 'credits_spent');
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_spare_places (
  p_user   uuid,
  p_course uuid
)
  RETURNS SETOF public.nemus_booking_participants
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.* from public.nemus_booking_participants p
  join public.nemus_trainees t on t.id = p.trainee_id and t.user_id = p_user
  join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
  where p.course_id = p_course and p.enrollment_id is null and p.used_at is null
  order by p.created_at, p.booking_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_take_back_course (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking uuid;
begin
  if cardinality(p_order.trainee_ids) = 0 then
    with taken as (
      -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
      delete from public.nemus_course_enrollments e
      where e.user_id = p_order.user_id and e.course_id = p_order.course_id and e.enrollment_type = 'direct_purchase'
        -- Bought again while the first payment was disputed: it belongs to that order.
        and not exists (select from public.nemus_orders o where o.user_id = p_order.user_id and o.course_id = p_order.course_id
          and cardinality(o.trainee_ids) = 0 and o.status = 'paid' and o.paid_at > p_order.paid_at)
      returning e.*)
    insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at)
    select p_order.id, t.user_id, t.status, t.progress_percentage, t.enrolled_at from taken t
    on conflict do nothing;
    return;
  end if;
  select b.id into booking from public.nemus_course_bookings b where b.order_id = p_order.id;
  if not found then
    perform private.nemus_take_back_left(p_order);
    return;
  end if;
  insert into private.nemus_taken_back (order_id, trainee_id, user_id, status, progress_percentage, enrolled_at, used_at)
  select p_order.id, p.trainee_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, p.used_at
  from public.nemus_booking_participants p left join public.nemus_course_enrollments e on e.id = p.enrollment_id
  where p.booking_id = booking
  on conflict do nothing;
  perform private.nemus_write_letters(booking, null, 'cancelled', null);
  perform private.nemus_tell_who_left(booking, 'booking_cancelled');
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking;
  update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_back_left (
  p_order public.nemus_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.nemus_taken_back (order_id, user_id, status, progress_percentage, enrolled_at, start_date)
  select l.order_id, e.user_id, e.status, e.progress_percentage, e.enrolled_at, l.start_date
  from private.nemus_left_places l join public.nemus_course_enrollments e on e.id = l.enrollment_id
  where l.order_id = p_order.id
  on conflict do nothing;
  perform private.nemus_tell_of_place(e.user_id, 'booking_cancelled', p_order.id, c.title, l.start_date, p_order.user_id)
  from private.nemus_left_places l join public.nemus_course_enrollments e on e.id = l.enrollment_id
  join public.nemus_courses c on c.id = e.course_id where l.order_id = p_order.id;
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using private.nemus_left_places l
  where l.order_id = p_order.id and e.id = l.enrollment_id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_take_calendar (
  p_teacher uuid,
  p_room    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_require_staff('teaching');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nemus_calendar:' || coalesce(p_teacher, p_room, auth.uid()), 0));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_takes_entry (
  p_entry     public.nemus_logbook_entries,
  p_confirmer uuid,
  p_anywhere  boolean                      DEFAULT false
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = p_entry.user_id
      where c.id = p_confirmer and private.nemus_is_confirming(c) and c.user_id is distinct from p_entry.user_id
        and not private.nemus_is_own_mailbox(p_entry.user_id, c.email)
        and (p_entry.file_id is null or c.user_id is not null) and private.nemus_may_have_confirmed(c.institution_id))
    and private.nemus_role_for(p_entry, p_confirmer, p_anywhere) is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_teaching_rows (
  p_dates uuid[]
)
  RETURNS TABLE (
    id    uuid,
    shown jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query
  with listed as materialized (
    select a.id, row_number() over () as place, a.course_id, c.title as course_title, a.series_id, a.title, a.type,
      a.format, a.location, a.room_id, a.starts_at, a.ends_at, a.capacity, a.participants_taken, a.cancelled_at, a.change_until, a.parts,
      not c.is_active and c.published_at is null as is_draft, private.nemus_unticked(a.*::public.nemus_appointments) as unticked,
      array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = a.id) as teachers
    from (select distinct given.id from unnest(p_dates) as given (id)) wanted
    cross join lateral (select * from public.nemus_appointments x where x.id = wanted.id limit 1) a
    cross join lateral (select * from public.nemus_courses s where s.id = a.course_id limit 1) c
  ), collides as materialized (
    select k.place, k.conflicts from private.nemus_conflicts_at((
      select jsonb_agg(jsonb_build_object('place', l.place, 'date_id', l.id, 'starts_at', t.starts_at,
        'ends_at', t.ends_at, 'room', private.nemus_room(l.format, l.location), 'teachers', l.teachers))
      from listed l cross join lateral jsonb_to_recordset(coalesce(l.parts, jsonb_build_array(jsonb_build_object(
        'starts_at', l.starts_at, 'ends_at', l.ends_at)))) as t (starts_at timestamptz, ends_at timestamptz)
      where l.cancelled_at is null)) k
  )
  select l.id, jsonb_build_object('id', l.id, 'course_id', l.course_id, 'course_title', l.course_title,
    'series_id', l.series_id, 'title', l.title, 'type', l.type, 'format', l.format, 'location', l.location, 'room_id', l.room_id,
    'starts_at', l.starts_at, 'ends_at', l.ends_at, 'capacity', l.capacity, 'taken', l.participants_taken,
    'waiting', (select count(*) from public.nemus_appointment_participations w
      where w.appointment_id = l.id and w.status = 'waitlist'),
    'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by private.nemus_sort_key(t.name), t.id), '[]')
      from public.nemus_teachers t where t.id = any (l.teachers)),
    'cancelled_at', l.cancelled_at, 'change_until', l.change_until, 'is_draft', l.is_draft, 'unticked', l.unticked, 'parts', l.parts, 'conflicts', coalesce(k.conflicts, '[]'))
  from listed l left join collides k on k.place = l.place;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell (
  p_user        uuid,
  p_institution uuid,
  p_kind        text,
  p_key         text,
  p_facts       jsonb,
  p_path        text,
  p_roles       text[] DEFAULT NULL::text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  told uuid;
begin
  -- An account that is being deleted is told nothing.
  if not exists (select from public.nemus_profiles p where p.user_id = p_user) then
    return false;
  end if;
  insert into public.nemus_notifications (user_id, kind, key, facts, path, in_portal, institution_id, roles)
  values (p_user, p_kind, p_key, coalesce(p_facts, '{}'), p_path,
    coalesce(private.nemus_wants(p_user, p_kind, 'portal'), true), case when p_roles is not null then p_institution end,
    p_roles)
  on conflict (user_id, key) do nothing returning id into told;
  if told is null then
    return false;
  end if;
  -- Fires notifications/sms.
  insert into private.nemus_notification_sendings (notification_id, user_id, institution_id, channel)
  select told, p_user, p_institution, way.channel
  from (values ('mail', 20), ('sms', 10)) as way (channel, most), private.nemus_notification_kinds k
  where k.kind = p_kind and not (way.channel = 'mail' and k.has_letter)
    and private.nemus_wants(p_user, p_kind, way.channel, p_institution)
    and ((way.channel = 'mail' and k.mail = 'always') or way.most > (select count(*)
      from private.nemus_notification_sendings s
      where s.user_id = p_user and s.channel = way.channel and s.created_at > now() - interval '1 day'));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_date (
  p_date   uuid,
  p_kind   text,
  p_values jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_write_date_letter(p.user_id, p_date, p_kind, p_values)
  from public.nemus_appointment_participations p
  where p.appointment_id = p_date and p.status in ('confirmed', 'waitlist');
  perform private.nemus_write_institution_letters(p_date, p_kind, p_values);
  update public.nemus_appointment_participations p set set_by_staff = case
    when private.nemus_is_changeable((a.starts_at at time zone 'Europe/Berlin')::date) then nullif(p.set_by_staff, 'time')
    when p.set_by_staff = 'date' then 'date' else 'time' end
  from public.nemus_appointments a
  where p_kind = 'moved' and p_values ?| array['earlier_start', 'earlier_location'] and a.id = p_date
    and p.appointment_id = p_date and p.waitlist_position is null and p.cancelled_at is null;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_of_place (
  p_user        uuid,
  p_kind        text,
  p_source      uuid,
  p_course      text,
  p_start       date,
  p_institution uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_notify(p_user, p_kind, p_kind || ':' || p_source || ':' || extract(epoch from now()),
    jsonb_build_object('course', private.nemus_fact(p_course, '–'), 'start', p_start,
      'institution', private.nemus_fact(private.nemus_inviting_name(p_institution), '–')), '/appointments')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_tell_who_left (
  p_booking uuid,
  p_kind    text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_tell_of_place(e.user_id, p_kind, b.id, b.course_name, b.start_date, b.institution_id)
  from public.nemus_course_bookings b join public.nemus_booking_participants p on p.booking_id = b.id
  join public.nemus_course_enrollments e on e.id = p.enrollment_id join public.nemus_trainees t on t.id = p.trainee_id
  where b.id = p_booking and t.user_id is distinct from e.user_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_transfer_offer (
  p_institution uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('days', t.days, 'limit_cents', t.limit_cents, 'left_cents', greatest(0, t.limit_cents - x.cents),
    'is_overdue', x.is_overdue, 'has_address', private.nemus_buyer(p_institution, false, null) ->> 'address' <> '')
  from private.nemus_transfer_terms t
  cross join lateral (select coalesce(sum(greatest(o.open_cents, 0)), 0)::int as cents,
      coalesce(bool_or(o.state in ('due', 'reminded')), false) as is_overdue
    from private.nemus_transfers(p_institution) o) x
  where t.institution_id = p_institution and t.withdrawn_at is null and private.nemus_bank_account() is not null
    and private.nemus_is_approved(p_institution) and not private.nemus_is_blocked(p_institution)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_transfer_payment (
  p_buyer uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_bank_account() || jsonb_build_object('due_on', (now() at time zone 'Europe/Berlin')::date
    + coalesce((select t.days from private.nemus_transfer_terms t where t.institution_id = p_buyer), (s.value #>> '{}')::int))
  from private.nemus_settings s where s.key = 'payment_days'
$function$;

CREATE OR REPLACE FUNCTION private.nemus_transfers (
  p_user    uuid DEFAULT NULL::uuid,
  p_invoice uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    invoice_id      uuid,
    user_id         uuid,
    order_id        uuid,
    number          text,
    issued_on       date,
    due_on          date,
    gross_cents     integer,
    cancelled_cents integer,
    received_cents  integer,
    open_cents      integer,
    reminded_at     timestamp with time zone,
    state           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select i.id, i.user_id, private.nemus_order_of(i.transaction_id), i.number, i.issued_on, p.due_on, i.gross_cents,
    p.cancelled, p.received, p.open, p.reminded_at,
    case when p.cancelled = i.gross_cents then 'cancelled' when p.open <= 0 then 'paid'
      when p.reminded_at is not null then 'reminded'
      when p.due_on < (now() at time zone 'Europe/Berlin')::date then 'due' else 'open' end
  from public.nemus_invoices i
  cross join lateral (select s.*, i.gross_cents - s.cancelled - s.received as open from (
    select (i.payment ->> 'due_on')::date as due_on,
      (select coalesce(-sum(c.gross_cents), 0)::int from public.nemus_invoices c where c.cancels_id = i.id) as cancelled,
      (select coalesce(sum(r.amount_cents), 0)::int from private.nemus_bank_receipts r where r.invoice_id = i.id) as received,
      (select max(n.sent_at) from private.nemus_payment_reminders n where n.invoice_id = i.id) as reminded_at) s) p
  where i.payment is not null and p.due_on is not null and (p_user is null or i.user_id = p_user)
    and (p_invoice is null or i.id = p_invoice)
$function$;

CREATE OR REPLACE FUNCTION private.nemus_unused_cents (
  p_order public.nemus_orders
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_order.status <> 'paid' then 0 when p_order.kind = 'course' then p_order.amount_cents - p_order.refunded_cents
    when b.available_credits >= m.still then p_order.amount_cents - p_order.refunded_cents
    else (p_order.amount_cents::bigint * b.available_credits / p_order.credits)::int end
  from (select p_order.credits + coalesce(sum(e.amount), 0)::int as still
    from public.nemus_credit_entries p join public.nemus_credit_entries e on e.reverses_id = p.id
    where p.kind = 'purchase' and p.source_id = p_order.id::text) m
  left join public.nemus_credit_balances b on b.institution_id = p_order.user_id
$function$;

CREATE OR REPLACE FUNCTION private.nemus_wants (
  p_user        uuid,
  p_kind        text,
  p_channel     text,
  p_institution uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case ways.mode when 'always' then true when 'never' then false
    else coalesce((select c.wanted from public.nemus_notification_choices c
        where c.user_id = p_user and c.kind = p_kind and c.channel = p_channel), ways.mode = 'on')
      and not exists (select from public.nemus_institution_settings s
        where s.institution_id = coalesce(p_institution, p_user)
          -- The switch is about its members, not about the trainees that it writes to, nor about a founder who left.
          and exists (select from public.nemus_members m
            where m.institution_id = s.institution_id and m.user_id = p_user)
          and case p_channel when 'mail' then not s.email_notifications when 'sms' then not s.sms_notifications end) end
  from (select case p_channel when 'portal' then k.portal when 'mail' then k.mail else k.sms end as mode
    from private.nemus_notification_kinds k where k.kind = p_kind) ways
$function$;

CREATE OR REPLACE FUNCTION private.nemus_went_back (
  p_reference text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.nemus_orders o
      where p_reference = 'order:' || o.id and o.status in ('returning', 'refunded', 'disputed'))
    or exists (select from public.nemus_course_bookings b
      where p_reference = 'booking:' || b.id and b.status = 'cancelled')
    or exists (select from public.nemus_transactions t where t.reference = 'refund:' || p_reference
      and p_reference like 'enrollment:%')
$function$;

CREATE OR REPLACE FUNCTION private.nemus_write_credit_order (
  p_payer       public.nemus_profiles,
  p_credits     integer,
  p_shown_cents integer,
  p_order       uuid,
  p_method      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_credits is null or p_credits not between 100 and 100000 or p_credits % 50 <> 0;
  ordered.id := p_order;
  ordered.payment_method := p_method;
  ordered.kind := 'credits';
  ordered.credits := p_credits;
  ordered.title := private.nemus_document_text('credits', private.nemus_count(p_credits));
  ordered.amount_cents := p_credits * (select p.amount_cents from public.nemus_prices p where p.item = 'credit');
  return private.nemus_write_order(p_payer, ordered, p_shown_cents);
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_date_letter (
  p_user        uuid,
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  date public.nemus_appointments;
  said jsonb := coalesce(p_values, '{}');
  before jsonb;
  -- Parts that are in the person's calendar and no longer exist: named once, in whatever leaves next.
  gone jsonb;
  replaces boolean;
begin
  select * into date from public.nemus_appointments a where a.id = p_appointment and a.course_id is not null;
  if not found then
    return;
  end if;
  with replaced as (
    delete from private.nemus_date_letters l where l.user_id = p_user and l.appointment_id = p_appointment
      and l.audience = 'participant' and l.sent_at is null
    returning l.kind, l.details)
  select (array_agg(r.details) filter (where r.kind = 'moved'))[1], jsonb_agg(g) filter (where g is not null), count(*) > 0
  into before, gone, replaces from replaced r left join lateral jsonb_array_elements(r.details -> 'gone') g on true;
  -- One in place of another is no more mail.
  if not replaces and p_kind in ('place_confirmed', 'waitlisted', 'place_ended') and 20 <= (select count(*)
    from private.nemus_date_letters l where l.user_id = p_user and l.audience = 'participant'
      and l.kind in ('place_confirmed', 'waitlisted', 'place_ended') and l.created_at > now() - interval '1 day') then
    return;
  end if;
  -- If the first letter of two moves was never sent, the person still expects the very first time.
  if p_kind = 'moved' and before is not null then
    said := said || before;
  end if;
  select jsonb_agg(g) into gone from jsonb_array_elements(coalesce(gone, '[]') || coalesce(p_values -> 'gone', '[]')) g
  where (g ->> 'id')::uuid not in (select coalesce(t.id, date.id) from private.nemus_parts(date) t);
  said := said - 'gone' || case when gone is null then '{}' else jsonb_build_object('gone', gone) end;
  -- Fires notifications/events.
  insert into private.nemus_date_letters (user_id, appointment_id, kind, has_place, title, starts_at, ends_at, details)
  values (p_user, p_appointment, p_kind, p_kind in ('place_confirmed', 'promoted', 'place_ended', 'rebooked')
      or exists (select from public.nemus_appointment_participations p
        where p.appointment_id = p_appointment and p.user_id = p_user and p.status = 'confirmed'),
    date.title, date.starts_at, date.ends_at, jsonb_strip_nulls(said));
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_institution_letters (
  p_appointment uuid,
  p_kind        text,
  p_values      jsonb,
  p_people      uuid[] DEFAULT NULL::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  notice constant text := 'trainee_date_' || case p_kind when 'rebooked' then 'moved' else p_kind end;
  letter record;
  before jsonb;
  news text;
begin
  for letter in
    select t.institution_id, a.title, a.starts_at, a.ends_at,
      jsonb_agg(t.first_name || ' ' || t.last_name order by t.sort_name) as people
    from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.status = 'confirmed'
    join public.nemus_trainees t on t.user_id = p.user_id
    where a.id = p_appointment and a.course_id is not null and (p_people is null or p.user_id = any (p_people))
      and exists (select from public.nemus_booking_participants bp
        join public.nemus_course_bookings b on b.id = bp.booking_id
        -- Not a place that this institution did not pay for.
        join public.nemus_course_enrollments e on e.id = bp.enrollment_id and e.user_id = p.user_id
        where bp.trainee_id = t.id and bp.institution_id = t.institution_id and b.course_id = a.course_id
          and b.status <> 'cancelled')
    group by t.institution_id, a.id
    order by t.institution_id
  loop
    news := concat_ws(':', 'trainee_date_' || p_kind, p_appointment, extract(epoch from now()), p_people[1]);
    perform private.nemus_notify_members(letter.institution_id, '{booking}', notice, news,
      jsonb_strip_nulls(jsonb_build_object('title', private.nemus_fact(letter.title, '–'), 'starts_at', letter.starts_at,
        'people', jsonb_array_length(letter.people), 'reason', p_values -> 'reason')), '/course-bookings');
    continue when not exists (select from public.nemus_members m where m.institution_id = letter.institution_id
      and m.user_id = letter.institution_id and m.roles && array['booking', 'administration']);
    -- The letter replaces the mail of the notification, because it has more details.
    delete from private.nemus_notification_sendings s using public.nemus_notifications n
    where n.id = s.notification_id and n.user_id = letter.institution_id and n.key = news and s.channel = 'mail';
    continue when not private.nemus_wants(letter.institution_id, notice, 'mail');
    with replaced as (
      delete from private.nemus_date_letters l where l.user_id = letter.institution_id
        and l.appointment_id = p_appointment and l.audience = 'institution' and l.sent_at is null
        and 'rebooked' not in (l.kind, p_kind)
      returning l.kind, l.details)
    select r.details - 'people' into before from replaced r where r.kind = 'moved' and p_kind = 'moved' limit 1;
    -- Fires notifications/events.
    insert into private.nemus_date_letters (user_id, appointment_id, kind, audience, has_place, title, starts_at, ends_at,
      details)
    values (letter.institution_id, p_appointment, p_kind, 'institution', false, letter.title, letter.starts_at,
      letter.ends_at, jsonb_strip_nulls(coalesce(p_values, '{}') || coalesce(before, '{}')
        || jsonb_build_object('people', letter.people)));
    before := null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_invoice (
  p_document jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document record;
  earlier public.nemus_invoices;
  -- An advance payment stays one in its corrections.
  lines jsonb;
  taxed jsonb;
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int, payment jsonb);
  -- Locked: concurrent corrections of one document are rounded together.
  select * into earlier from public.nemus_invoices i where i.id = document.cancels_id for update;
  select jsonb_agg(l.line || case when not jsonb_path_exists(earlier.lines, '$[*] ? (!(@.is_advance == true))')
      then '{"is_advance": true}' else '{}'::jsonb end order by l.place) into lines
  from jsonb_array_elements(p_document -> 'lines') with ordinality as l (line, place);
  taxed := private.nemus_taxed_lines(lines, private.nemus_corrected_taxes(earlier.id), earlier.rounding_cents <> 0);
  -- The period of a document spans its lines (PEPPOL-EN16931-R111).
  select least(document.service_on, min((l.line ->> 'service_from')::date)),
    nullif(greatest(document.service_until, max((l.line ->> 'service_until')::date)),
      case when document.service_until is null then least(document.service_on, min((l.line ->> 'service_from')::date)) end)
  into document.service_on, document.service_until from jsonb_array_elements(lines) as l (line);
  is_sample := document.number is not null;
  -- Fires notifications/events.
  insert into public.nemus_invoices (user_id, transaction_id, is_collective, number, is_sample, kind, document_code,
    cancels_id, issued_on, service_on, service_until, seller, buyer, lines, taxes, balance_cents, net_cents, tax_cents,
    rounding_cents, gross_cents, tax_rate, tax_note, payment, format)
  values (document.user_id, document.transaction_id, document.transaction_id is null,
    coalesce(document.number, private.nemus_next_invoice_number()), is_sample,
    case when document.cancels_id is null then 'invoice' else 'cancellation' end,
    case when document.cancels_id is null then 380 when (taxed ->> 'gross')::int = -earlier.gross_cents then 384 else 381 end,
    document.cancels_id, document.issued_on, document.service_on, document.service_until,
    (select s.value -> 'seller' from private.nemus_settings s where s.key = 'invoicing'),
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample,
      private.nemus_order_of(document.transaction_id))), taxed -> 'lines', taxed -> 'taxes',
    document.balance_cents, (taxed ->> 'net')::int, (taxed ->> 'tax')::int, (taxed ->> 'rounding')::int,
    (taxed ->> 'gross')::int,
    (select max((t.tax ->> 'rate')::numeric) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    (select left(string_agg(distinct t.tax ->> 'note', ' · '), 500) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    coalesce(nullif(document.payment, 'null'), earlier.payment - 'due_on'),
    -- A correction has the format of the corrected document.
    case when is_sample then null when earlier.id is not null then earlier.format else coalesce(
      (select c.format from public.nemus_invoice_choices c where c.institution_id = document.user_id), 'zugferd') end)
  returning * into issued;
  return issued.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_letters (
  p_booking  uuid,
  p_trainees uuid[],
  p_kind     text,
  p_earlier  date
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  letter record;
begin
  for letter in
    select b.id as booking_id, b.institution_id, t.user_id, b.course_id, b.course_name, b.start_date, b.end_date
    from public.nemus_course_bookings b
    join public.nemus_booking_participants p on p.booking_id = b.id
    join public.nemus_trainees t on t.id = p.trainee_id
    -- A spare place is not the one that the person has the course by.
    where b.id = p_booking and b.origin = 'portal' and p.enrollment_id is not null and private.nemus_is_place_of(p, t.user_id)
      and (p_trainees is null or t.id = any (p_trainees))
  loop
    delete from private.nemus_trainee_letters l
    where l.user_id = letter.user_id and l.booking_id = letter.booking_id and l.sent_at is null;
    -- One in place of another is no more mail.
    continue when not found and 20 <= (select count(*) from private.nemus_trainee_letters l
      join public.nemus_course_bookings b on b.id = l.booking_id
      where l.user_id = letter.user_id and b.institution_id = letter.institution_id
        and l.created_at > now() - interval '1 day');
    -- Fires notifications/events.
    insert into private.nemus_trainee_letters (user_id, booking_id, kind, course_id, course_name, start_date, end_date,
      earlier_start)
    values (letter.user_id, letter.booking_id, p_kind, letter.course_id, letter.course_name, letter.start_date,
      letter.end_date, p_earlier);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders,
  p_shown integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  p_order.user_id := p_payer.user_id;
  perform private.nemus_refuse(409, 'country_not_sold') where not private.nemus_is_sold(p_order);
  perform private.nemus_check_price('cents', p_shown, p_order.amount_cents);
  ordered := private.nemus_insert_order(p_order);
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title,
    'email', private.nemus_letter_address(ordered.user_id),
    'tax', private.nemus_tax_of(ordered.kind, ordered.course_id, private.nemus_buyer(ordered.user_id, false, null)),
    'countries', private.nemus_sold_countries(),
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.extra_line, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'vat_id', private.nemus_buyer(ordered.user_id, false, null) ->> 'vat_id', 'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_academy_overview()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue', 'teaching', 'orders', 'people');
  return jsonb_build_object(
    'drafts', case when private.nemus_is_staff('catalogue') then
      (select count(*) from public.nemus_courses c where c.published_at is null and not c.is_active) end,
    'coming', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a where a.course_id is not null and a.cancelled_at is null
        and a.starts_at >= now() and a.starts_at < now() + interval '14 days') end,
    'unticked', case when private.nemus_is_staff('teaching') then
      (select count(*) from public.nemus_appointments a
        where a.course_id is not null and a.starts_at < now() and private.nemus_unticked(a) > 0) end,
    'orders', case when private.nemus_is_staff('orders') then
      (select count(*) from (
        select o.id from public.nemus_orders o where o.attention is not null or o.status = 'returning'
        union select r.order_id from private.nemus_refunds r where r.refunded_at is null and r.is_held) o)
        + (select count(*) from private.nemus_set_aside) end,
    'withdrawals', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_withdrawals w where w.handled_at is null) end,
    'withdrawals_due', case when private.nemus_is_staff('orders') then
      (select private.nemus_withdrawal_due(min(w.received_at)) from private.nemus_withdrawals w where w.handled_at is null) end,
    'disputes', case when private.nemus_is_staff('orders') then
      (select count(*) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'disputes_due', case when private.nemus_is_staff('orders') then
      (select min(d.due_at) from private.nemus_disputes d where private.nemus_is_dispute_open(d.status)) end,
    'institutions', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_profiles p
        -- `limit 1` does not change the result; it keeps the planner from scanning all accounts.
        cross join lateral (select u.email_confirmed_at from auth.users u where u.id = p.user_id limit 1) account
        where p.user_type = 'institution' and account.email_confirmed_at is not null
          and not exists (select from public.nemus_institution_approvals a where a.institution_id = p.user_id)
          and private.nemus_is_own_institution(p.user_id)) end,
    'names', case when private.nemus_is_staff('people') then
      (select count(*) from public.nemus_name_requests r where r.state = 'open') end,
    'support', case when private.nemus_is_staff('people') then
      (select count(*) from private.nemus_support_requests r where r.answered_at is null) end);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_accept_membership (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  invitation constant public.nemus_member_invitations := private.nemus_take_member_invitation(p_token);
  me constant uuid := auth.uid();
  is_member constant boolean := exists (select from public.nemus_members m
    where m.institution_id = invitation.institution_id and m.user_id = me);
begin
  if invitation.accepted_at is null or not is_member then
    perform private.nemus_require_open_member(invitation);
    perform private.nemus_refuse(409, 'already_member') where is_member;
    update public.nemus_member_invitations i set accepted_at = now() where i.id = invitation.id;
    -- Fires institutions/members, sessions/fresh_factors.
    insert into public.nemus_members (institution_id, user_id, roles, chosen_at)
    values (invitation.institution_id, me, invitation.roles, clock_timestamp());
    -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
    delete from public.nemus_members m
    where m.institution_id = me and m.user_id = me and private.nemus_is_unused(me);
    perform private.nemus_notify_members(invitation.institution_id, array['administration'], 'member_joined',
      'member_joined:' || invitation.id, jsonb_build_object('name', (select
        coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
        from public.nemus_profiles p where p.user_id = me)), '/members');
  end if;
  return jsonb_build_object('institution_id', invitation.institution_id,
    'institution_name', private.nemus_inviting_name(invitation.institution_id), 'roles', to_jsonb(invitation.roles));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_certificate_upload (
  p_type      text,
  p_size      bigint,
  p_file_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  file constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_trainee();
  path := format('%s.%s', file, case p_type when 'application/pdf' then 'pdf' when 'image/jpeg' then 'jpg'
    when 'image/png' then 'png' end);
  perform private.nemus_refuse(422, 'media_type_refused') where path like '%.';
  perform private.nemus_refuse(422, 'media_empty') where coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', '{"most_bytes": 10485760}') where p_size > 10485760;
  perform private.nemus_lock_logbook(me);
  perform private.nemus_refuse(409, 'too_many_files')
    where (select count(*) >= 200 or count(*) filter (where not exists (
      select from public.nemus_logbook_entries e where e.file_id = f.id)) >= 20
      from public.nemus_logbook_files f where f.user_id = me);
  insert into public.nemus_logbook_files (id, user_id, path, file_name, content_type, size_bytes)
  values (file, me, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Nachweis'), p_type, p_size);
  return jsonb_build_object('id', file, 'path', 'incoming/' || path);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_fulfilment (
  p_order uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  perform private.nemus_require_staff('orders');
  select * into ordered from public.nemus_orders o where o.id = p_order;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'never_at_provider') where ordered.checkout_session_id is null;
  if exists (select from private.nemus_refunds r where r.order_id = p_order and r.is_held and r.refunded_at is null) then
    perform private.nemus_require_fresh_factor();
    perform private.nemus_require_other_buyer(ordered);
  end if;
  perform private.nemus_note_act('ask_provider', 'orders', ordered.id::text,
    jsonb_build_object('status', ordered.status, 'refunded_cents', ordered.refunded_cents), null);
  update private.nemus_refunds r set is_held = false where r.order_id = p_order and r.is_held and r.refunded_at is null;
  return jsonb_build_object('session_id', ordered.checkout_session_id, 'status', ordered.status);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_begin_upload (
  p_course    text,
  p_kind      text,
  p_type      text,
  p_size      bigint,
  p_file_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  allowed record;
  media constant uuid := gen_random_uuid();
  path text;
begin
  perform private.nemus_require_staff('catalogue');
  perform private.nemus_refuse(404, 'learning_draft_not_found')
    where not exists (select from public.nemus_learning_drafts d where d.course_id = p_course);
  select t.extension, t.most_bytes into allowed
  from private.nemus_media_types() t where t.kind = p_kind and t.content_type = p_type;
  perform private.nemus_refuse(422, 'media_type_refused') where not found;
  perform private.nemus_refuse(422, 'media_empty') where coalesce(p_size, 0) <= 0;
  perform private.nemus_refuse(413, 'media_too_large', jsonb_build_object('most_bytes', allowed.most_bytes))
    where p_size > allowed.most_bytes;
  path := format('%s/%s.%s', p_course, media, allowed.extension);
  insert into public.nemus_learning_media (id, course_id, kind, path, file_name, content_type, size_bytes, created_by)
  values (media, p_course, p_kind, path, coalesce(nullif(left(btrim(p_file_name), 200), ''), 'Datei'), p_type, p_size,
    auth.uid());
  return jsonb_build_object('id', media, 'path', path);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_booked_seminars()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(seminar) order by seminar.start_date, seminar.booking_id), '[]')
  from (
    select b.id as booking_id, b.course_id, b.course_name,
      private.nemus_inviting_name(b.institution_id) as institution_name, b.start_date, b.end_date,
      case when e.status = 'completed' then 'completed' else 'confirmed' end as status, p.created_at as booked_at,
      b.has_dates, case when b.has_dates then private.nemus_chosen_date(t.user_id, b.course_id) end as date
    from public.nemus_trainees t
    join public.nemus_booking_participants p on p.trainee_id = t.id and p.institution_id = t.institution_id
    join public.nemus_course_bookings b on b.id = p.booking_id and b.status <> 'cancelled' and b.origin = 'portal'
    left join public.nemus_course_enrollments e on e.id = p.enrollment_id and e.user_id = t.user_id
    where t.user_id = auth.uid() and private.nemus_is_place_of(p, t.user_id)
    union all
    select last.booking_id, last.course_id, last.course_name, private.nemus_inviting_name(b.institution_id),
      last.start_date, last.end_date, 'cancelled', last.created_at, b.has_dates, null
    from (
      select distinct on (l.booking_id) l.* from private.nemus_trainee_letters l
      where l.user_id = auth.uid() order by l.booking_id, l.created_at desc
    ) last
    join public.nemus_course_bookings b on b.id = last.booking_id
    where last.kind = 'cancelled' and case when b.has_dates then last.created_at > now() - interval '14 days'
      else last.start_date >= (now() at time zone 'Europe/Berlin')::date end
  ) seminar
$function$;

CREATE OR REPLACE FUNCTION public.nemus_bookkeeping (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'fees', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', f.payment_id, 'charged_on', f.charged_on,
        'fee_cents', f.fee_cents) order by f.charged_on, f.payment_id), '[]')
      from private.nemus_provider_fees f where f.charged_on between p_from and p_until and f.fee_cents <> 0),
    'receipts', (select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'buyer', i.buyer ->> 'name',
        'received_on', r.received_on, 'amount_cents', r.amount_cents, 'reference', r.reference)
        order by r.received_on, r.id), '[]')
      from private.nemus_bank_receipts r join public.nemus_invoices i on i.id = r.invoice_id
      where r.received_on between p_from and p_until),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'document_code', t.document_code, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'vat_id', t.vat_id, 'net_cents', (t.tax ->> 'net_cents')::int, 'tax_cents', (t.tax ->> 'tax_cents')::int,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross, 'is_transfer', t.is_transfer,
          'account', case when t.tax ->> 'note' = (select private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          i.document_code, e.number as cancels_number, i.buyer ->> 'name' as buyer, coalesce(i.buyer ->> 'vat_id', '') as vat_id, i.balance_cents, i.payment is not null as is_transfer, x.tax, x.place, g.gross,
          sum(g.gross) over (partition by i.id order by x.place) as until,
          -- A change of plan that credits more than it charges is not paid back.
          i.gross_cents < 0 and jsonb_path_exists(i.lines, '$[*] ? (@.gross_cents > 0)') as is_credited
        from public.nemus_invoices i
        left join public.nemus_invoices e on e.id = i.cancels_id
        -- Documents from before treatments were listed have exactly one.
        cross join lateral jsonb_array_elements(coalesce(i.taxes, jsonb_build_array(jsonb_build_object('category',
            case when i.tax_rate > 0 then 'S' else 'E' end, 'rate', i.tax_rate, 'net_cents', i.net_cents,
            'tax_cents', i.tax_cents)))) with ordinality as x (tax, place)
        cross join lateral (select (x.tax ->> 'net_cents')::int + (x.tax ->> 'tax_cents')::int
            + case when x.place = 1 then i.rounding_cents else 0 end as gross) as g
        where not i.is_sample and i.issued_on between p_from and p_until) t));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if num_nonnulls(p_teacher, p_room) > 0 then
    perform private.nemus_check_staff('teaching');
  end if;
  return (select jsonb_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from private.nemus_calendar_of(p_teacher, p_room) c);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_cancel_date (
  p_date      uuid,
  p_reason    text,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  dates uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  if reason = '' then
    perform private.nemus_refuse(400, 'reason_missing', '{"field": "reason"}');
  elsif char_length(reason) > 1000 then
    perform private.nemus_refuse(400, 'reason_too_long', '{"field": "reason", "most": 1000}');
  end if;
  -- A repeated request, such as a second click, is no error.
  if exists (select from public.nemus_appointments a where a.id = p_date and a.course_id is not null
    and a.cancelled_at is not null) then
    return '{}'::uuid[];
  end if;
  dates := private.nemus_take_dates(p_date, p_following, true);
  perform private.nemus_refuse(409, 'attendance_open')
  where exists (select from public.nemus_appointments a join public.nemus_appointment_participations p
    on p.appointment_id = a.id and p.status = 'confirmed' cross join lateral private.nemus_parts(a) t
    where a.id = p_date and t.starts_at <= now() and p.part_marks -> t.id::text is null);
  foreach written in array dates loop
    perform private.nemus_tell_date(written, 'cancelled', jsonb_build_object('reason', reason));
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set cancelled_at = now(), cancel_reason = reason, sequence = a.sequence + 1, participants_taken = 0 where a.id = written;
    -- Fires dates/lists_for_participants.
    update public.nemus_appointment_participations p
    set status = 'cancelled', waitlist_position = null, cancelled_at = now(), offered_until = null
    where p.appointment_id = written and p.status in ('confirmed', 'waitlist');
  end loop;
  return dates;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cancel_places (
  p_institution uuid,
  p_booking     uuid,
  p_trainees    uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  booking constant public.nemus_course_bookings := private.nemus_take_booking(p_institution, p_booking);
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) as t where t is not null);
  places constant int := cardinality(trainees);
  -- All places of a booking cost the same.
  taken constant int := booking.participants;
  credits constant int := booking.credits_spent / greatest(taken, 1) * places;
  cents constant int := booking.price_cents / greatest(taken, 1) * places;
  emptied boolean;
  place public.nemus_booking_participants;
  named text;
begin
  perform private.nemus_refuse(400, 'no_trainees') where places = 0;
  perform private.nemus_refuse(404, 'place_not_found')
    where places <> (select count(*) from public.nemus_booking_participants p
      where p.booking_id = booking.id and p.trainee_id = any (trainees));
  for place in select * from public.nemus_booking_participants p
    where p.booking_id = booking.id and p.trainee_id = any (trainees)
  loop
    select t.first_name || ' ' || t.last_name into named from public.nemus_trainees t where t.id = place.trainee_id;
    case private.nemus_place_bar(place)
      when 'place_begun' then
        perform private.nemus_refuse(409, 'place_begun', jsonb_build_object('name', named));
      when 'place_date_near' then
        perform private.nemus_refuse(409, 'place_date_near',
          jsonb_build_object('name', named, 'days', private.nemus_booking_notice_days()));
      when 'trainee_left' then
        perform private.nemus_refuse(409, 'trainee_left', jsonb_build_object('name', named));
      else null;
    end case;
  end loop;
  perform private.nemus_write_letters(booking.id, trainees, 'cancelled', null);
  select string_agg(t.first_name || ' ' || t.last_name, ', ' order by t.sort_name) into named
  from public.nemus_trainees t where t.id = any (trainees);
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e using public.nemus_booking_participants p
  where p.booking_id = booking.id and p.trainee_id = any (trainees) and e.id = p.enrollment_id;
  delete from public.nemus_booking_participants p where p.booking_id = booking.id and p.trainee_id = any (trainees);
  emptied := not exists (select from public.nemus_booking_participants p where p.booking_id = booking.id);
  -- A cancelled booking keeps its size and price; otherwise it shrinks to the places left.
  if emptied then
    update public.nemus_course_bookings b set status = 'cancelled' where b.id = booking.id;
  else
    update public.nemus_course_bookings b set participants = b.participants - places,
      max_participants = b.max_participants - places, price_cents = b.price_cents - cents,
      credits_spent = b.credits_spent - credits
    where b.id = booking.id;
  end if;
  perform private.nemus_count_completion(booking.id);
  return private.nemus_return_payment(booking, credits, named, places);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_cancel_transfer (
  p_invoice uuid,
  p_cents   integer,
  p_note    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  note constant text := btrim(coalesce(p_note, ''));
  ordered public.nemus_orders;
  cents int;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  -- Lock order: order, then balance, as in nemus_settle_returns.
  select o.* into ordered from public.nemus_orders o
  where o.id = (select t.order_id from private.nemus_transfers(null, p_invoice) t where p_invoice is not null) for update;
  perform private.nemus_refuse(404, 'invoice_not_found') where not found;
  perform private.nemus_require_other_buyer(ordered);
  perform private.nemus_refuse(400, 'note_missing') where char_length(note) not between 3 and 1000;
  perform from public.nemus_credit_balances b where b.institution_id = ordered.user_id for update;
  cents := private.nemus_unused_cents(ordered);
  perform private.nemus_refuse(409, 'transfer_used') where cents = 0 and ordered.kind = 'credits';
  perform private.nemus_refuse(409, 'refund_outdated') where cents = 0 or p_cents is distinct from cents;
  perform private.nemus_book_refund(ordered, cents, 'staff', '{}');
  perform private.nemus_note_act('cancel_transfer', 'orders', ordered.id::text,
    jsonb_build_object('refunded_cents', ordered.refunded_cents),
    jsonb_build_object('refunded_cents', ordered.refunded_cents + cents, 'reason', note));
  return (select to_jsonb(t) from private.nemus_transfers(null, p_invoice) t);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_change_date (
  p_date      uuid,
  p_plan      jsonb,
  p_following boolean DEFAULT false
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  dates uuid[];
  first public.nemus_appointments;
  old public.nemus_appointments;
  planned public.nemus_appointments;
  link constant text := private.nemus_planned_link(p_plan);
  teachers uuid[];
  until timestamp;
  until_of timestamptz;
  said jsonb;
begin
  perform private.nemus_begin_planning();
  dates := private.nemus_take_dates(p_date, p_following, true);
  select * into first from public.nemus_appointments a where a.id = p_date;
  select d.* into planned from public.nemus_courses c cross join lateral private.nemus_planned_date(c, p_plan,
    array(select a.room_id from public.nemus_appointments a where a.id = any (dates))) d
  where c.id = first.course_id;
  teachers := private.nemus_planned_teachers(p_plan, array(select d.teacher_id
    from public.nemus_appointment_teachers d where d.appointment_id = any (dates)));
  begin
    until := (p_plan ->> 'change_until')::timestamp;
  exception when data_exception then
    perform private.nemus_refuse(400, 'date_invalid', '{"field": "change_until"}');
  end;
  for old in select * from public.nemus_appointments a where a.id = any (dates) order by a.starts_at, a.id loop
    until_of := (until + ((old.starts_at at time zone 'Europe/Berlin')::date
      - (first.starts_at at time zone 'Europe/Berlin')::date) * interval '1 day') at time zone 'Europe/Berlin';
    if until_of > old.starts_at then
      perform private.nemus_refuse(400, 'change_until_after_start',
        jsonb_build_object('field', 'change_until', 'starts_at', old.starts_at));
    elsif until_of <= now() and until_of is distinct from old.change_until then
      perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}');
    elsif planned.capacity < old.participants_taken then
      perform private.nemus_refuse(409, 'capacity_below_places', jsonb_build_object('field', 'capacity', 'taken',
        old.participants_taken, 'starts_at', old.starts_at));
    end if;
    perform private.nemus_refuse_small_room(planned, old);
    said := jsonb_strip_nulls(jsonb_build_object(
      'earlier_location', case when (old.format, old.location) is distinct from (planned.format, planned.location)
        then coalesce(nullif(old.location, ''), old.format) end,
      'link_changed', case when link is distinct from (select l.meeting_url from public.nemus_appointment_links l
        where l.appointment_id = old.id) then true end));
    -- At another place, no one is bound by a deadline that has passed, as after a move (dates/move_preview.sql).
    -- Fires certificates/certificates, dates/lists_for_participants.
    update public.nemus_appointments a
    set title = planned.title, description = planned.description, type = planned.type, format = planned.format,
      location = planned.location, room_id = planned.room_id, units = case when a.parts is null then planned.units else a.units end,
      capacity = planned.capacity,
      change_until = case when until_of > now() or not said ? 'earlier_location' then until_of end,
      sequence = a.sequence + case when said = '{}' then 0 else 1 end
    where a.id = old.id;
    perform private.nemus_set_teachers(old.id, teachers);
    perform private.nemus_set_link(old.id, link);
    perform private.nemus_refuse_conflict(old.id);
    if said <> '{}' then
      perform private.nemus_tell_date(old.id, 'moved', said);
    end if;
    perform private.nemus_fill_places(old.id);
  end loop;
  return dates;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_change_member (
  p_user  uuid,
  p_roles text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  wanted constant text[] := private.nemus_read_roles(p_roles);
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_refuse(409, 'founder_stays') where p_user = institution and p_user <> auth.uid();
  -- Fires institutions/members, notifications/notifications, sessions/fresh_factors.
  update public.nemus_members m set roles = wanted
  where m.institution_id = institution and m.user_id = p_user and m.roles <> wanted;
  if not found then
    perform private.nemus_refuse(404, 'member_not_found')
      where not exists (select from public.nemus_members m where m.institution_id = institution and m.user_id = p_user);
    return;
  end if;
  if p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_roles', 'member_roles:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution), 'roles', to_jsonb(wanted)), '/dashboard');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_date_letters (
  p_appointments uuid[] DEFAULT '{}'::uuid[],
  p_user         uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id, case c.audience when 'institution' then c.user_id end)
        and private.nemus_is_date_letter_true(c) as reachable
      from private.nemus_date_letters c
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes' or c.appointment_id = any (p_appointments)
          or c.user_id = p_user or c.caused_by = p_user)
      order by (c.appointment_id = any (p_appointments) or c.user_id = p_user or c.caused_by = p_user) desc nulls last,
        c.created_at
      limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to an account that is blocked, or left its institution, nor about a place that ended.
    update private.nemus_date_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'audience', l.audience,
      'has_place', l.has_place, 'email', p.email, 'first_name', coalesce(p.first_name, ''),
      'last_name', coalesce(p.last_name, ''), 'appointment_id', l.appointment_id, 'title', l.title,
      'starts_at', l.starts_at, 'ends_at', l.ends_at, 'type', a.type, 'format', a.format, 'location', a.location,
      'instructor', a.instructor, 'details', l.details, 'parts', a.parts, 'changed_at', greatest(a.updated_at, l.created_at),
      'sequence', 40000000 + a.sequence + coalesce(own.changes, 0)) order by l.created_at), '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_appointments a on a.id = l.appointment_id
  left join public.nemus_appointment_participations own
    on own.appointment_id = l.appointment_id and own.user_id = l.user_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_notification_mails()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found record;
  token text;
  answer jsonb := jsonb_build_array();
begin
  for found in
    select s.id, s.user_id, s.institution_id, n.kind, n.key, n.facts, n.path, coalesce(s.address, p.email) as email, p.first_name, p.last_name, k.mail,
      s.address is not null or exists (select from auth.users u where u.id = s.user_id and u.email_confirmed_at is not null)
        and private.nemus_is_reachable(s.user_id, s.institution_id, n.kind) as reachable
    from private.nemus_notification_sendings s
    join public.nemus_notifications n on n.id = s.notification_id
    join private.nemus_notification_kinds k on k.kind = n.kind
    join public.nemus_profiles p on p.user_id = s.user_id
    where s.channel = 'mail' and s.sent_at is null and s.attempts < 5
      and (s.claimed_at is null or s.claimed_at < now() - interval '5 minutes')
    order by s.created_at limit 100 for update of s skip locked
  loop
  begin
    if not found.reachable or not private.nemus_wants(found.user_id, found.kind, 'mail', found.institution_id)
      or (found.kind = 'date_message' and not exists (select from public.nemus_appointments a
        cross join lateral private.nemus_people_at(a) u
        where a.id = split_part(found.key, ':', 2)::uuid and u.user_id = found.user_id))
      or (found.kind = 'place_offered' and not exists (select from public.nemus_appointment_participations o
        where o.appointment_id = split_part(found.key, ':', 2)::uuid and o.user_id = found.user_id
          and o.offered_until > now() and o.offered_until = (found.facts ->> 'until')::timestamptz)) then
      delete from private.nemus_notification_sendings s where s.id = found.id;
      continue;
    end if;
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    token := null;
    if found.mail <> 'always' then
      -- Two random uuids: 244 random bits.
      token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.nemus_unsubscribe_links (token_hash, user_id, kind)
      values (private.nemus_token_hash(token), found.user_id, found.kind);
    end if;
    answer := answer || jsonb_build_object('sending_id', found.id, 'kind', found.kind, 'facts', found.facts,
      'path', found.path, 'email', found.email, 'first_name', coalesce(found.first_name, ''),
      'last_name', coalesce(found.last_name, ''), 'token', token);
  exception when others then
    update private.nemus_notification_sendings s set claimed_at = now(), attempts = s.attempts + 1 where s.id = found.id;
    perform public.nemus_note_outcome('send-notifications', found.id::text, sqlerrm);
  end;
  end loop;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_claim_payment_reminders()
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with due as (select d.invoice_id, d.step from private.nemus_due_reminders() d order by d.invoice_id limit 20),
  taken as (
    insert into private.nemus_payment_reminders as r (invoice_id, step, claimed_at, tried_at, attempts)
    select d.invoice_id, d.step, now(), now(), 1 from due d
    on conflict (invoice_id, step) do update set claimed_at = now(), tried_at = now(), attempts = r.attempts + 1
    -- Claimed by another caller meanwhile.
    where r.sent_at is null and coalesce(r.claimed_at < now() - interval '15 minutes', true)
    returning r.id, r.invoice_id, r.step)
  select coalesce(jsonb_agg(jsonb_build_object('reminder_id', k.id, 'step', k.step,
    'email', private.nemus_invoice_mailbox(i.user_id), 'name', private.nemus_account_name(p), 'user_type', p.user_type,
    'number', i.number, 'issued_on', i.issued_on, 'due_on', t.due_on, 'gross_cents', t.gross_cents,
    'open_cents', t.open_cents, 'payment', i.payment, 'transaction_id', i.transaction_id) order by t.due_on, i.number), '[]')
  from taken k cross join lateral private.nemus_transfers(null, k.invoice_id) t
  join public.nemus_invoices i on i.id = k.invoice_id join public.nemus_profiles p on p.user_id = i.user_id
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_claim_payment_reminders"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_claim_trainee_letters (
  p_booking     uuid DEFAULT NULL::uuid,
  p_institution uuid DEFAULT NULL::uuid,
  p_session_id  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answer jsonb;
begin
  with due as (
      select c.id, private.nemus_is_reachable(c.user_id) and private.nemus_is_letter_true(c) as reachable from private.nemus_trainee_letters c
      join public.nemus_course_bookings b on b.id = c.booking_id
      left join public.nemus_orders o on o.id = b.order_id
      where c.sent_at is null and c.attempts < 5
        and coalesce(c.tried_at < now() - interval '5 minutes', true)
        and (c.created_at < now() - interval '5 minutes'
          or (b.id = p_booking and b.institution_id = private.nemus_paying_account(p_institution, 'booking')) or o.checkout_session_id = p_session_id)
      order by c.created_at limit 200 for update of c skip locked),
  claimed as (
    -- Never sent to a blocked account, nor about a place that ended.
    update private.nemus_trainee_letters l set claimed_at = now(), tried_at = case when due.reachable then now() end,
      attempts = case when due.reachable then l.attempts + 1 else 5 end
    from due where l.id = due.id returning l.*, due.reachable)
  select coalesce(jsonb_agg(jsonb_build_object('letter_id', l.id, 'kind', l.kind, 'email', p.email,
      'first_name', p.first_name, 'last_name', p.last_name,
      'institution_name', private.nemus_inviting_name(b.institution_id), 'course_name', l.course_name,
      'start_date', l.start_date, 'end_date', l.end_date, 'earlier_start', l.earlier_start, 'has_dates', b.has_dates)),
    '[]') into answer
  from claimed l
  join public.nemus_profiles p on p.user_id = l.user_id
  join public.nemus_course_bookings b on b.id = l.booking_id
  where l.reachable;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_course_on_invoice (
  p_date  uuid,
  p_email text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_course_on_invoice"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_create_dates (
  p_plan jsonb
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_courses;
  planned public.nemus_appointments;
  teachers uuid[];
  has_parts constant boolean := jsonb_typeof(p_plan -> 'parts') = 'array';
  series uuid := case when jsonb_typeof(p_plan -> 'series') = 'object' then gen_random_uuid() end;
  times record;
  made uuid[] := '{}'::uuid[];
  written uuid;
begin
  perform private.nemus_begin_planning();
  select * into course from public.nemus_courses c where c.id::text = p_plan ->> 'course_id' for share;
  if not found then
    perform private.nemus_refuse(404, 'course_not_found', '{"field": "course_id"}');
  elsif not course.has_dates then
    perform private.nemus_refuse(409, 'seminar_without_dates', '{"field": "course_id"}');
  elsif not course.is_active and course.published_at is not null then
    perform private.nemus_refuse(409, 'seminar_retired', '{"field": "course_id"}');
  end if;
  planned := private.nemus_planned_date(course, p_plan, '{}');
  perform private.nemus_refuse_small_room(planned, null);
  teachers := private.nemus_planned_teachers(p_plan, '{}');
  -- A date in parts is written with its first ones, then with all.
  for times in select * from private.nemus_planned_times(case when has_parts
    then p_plan #> '{parts,0}' || jsonb_build_object('change_until', p_plan -> 'change_until') else p_plan end) loop
    perform private.nemus_refuse(400, 'change_until_in_the_past', '{"field": "change_until"}')
      where times.change_until <= now();
    insert into public.nemus_appointments (course_id, series_id, title, description, starts_at, ends_at, change_until, type,
      format, location, competency, units, capacity, room_id)
    values (course.id, series, planned.title, planned.description, times.starts_at, times.ends_at, times.change_until,
      planned.type, planned.format, planned.location, planned.competency, planned.units, planned.capacity,
      planned.room_id)
    returning id into written;
    if has_parts then
      -- What is no number is refused as 0 is.
      perform private.nemus_write_parts(a, p_plan -> 'parts', case when p_plan ->> 'parts_needed' !~ '^[0-9]{1,4}$' then 0
        else (p_plan ->> 'parts_needed')::int end)
      from public.nemus_appointments a where a.id = written;
    end if;
    perform private.nemus_set_teachers(written, teachers);
    perform private.nemus_set_link(written, private.nemus_planned_link(p_plan));
    perform private.nemus_refuse_conflict(written);
    made := made || written;
  end loop;
  perform private.nemus_tell_interested(course.id);
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_booking_request (
  p_request  uuid,
  p_approved boolean,
  p_reason   text    DEFAULT ''::text,
  p_shown    integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('administration');
  request public.nemus_booking_requests;
  booking public.nemus_course_bookings;
  price int;
begin
  select * into request from public.nemus_booking_requests r
  where r.id = p_request and r.institution_id = institution for update;
  perform private.nemus_refuse(404, 'request_not_found') where not found;
  perform private.nemus_refuse(409, 'request_decided') where request.state <> 'waiting' or p_approved is null;
  price := coalesce(p_shown, request.credits + request.cents);
  if p_approved and request.payment = 'credits' then
    -- The date of the request counts, not one that the caller, or the requester for something else, chose since.
    perform set_config('nemus.chosen_date', coalesce(request.date_id::text, 'none'), true);
    booking := public.nemus_book_course(request.course_id, request.trainee_ids, request.starts_on, price);
    perform set_config('nemus.chosen_date', '', true);
  elsif p_approved then
    perform private.nemus_check_buyable(request.course_id);
    perform private.nemus_check_price('cents', price, private.nemus_request_price(request));
  end if;
  update public.nemus_booking_requests r
  set state = case when not p_approved then 'declined' when booking.id is not null then 'booked' else 'approved' end,
    credits = case when p_approved and r.payment = 'credits' then price else r.credits end,
    cents = case when p_approved and r.payment = 'card' then price else r.cents end, booking_id = booking.id, decided_by = auth.uid(), decided_at = now(), reason = left(btrim(coalesce(p_reason, '')), 500),
    expires_at = case when p_approved and booking.id is null then now() + interval '14 days' end
  where r.id = request.id returning * into request;
  perform private.nemus_notify(m.user_id, 'approval_decided', 'approval_decided:' || request.id,
    jsonb_build_object('course', request.course_name, 'approved', p_approved, 'reason', request.reason), '/course-bookings?ansicht=freigaben')
  from public.nemus_members m where m.institution_id = institution and m.user_id = request.requested_by;
  return jsonb_build_object('state', request.state, 'booking_id', request.booking_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_decide_name_request (
  p_request uuid,
  p_accept  boolean,
  p_answer  text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.nemus_name_requests;
  given text;
begin
  perform private.nemus_require_staff('people');
  perform private.nemus_require_fresh_factor();
  given := private.nemus_text_field(jsonb_build_object('answer', p_answer), 'answer', 1000, not coalesce(p_accept, false));
  -- The profile first, as where the person changes the name.
  perform from public.nemus_profiles p where p.user_id = (select r.user_id from public.nemus_name_requests r where r.id = p_request)
  for no key update;
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() or exists (select from public.nemus_members m
    where m.institution_id = request.institution_id and m.user_id = auth.uid()) then
    perform private.nemus_refuse(409, 'own_request');
  elsif p_accept and request.asked_by is not null then
    perform private.nemus_refuse(409, 'name_request_unlinked') where not exists (select from public.nemus_trainees t
      where t.institution_id = request.institution_id and t.user_id = request.user_id)
      or not private.nemus_is_approved(request.institution_id);
  end if;
  if p_accept then
    -- Before the time of the decision: waits for a paper that is being printed with the earlier name.
    -- Fires accounts/profiles, certificates/certificates, trainees/trainees.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end,
    decided_at = clock_timestamp(), answer = given where r.id = p_request;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
  if request.institution_id is not null then
    perform private.nemus_notify_members(request.institution_id, '{booking}', 'name_decided', 'name_decided:' || request.id,
      jsonb_strip_nulls(jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted',
        coalesce(p_accept, false), 'person', request.old_name, 'reason', case when exists (
          select from public.nemus_trainees t
          where t.institution_id = request.institution_id and t.user_id = request.user_id) then given end)), '/piw-management');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_delete_account()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  terms jsonb;
begin
  perform private.nemus_require_fresh_sign_in();
  -- Locks against changes of staff, members and the profile between check and deletion.
  perform pg_advisory_xact_lock(hashtextextended('nemus_people', 0));
  perform private.nemus_lock_members(l.institution_id) from (select m.institution_id from public.nemus_members m
    where m.user_id = me union select me order by 1) l;
  perform from public.nemus_profiles p where p.user_id = me for update;
  terms := public.nemus_deletion_terms();
  perform private.nemus_refuse(409, terms ->> 'blocked_by') where terms ->> 'blocked_by' is not null;
  -- What an institution booked is used up once begun or past its notice: no money comes back, and no one else gets the place.
  -- Fires bookings/booked_seminars.
  update public.nemus_booking_participants p set used_at = now() from public.nemus_course_enrollments e
  where e.user_id = me and p.enrollment_id = e.id and (private.nemus_is_begun(e)
    or private.nemus_place_until(e.id) < (now() at time zone 'Europe/Berlin')::date);
  -- The same for what a dispute has taken meanwhile, and may give back.
  delete from private.nemus_taken_back t where t.user_id = me and t.trainee_id is null;
  update private.nemus_taken_back t set used_at = now() from public.nemus_orders o
  where t.user_id = me and o.id = t.order_id and (t.status is distinct from 'not_started'
    or private.nemus_is_begun(jsonb_populate_record(null::public.nemus_course_enrollments,
      jsonb_build_object('user_id', me, 'course_id', o.course_id, 'status', t.status))));
  -- Before anything else of the account, so that its places go back to the institutions that paid.
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.user_id = me and m.institution_id <> me;
  if not (terms ->> 'purchases')::boolean then
    delete from auth.users u where u.id = me;
    return;
  end if;
  insert into private.nemus_deleted_accounts (user_id, keep_until) values (me, (terms ->> 'keep_until')::date);
  perform private.nemus_empty_account(me);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_deletion_terms()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  last_invoice date;
  purchases constant boolean := exists (select from public.nemus_orders o where o.user_id = me)
    or exists (select from public.nemus_invoices i where i.user_id = me and not i.is_sample)
    or exists (select from public.nemus_credit_entries c where c.institution_id = me);
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  select max(i.issued_on) into last_invoice from public.nemus_invoices i where i.user_id = me and not i.is_sample;
  return jsonb_build_object('purchases', purchases,
    'keep_until', case when purchases
      then make_date(extract(year from coalesce(last_invoice, now()::date))::int + 8, 12, 31) end,
    'credits', coalesce((select b.available_credits from public.nemus_credit_balances b where b.institution_id = me), 0),
    'places', (select count(*) from public.nemus_appointment_participations p
      join public.nemus_appointments a on a.id = p.appointment_id
      where p.user_id = me and p.status in ('confirmed', 'waitlist') and a.starts_at > now() and not a.is_sample),
    'trainees', (select count(*) from public.nemus_trainees t where t.institution_id = me and t.user_id is not null),
    'blocked_by', private.nemus_deletion_bar(me));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_end_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  if private.nemus_drop_calendar(p_teacher, p_room) then
    perform private.nemus_note_calendar('end_calendar', p_teacher, p_room);
  end if;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_enter_on_invoice (
  p_order       uuid,
  p_date        uuid,
  p_email       text,
  p_shown_cents integer,
  p_address     jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_enter_on_invoice"(uuid, uuid, text, integer, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_enter_person (
  p_date   uuid,
  p_email  text,
  p_way    text,
  p_reason text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course constant uuid := (select a.course_id from public.nemus_appointments a where a.id = p_date);
  date public.nemus_appointments;
  person uuid;
  reason text;
  facts jsonb;
  is_enrolled boolean;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse_field('way', 'choice') where coalesce(p_way, '') not in ('place', 'free', 'link');
  if p_way = 'free' then
    perform private.nemus_require_staff('orders');
    perform private.nemus_require_fresh_factor();
    reason := private.nemus_text_field(jsonb_build_object('reason', p_reason), 'reason', 300, true);
  end if;
  person := private.nemus_person_who_calls(p_email, p_way = 'free');
  facts := jsonb_build_object('name', private.nemus_holder(person));
  -- Locks as in nemus_choose_date: the enrolment first.
  if p_way = 'free' then
    -- Fires bookings/bookings, certificates/validity, courses/enrolments, credits/credits.
    insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type)
    select person, course, 'academy' where course is not null on conflict (user_id, course_id) do nothing;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where not found and course is not null;
  else
    perform from public.nemus_course_enrollments e where e.user_id = person and e.course_id = course for key share;
    is_enrolled := found;
    perform private.nemus_refuse(409, 'already_enrolled', facts) where is_enrolled and p_way = 'link';
    perform private.nemus_refuse(409, 'not_enrolled', facts) where not is_enrolled and p_way = 'place' and course is not null;
  end if;
  perform private.nemus_take_dates(p_date, false);
  select * into date from public.nemus_appointments a where a.id = p_date;
  if p_way = 'link' then
    perform private.nemus_check_buyable(course);
    perform private.nemus_refuse(409, 'date_closed') where private.nemus_change_deadline(date) <= now();
    insert into public.nemus_date_choices (user_id, course_id, date_id) values (person, course, p_date)
    on conflict (user_id, course_id) do update set date_id = excluded.date_id, created_at = now();
    perform private.nemus_notify(person, 'purchase_offered', 'purchase_offered:' || p_date || ':' || (now() at time zone 'Europe/Berlin')::date,
      jsonb_build_object('title', private.nemus_fact(date.title, '–'), 'starts_at', date.starts_at,
        'until', private.nemus_change_deadline(date)), '/seminar-catalog?kurs=' || course);
  else
    perform private.nemus_refuse(409, 'seminar_attended', '{"of": "staff"}') where private.nemus_has_attended(person, course);
    perform private.nemus_refuse(409, 'place_elsewhere', facts) where exists (
      select from private.nemus_held_dates(person, course) held where held.status = 'confirmed' and held.appointment_id <> p_date);
    if not exists (select from private.nemus_held_dates(person, course) held where held.appointment_id = p_date) then
      perform private.nemus_place_at(person, date);
    end if;
    if p_way = 'free' then
      perform private.nemus_notify(person, 'enrolled', 'enrolled:' || e.id, jsonb_build_object('title', private.nemus_fact(c.title, '–')),
        '/appointments')
      from public.nemus_course_enrollments e join public.nemus_courses c on c.id = e.course_id
      where e.user_id = person and e.course_id = course;
    end if;
  end if;
  perform private.nemus_note_act('enter_' || p_way, 'appointment_participations', p_date || ':' || person, null,
    jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return facts || (select jsonb_build_object('status', p.status, 'waitlist_position', p.waitlist_position)
    from (select 1) one left join public.nemus_appointment_participations p
      on p.appointment_id = p_date and p.user_id = person and p_way <> 'link');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_enter_receipts (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  line record;
  billed record;
  entered int := 0;
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_lines) is distinct from 'array'
    or jsonb_array_length(p_lines) not between 1 and 500;
  -- Always in the same order, so two statements that are entered at once wait for each other.
  for line in select l.* from jsonb_to_recordset(p_lines) as l (invoice_id uuid, amount_cents int, received_on date,
    reference text) order by l.invoice_id, l.amount_cents desc
  loop
    perform from public.nemus_invoices i where i.id = line.invoice_id for update;
    select * into billed from private.nemus_transfers(null, line.invoice_id);
    perform private.nemus_refuse(404, 'invoice_not_found') where billed.invoice_id is null or line.invoice_id is null;
    perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(billed.user_id);
    perform private.nemus_refuse(400, 'receipt_reference')
      where line.reference is null or char_length(btrim(line.reference)) not between 1 and 300
        or line.reference ~ '[[:cntrl:]]';
    perform private.nemus_refuse(400, 'receipt_day') where line.received_on is null
      or line.received_on not between billed.issued_on and (now() at time zone 'Europe/Berlin')::date;
    continue when exists (select from private.nemus_bank_receipts r where r.invoice_id = line.invoice_id
      and (r.amount_cents, r.received_on, r.reference) = (line.amount_cents, line.received_on, btrim(line.reference)));
    perform private.nemus_refuse(400, 'receipt_amount') where line.amount_cents is null or line.amount_cents = 0
      or abs(line.amount_cents) > 100000000 or billed.received_cents + line.amount_cents < 0;
    insert into private.nemus_bank_receipts (invoice_id, amount_cents, received_on, reference)
    values (line.invoice_id, line.amount_cents, line.received_on, btrim(line.reference));
    entered := entered + 1;
  end loop;
  return jsonb_build_object('entered', entered, 'known', jsonb_array_length(p_lines) - entered);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_enter_receipts"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_fulfil_checkout (
  p_session_id      text,
  p_amount_cents    integer,
  p_currency        text,
  p_payment_id      text                     DEFAULT NULL::text,
  p_subscription_id text                     DEFAULT NULL::text,
  p_period_end      timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
  processed boolean;
  missing jsonb;
  balance record;
begin
  -- Lock order: course, then order. Concurrent bookings wait.
  perform private.nemus_lock_course(o.course_id) from public.nemus_orders o
  where o.checkout_session_id = p_session_id and o.course_id is not null;
  select * into ordered from public.nemus_orders o where o.checkout_session_id = p_session_id for update;
  perform private.nemus_refuse(404, 'order_not_found') where not found;
  perform private.nemus_refuse(409, 'amount_mismatch')
    where p_amount_cents is distinct from ordered.amount_cents or lower(p_currency) is distinct from ordered.currency;
  processed := ordered.status in ('paid', 'returning', 'refunded', 'disputed');
  if not processed then
    perform private.nemus_refuse(400, 'subscription_missing')
      where ordered.kind = 'subscription' and p_subscription_id is null;
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), payment_id = p_payment_id, result_shown_at = null
    where o.id = ordered.id returning * into ordered;
    if ordered.kind <> 'subscription' and exists (select from private.nemus_deleted_accounts d where d.user_id = ordered.user_id) then
      missing := jsonb_build_object('reason', 'account_gone', 'places', greatest(cardinality(ordered.trainee_ids), 1));
    elsif ordered.kind = 'course' then
      missing := private.nemus_grant_course(ordered);
    elsif ordered.kind = 'credits' and not private.nemus_is_sold(ordered) then
      missing := '{"reason": "country_not_sold", "places": 1}';
    elsif ordered.kind = 'credits' then
      -- Fires credits/credits.
      insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
      values (ordered.user_id, 'purchase', ordered.credits, ordered.id::text);
    else
      missing := private.nemus_grant_subscription(ordered, p_subscription_id, p_period_end);
    end if;
    perform private.nemus_list_order(ordered, 'completed');
    if missing is not null then
      ordered := private.nemus_owe_refund(ordered, missing, p_subscription_id);
    end if;
    -- Nothing granted, nothing to invoice.
    perform private.nemus_invoice_order(ordered) where ordered.status = 'paid';
  end if;
  select b.available_credits, b.total_credits into balance from public.nemus_credit_balances b
  where b.institution_id = ordered.user_id;
  return jsonb_build_object('order_id', ordered.id, 'status', ordered.status, 'already_processed', processed,
    'kind', ordered.kind, 'credits_added', ordered.credits, 'available_credits', balance.available_credits,
    'total_credits', balance.total_credits, 'subscription_tier', ordered.tier,
    'returning_cents', ordered.returning_cents, 'return_reason', (select r.reason from private.nemus_refunds r
      where r.order_id = ordered.id order by r.created_at desc limit 1));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_leave_membership (
  p_institution uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  named constant text := private.nemus_member_name(me);
begin
  perform private.nemus_lock_members(p_institution);
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = p_institution and m.user_id = me;
  if found then
    perform private.nemus_notify_members(p_institution, array['administration'], 'member_left',
      'member_left:' || p_institution || ':' || gen_random_uuid(), jsonb_build_object('name', named), '/members');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_mark_attendance (
  p_appointment uuid,
  p_marks       jsonb,
  p_part        uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  users uuid[];
  a public.nemus_appointments;
  part record;
  mark record;
  wanted int;
  named jsonb;
begin
  perform private.nemus_require_staff('teaching');
  perform private.nemus_refuse(400, 'invalid_marks')
    where jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 1000;
  users := array(select distinct m.user_id from jsonb_to_recordset(p_marks) as m (user_id uuid)
    where m.user_id is not null);
  perform private.nemus_refuse(400, 'invalid_marks') where cardinality(users) <> jsonb_array_length(p_marks);
  select * into a from public.nemus_appointments x where x.id = p_appointment;
  perform private.nemus_lock_training(a.course_id, users);
  -- Read again under its lock: it may have been moved or cancelled.
  select * into a from public.nemus_appointments x where x.id = p_appointment for update;
  -- Of a date in parts that was cancelled after it had begun, what was recorded can still be corrected.
  if a.parts is null or a.cancelled_at is null or a.starts_at > a.cancelled_at then
    perform private.nemus_refuse_ticks(a);
  end if;
  select * into part from private.nemus_parts(a) t where t.id is not distinct from p_part;
  perform private.nemus_refuse(409, 'part_not_found') where not found;
  perform private.nemus_refuse(409, 'date_cancelled', '{"of": "attendance"}') where part.starts_at > a.cancelled_at;
  perform private.nemus_refuse(409, 'date_not_begun') where part.starts_at > now();
  for mark in
    select m.user_id, m.attendance, m.units, m.seen, p.user_id is not null as is_known, p.status,
      case when p_part is null then p.attendance else p.part_marks #>> array[p_part::text, 'attendance'] end as was,
      case when p_part is null then p.attended_units else (p.part_marks #>> array[p_part::text, 'units'])::int end as had,
      p.marks,
      exists (select from public.nemus_course_enrollments e where e.user_id = m.user_id and e.course_id = a.course_id) as is_enrolled
    from jsonb_to_recordset(p_marks) as m (user_id uuid, attendance text, units numeric, seen int)
    left join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = m.user_id
    order by m.user_id
  loop
    perform private.nemus_refuse(403, 'own_attendance') where mark.user_id = auth.uid();
    -- Reveals nothing about accounts that are not on the list, not even a name.
    perform private.nemus_refuse(409, 'no_place')
      where not mark.is_known or (mark.status not in ('confirmed', 'completed') and mark.was is null)
        -- Without an enrolment, attendance is taken back or corrected, never given.
        or (not mark.is_enrolled and mark.attendance in ('present', 'partial') and coalesce(mark.was, 'absent') = 'absent');
    perform private.nemus_refuse(409, 'date_cancelled', '{"of": "attendance"}')
      where a.cancelled_at is not null and mark.was is null;
    named := jsonb_build_object('name', private.nemus_holder(mark.user_id));
    if mark.attendance not in ('present', 'partial', 'absent') then
      perform private.nemus_refuse(400, 'invalid_marks');
    elsif mark.attendance = 'partial' and (mark.units is null or mark.units <> trunc(mark.units)
      or mark.units < 1 or mark.units >= part.units) then
      -- A date of one unit has no partial attendance; the message then names no maximum.
      perform private.nemus_refuse(400, 'invalid_units',
        named || jsonb_strip_nulls(jsonb_build_object('most', nullif(greatest(part.units - 1, 0), 0))));
    end if;
    wanted := case mark.attendance when 'present' then part.units when 'partial' then mark.units when 'absent' then 0 end;
    continue when (mark.attendance, wanted) is not distinct from (mark.was, mark.had);
    perform private.nemus_refuse(409, 'attendance_changed', named) where mark.seen is distinct from mark.marks;
    perform private.nemus_write_mark(a, p_part, mark.user_id, mark.attendance, wanted, 'list');
  end loop;
  return public.nemus_date_participants(a.id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_my_decisions (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1,
  p_size   integer DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (
    select e as entry, coalesce(e.confirmed_at, e.returned_at) as decided_at, e.id
    from public.nemus_logbook_entries e
    where e.state in ('confirmed', 'returned') and e.user_id <> auth.uid()
      and (e.decided_by = auth.uid() or (e.decided_by is null and e.confirmer_id in (select private.nemus_my_confirmers())
        and private.nemus_decided_here(e.confirmer_id, null, coalesce(e.confirmed_at, e.returned_at), e.is_sample)))
      and private.nemus_search_text(private.nemus_trainee_name(e.user_id, e.institution_id))
        like all (private.nemus_search_patterns(coalesce(p_search, '')))),
  page as (select m.* from mine m order by m.decided_at desc, m.id
    limit least(greatest(p_size, 1), 500) offset (greatest(p_page, 1) - 1) * least(greatest(p_size, 1), 500))
  select jsonb_build_object('total', (select count(*) from mine),
    'entries', coalesce((select jsonb_agg(private.nemus_entry_to_confirm(p.entry) - 'note' || jsonb_build_object(
        'state', (p.entry).state, 'decided_at', p.decided_at, 'as_deputy', (p.entry).decided_as_deputy,
        'may_undo', private.nemus_may_undo(p.entry))
      order by p.decided_at desc, p.id) from page p), '[]'))
$function$;

CREATE OR REPLACE FUNCTION public.nemus_note_payment_reminder (
  p_reminder uuid,
  p_sent     boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.nemus_payment_reminders r
  set sent_at = case when p_sent then now() end, claimed_at = case when p_sent then r.claimed_at end
  where r.id = p_reminder and r.sent_at is null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_notification_settings()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with me as (
    select p.user_id, p.user_type = 'institution'
      or exists (select from public.nemus_members m where m.user_id = p.user_id) as acts,
      coalesce(not s.email_notifications, false) as no_mail, coalesce(not s.sms_notifications, false) as no_sms
    from public.nemus_profiles p
    left join public.nemus_institution_settings s on s.institution_id = p.user_id
      and exists (select from public.nemus_members m where m.institution_id = p.user_id and m.user_id = p.user_id)
    where p.user_id = auth.uid())
  select coalesce(jsonb_agg(channels.said || jsonb_build_object('kind', k.kind) order by k.kind), '[]')
  from me, private.nemus_notification_kinds k, lateral (
    select jsonb_object_agg(way.channel, jsonb_build_object('mode', way.mode,
      'wanted', case way.mode when 'always' then true when 'never' then false else coalesce(
        (select c.wanted from public.nemus_notification_choices c
          where c.user_id = me.user_id and c.kind = k.kind and c.channel = way.channel), way.mode = 'on') end,
      'stopped', way.stopped and way.mode in ('on', 'off'))) as said
    from (values ('portal', k.portal, false), ('mail', k.mail, me.no_mail), ('sms', k.sms, me.no_sms))
      as way (channel, mode, stopped)) channels
  where k.audience = 'all' or case k.audience when 'institution' then me.acts else not exists (
    select from public.nemus_profiles p where p.user_id = me.user_id and p.user_type = 'institution') end
$function$;

CREATE OR REPLACE FUNCTION public.nemus_order_course (
  p_user_id     uuid,
  p_course_id   uuid,
  p_trainee_ids uuid[]  DEFAULT '{}'::uuid[],
  p_start       date    DEFAULT NULL::date,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  places constant int := cardinality(p_trainee_ids);
  payer constant public.nemus_profiles := private.nemus_order_payer(p_user_id, 'course', places > 0);
  course public.nemus_courses;
  ordered public.nemus_orders;
  price int;
  request uuid;
  answer jsonb;
begin
  perform private.nemus_refuse(400, 'invalid_order') where places = 0 and p_start is not null;
  perform private.nemus_refuse(409, 'members_book_for_trainees') where places = 0 and payer.user_id <> p_user_id;
  perform private.nemus_lock_course(p_course_id);
  perform private.nemus_check_buyable(p_course_id);
  select * into course from public.nemus_courses c where c.id = p_course_id and c.price_euros > 0;
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  price := round(course.price_euros * 100)::int;
  if places > 0 then
    perform private.nemus_check_start(p_start);
    perform private.nemus_check_trainees(payer.user_id, p_course_id, p_trainee_ids);
    request := private.nemus_check_spending(payer.user_id, p_user_id, p_course_id, p_trainee_ids, p_start, 0, price);
  elsif exists (select from public.nemus_course_enrollments e
    where e.user_id = payer.user_id and e.course_id = p_course_id)
    or exists (select from private.nemus_spare_places(payer.user_id, p_course_id)) then
    perform private.nemus_refuse(409, 'already_enrolled');
  else
    perform private.nemus_refuse_waiting(p_course_id, payer.user_id);
    perform private.nemus_refuse_above_limit(payer.user_id, p_user_id, 0, price);
  end if;
  ordered.kind := 'course';
  ordered.course_id := p_course_id;
  ordered.trainee_ids := p_trainee_ids;
  ordered.starts_on := p_start;
  -- An approved request keeps its date. What an institution chose is for its trainees.
  ordered.date_id := case when request is not null then (select r.date_id from public.nemus_booking_requests r where r.id = request)
    when places > 0 or payer.user_type = 'piw' then private.nemus_choice_of(p_user_id, p_course_id) end;
  ordered.title := course.title;
  ordered.amount_cents := price * greatest(places, 1);
  answer := private.nemus_write_order(payer, ordered, p_shown_cents);
  if request is not null then
    update public.nemus_booking_requests r set order_id = (answer ->> 'order_id')::uuid where r.id = request;
  end if;
  return answer;
exception
  -- The checks name trainees and days in their values; the payment functions pass on codes, and amounts.
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    declare
      code text;
    begin
      get stacked diagnostics code = pg_exception_hint;
      if code = 'price_changed' then
        raise;
      end if;
      raise exception using errcode = sqlstate, message = code, hint = code;
    end;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_order_credits (
  p_user_id     uuid,
  p_credits     integer,
  p_shown_cents integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.nemus_write_credit_order(private.nemus_order_payer(p_user_id, 'credits', true), p_credits, p_shown_cents,
    null, null)
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.nemus_order_credits_by_transfer (
  p_order       uuid,
  p_credits     integer,
  p_shown_cents integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('billing');
  payer public.nemus_profiles;
  offer jsonb;
  ordered public.nemus_orders;
begin
  perform private.nemus_refuse(400, 'invalid_order') where p_order is null or p_shown_cents is null;
  -- Orders of one buyer wait for each other: two of them cannot both use the rest of the limit.
  perform private.nemus_lock_orders(institution);
  select * into ordered from public.nemus_orders o where o.id = p_order;
  if not found then
    -- Terms that staff withdraws now count before or after, not in between.
    perform from private.nemus_transfer_terms t where t.institution_id = institution for share;
    offer := private.nemus_transfer_offer(institution);
    perform private.nemus_refuse(409, 'transfer_not_offered') where offer is null;
    perform private.nemus_refuse(409, 'transfer_overdue') where (offer ->> 'is_overdue')::boolean;
    perform private.nemus_refuse(409, 'transfer_address') where not (offer ->> 'has_address')::boolean;
    select * into payer from public.nemus_profiles p where p.user_id = institution;
    perform private.nemus_write_credit_order(payer, p_credits, p_shown_cents, p_order, 'invoice');
    -- Fires notifications/events.
    update public.nemus_orders o set status = 'paid', paid_at = now(), result_shown_at = now() where o.id = p_order
    returning * into ordered;
    perform private.nemus_refuse(409, 'transfer_limit', jsonb_build_object('left_cents', offer -> 'left_cents'))
      where ordered.amount_cents > (offer ->> 'left_cents')::int;
    -- Fires credits/credits.
    insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
    values (institution, 'purchase', ordered.credits, ordered.id::text);
    perform private.nemus_list_order(ordered, 'completed');
    perform private.nemus_invoice_order(ordered);
  end if;
  perform private.nemus_refuse(400, 'invalid_order')
    where ordered.user_id <> institution or ordered.payment_method is distinct from 'invoice' or ordered.credits <> p_credits;
  return (select to_jsonb(t) from private.nemus_transfers(institution) t where t.order_id = p_order);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_order_totals (
  p_search text DEFAULT NULL::text,
  p_status text DEFAULT NULL::text,
  p_kind   text DEFAULT NULL::text,
  p_from   date DEFAULT NULL::date,
  p_until  date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return (select jsonb_build_object('orders', count(*), 'paid', count(*) filter (where s.is_paid),
      'paid_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0), 'refunded_cents', coalesce(sum(s.refunded), 0),
      'disputed_cents', coalesce(sum(s.disputed), 0),
      'unpaid_cents', coalesce(sum(greatest(t.open_cents, 0)), 0),
      'kept_cents', coalesce(sum(s.amount) filter (where s.is_paid), 0) - coalesce(sum(s.refunded + s.disputed), 0))
    from private.nemus_selected_orders(p_search, p_status, p_kind, p_from, p_until, null, 0) s
    left join private.nemus_transfers() t on t.order_id = s.order_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_own_transfers()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('offer', private.nemus_transfer_offer(own.id),
    'invoices', (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('payment', i.payment)
        order by t.issued_on desc, t.number desc), '[]')
      from private.nemus_transfers(own.id) t join public.nemus_invoices i on i.id = t.invoice_id))
  from (select private.nemus_pays_for('billing') as id) own where own.id is not null
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_own_transfers"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_plan_parts (
  p_date   uuid,
  p_parts  jsonb,
  p_needed integer DEFAULT NULL::integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  old public.nemus_appointments;
  planned public.nemus_appointments;
  is_moved boolean;
begin
  perform private.nemus_begin_planning();
  select * into old from public.nemus_appointments a where a.id = p_date and a.course_id is not null;
  perform private.nemus_refuse(404, 'appointment_not_found') where not found;
  perform private.nemus_lock_training(old.course_id, array(select p.user_id
    from public.nemus_appointment_participations p where p.appointment_id = p_date and p.part_marks is not null));
  perform private.nemus_lock_dates(old.course_id);
  select * into old from public.nemus_appointments a where a.id = p_date for update;
  if old.cancelled_at is not null then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "cancelled"}');
  elsif (case when old.parts is null then old.starts_at else old.ends_at end) <= now() then
    perform private.nemus_refuse(409, 'date_unchangeable', '{"of": "over"}');
  end if;
  is_moved := private.nemus_write_parts(old, p_parts, p_needed);
  perform private.nemus_refuse_conflict(p_date);
  select * into planned from public.nemus_appointments a where a.id = p_date;
  if is_moved then
    perform private.nemus_tell_date(p_date, 'moved', jsonb_build_object('earlier_start', old.starts_at,
      'earlier_end', old.ends_at, 'gone', (select jsonb_agg(jsonb_build_object('id', coalesce(o.id, p_date),
          'starts_at', o.starts_at, 'ends_at', o.ends_at)) from private.nemus_parts(old) o
        where coalesce(o.id, p_date) not in (select coalesce(n.id, p_date) from private.nemus_parts(planned) n))));
  end if;
  -- Fires dates/attendance.
  update public.nemus_appointment_participations p set (attendance, attended_units) =
    (select s.attendance, s.units from private.nemus_sum_marks(planned, p.part_marks) s)
  where p.appointment_id = p_date and p.part_marks is not null
    -- A new count gives no paper to a person whose enrolment has ended.
    and exists (select from public.nemus_course_enrollments e where e.user_id = p.user_id and e.course_id = old.course_id);
  perform private.nemus_fill_places(p_date);
  return is_moved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_preview_dates (
  p_plan   jsonb,
  p_except uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  teachers uuid[];
  room public.nemus_rooms;
begin
  perform private.nemus_check_staff('teaching');
  teachers := private.nemus_planned_teachers(p_plan,
    array(select d.teacher_id from public.nemus_appointment_teachers d where d.appointment_id = p_except));
  room := private.nemus_planned_room(p_plan,
    array(select a.room_id from public.nemus_appointments a where a.id = p_except));
  return (select coalesce(jsonb_agg(jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at,
      'change_until', t.change_until, 'conflicts', private.nemus_date_conflicts(p_except, t.starts_at, t.ends_at,
        private.nemus_room(p_plan ->> 'format', coalesce(room.place, p_plan ->> 'location', '')), teachers),
      'holidays', private.nemus_holidays_in(t.starts_at, t.ends_at)) order by t.place), '[]')
    from private.nemus_planned_times(p_plan) t);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_read_calendar (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  calendar private.nemus_calendars;
begin
  -- Locked, so that an address renewed at this moment no longer answers.
  select * into calendar from private.nemus_calendars c where c.token_hash = private.nemus_token_hash(p_token) for update;
  if not found or private.nemus_is_blocked(calendar.user_id) or exists (select from public.nemus_teachers t
    where t.id = calendar.teacher_id and not t.is_active and not exists (select from public.nemus_appointment_teachers d
      join public.nemus_appointments a on a.id = d.appointment_id where d.teacher_id = t.id and a.ends_at > now())) then
    return null;
  elsif calendar.hour_from <= now() - interval '1 hour' then
    calendar.hour_from := now();
    calendar.reads := 0;
  elsif calendar.reads >= 60 then
    return jsonb_build_object('wait', ceil(extract(epoch from calendar.hour_from + interval '1 hour' - now()))::int);
  end if;
  update private.nemus_calendars c set reads = calendar.reads + 1, hour_from = calendar.hour_from, last_read_at = now()
  where c.id = calendar.id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', calendar.user_id)::text, true),
    set_config('request.jwt.claim.sub', coalesce(calendar.user_id::text, ''), true);
  return jsonb_build_object('name', coalesce(
      (select t.name from public.nemus_teachers t where t.id = calendar.teacher_id),
      (select r.name from public.nemus_rooms r where r.id = calendar.room_id)),
    'entries', coalesce((select jsonb_agg(e.entry order by e.entry ->> 'starts_at', e.entry ->> 'id') from (
      select distinct on (found.entry ->> 'id') found.entry from (
        select 1 as place, jsonb_build_object('id', m.id, 'title', m.title, 'starts_at', m.starts_at, 'ends_at', m.ends_at,
          'type', m.type, 'format', m.format, 'location', m.location, 'instructor', m.instructor,
          'is_sample', m.is_sample, 'is_own', true, 'status', m.status, 'sequence', m.calendar_sequence, 'changed_at', m.updated_at,
          'parts', m.parts) as entry
        from public.nemus_my_appointments m where m.ends_at > now() - interval '1 year'
        union all select 2, private.nemus_planned_entries(calendar.user_id, calendar.teacher_id, calendar.room_id)) found
      order by found.entry ->> 'id', found.place) e), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_enrollment (
  p_enrollment_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Fires bookings/bookings, certificates/validity, dates/choosing_dates.
  delete from public.nemus_course_enrollments e
  where e.id = p_enrollment_id and e.enrollment_type = 'institution_credits';
  perform private.nemus_refuse(404, 'enrollment_not_found') where not found;
  insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, course_id, reverses_id)
  select e.institution_id, 'spend_reversal', -e.amount, e.source_id, e.course_id, e.id
  from public.nemus_credit_entries e where e.kind = 'spend' and e.source_id = p_enrollment_id::text;
  -- Fires courses/catalogue, orders/letters.
  insert into public.nemus_transactions (user_id, reference, type, item_name, amount_cents, status, payment_method,
    credits_amount)
  select t.user_id, 'refund:' || t.reference, t.type, private.nemus_document_text('refund_of', left(t.item_name, 180)), 0, 'completed',
    'credits', -t.credits_amount
  from public.nemus_transactions t where t.reference = 'enrollment:' || p_enrollment_id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_refund_notices (
  p_payment_id text
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as (
    update private.nemus_refunds r set told_at = case when r.refunded_at is not null then now() end,
      failure_told_at = case when r.refunded_at is null then now() else r.failure_told_at end
    from public.nemus_orders o
    where o.id = r.order_id and o.payment_id = p_payment_id and case when r.refunded_at is null
      then r.is_held and r.failure_told_at is null
      -- Failed before the mail about it left.
      else r.told_at is null and not exists (select from private.nemus_refunds x where x.retries_id = r.id) end
    returning r.*, o.user_id, o.title)
  select coalesce(jsonb_agg(jsonb_build_object('refund_id', t.id, 'failed', t.refunded_at is null,
    -- Not `billing_email`, which may belong to another person: the mail names people.
    'email', private.nemus_letter_address(t.user_id),
    'name', coalesce(p.institution_name, btrim(p.first_name || ' ' || p.last_name)), 'user_type', p.user_type,
    'title', t.title, 'amount_cents', t.amount_cents, 'reason', t.reason, 'places', t.places, 'people', t.people,
    'transaction_id', (select x.id from public.nemus_transactions x where t.refunded_at is not null
      and (x.reference = 'owed:' || t.id or (t.reason = 'by_staff' and x.reference like 'refund:' || t.order_id || ':%'
        and x.occurred_at = t.refunded_at)) limit 1))), '[]')
  from told t join public.nemus_profiles p on p.user_id = t.user_id
  -- A deleted account has no mailbox.
  where not exists (select from private.nemus_deleted_accounts d where d.user_id = t.user_id)
$function$;

CREATE OR REPLACE FUNCTION public.nemus_remove_member (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_begin_member_change();
begin
  perform private.nemus_refuse(409, 'founder_stays') where p_user = institution and p_user <> auth.uid();
  -- Fires bookings/seats, institutions/members, notifications/notifications, sessions/fresh_factors.
  delete from public.nemus_members m where m.institution_id = institution and m.user_id = p_user;
  if found and p_user <> auth.uid() then
    perform private.nemus_notify(p_user, 'member_removed', 'member_removed:' || institution || ':' || gen_random_uuid(),
      jsonb_build_object('institution', private.nemus_inviting_name(institution)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_remove_sample_data()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me uuid;
  given uuid[];
  courses text[];
  removed int := 0;
  counted int;
begin
  me := case when private.nemus_is_institution() then private.nemus_require_member('administration') else auth.uid() end;
  -- Serializes two clicks; the second finds nothing left.
  perform from public.nemus_profiles p where p.user_id = me for no key update;

  -- Locked in order of ids, like single cancellations, to avoid deadlocks.
  select array_agg(a.id) into given from (
    select a.id from public.nemus_appointments a
    join public.nemus_appointment_participations p on p.appointment_id = a.id and p.user_id = me
    where a.is_sample order by a.id for update of a) as a;
  -- Fires dates/choosing_dates.
  delete from public.nemus_appointment_participations p where p.user_id = me and p.appointment_id = any (given);
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Fires certificates/certificates.
  delete from public.nemus_appointments a where a.id = any (given)
    and not exists (select from public.nemus_appointment_participations p where p.appointment_id = a.id);
  delete from public.nemus_certificates c where c.user_id = me and c.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;

  with gone as (
    delete from public.nemus_module_progress p where p.user_id = me and p.is_sample returning p.module_id)
  select array_agg(distinct m.course_id), count(*) into courses, counted
  from gone join public.nemus_learning_modules m on m.id = gone.module_id;
  removed := removed + counted;
  perform private.nemus_count_course(me, c) from unnest(courses) as c order by c;
  perform private.nemus_count_enrolment(me, c.seminar_id, true)
  from public.nemus_learning_courses c where c.id = any (courses) and c.seminar_id is not null order by c.seminar_id;
  delete from public.nemus_learning_progress p
  where p.user_id = me and p.course_id = any (courses) and p.status = 'not_started';

  delete from public.nemus_competency_targets t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Its own entries; of a demonstration also those that its sample trainees sent to its sample confirmers.
  with recursive gone as (
    select e.id from public.nemus_logbook_entries e where e.is_sample and (e.user_id = me or exists (
      select from public.nemus_confirmers c
      join public.nemus_trainees t on t.institution_id = c.institution_id and t.user_id = e.user_id and t.is_sample
      where c.id = e.confirmer_id and c.institution_id = me and c.is_sample))
    union
    select r.id from gone g join public.nemus_logbook_entries r on r.corrects = g.id)
  -- Fires logbook/cohort, logbook/entries.
  delete from public.nemus_logbook_entries e using gone g where e.id = g.id;
  get diagnostics counted = row_count;
  removed := removed + counted;
  update public.nemus_logbook_sites s set is_sample = false where s.user_id = me and s.is_sample
    and exists (select from public.nemus_logbook_entries e where e.site_id = s.id);
  delete from public.nemus_logbook_sites s where s.user_id = me and s.is_sample;
  update public.nemus_logbook_cases c set is_sample = false where c.user_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.case_id = c.id);
  delete from public.nemus_logbook_cases c where c.user_id = me and c.is_sample;
  update public.nemus_confirmers c set is_sample = false where c.institution_id = me and c.is_sample
    and exists (select from public.nemus_logbook_entries e where e.confirmer_id = c.id);
  delete from public.nemus_confirmers c where c.institution_id = me and c.is_sample;
  -- A demonstration's link of the trainee ends.
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set user_id = null, linked_at = null where t.user_id = me and t.is_sample;

  -- Fires bookings/bookings.
  delete from public.nemus_course_bookings b where b.institution_id = me and b.origin = 'sample';
  get diagnostics counted = row_count;
  removed := removed + counted;
  -- Locked first, so that no booking or order for them goes unnoticed.
  perform from public.nemus_trainees t where t.institution_id = me and t.is_sample order by t.id for update;
  -- Fires bookings/bookings, trainees/trainees.
  update public.nemus_trainees t set is_sample = false
  where t.institution_id = me and t.is_sample and (
    exists (select from public.nemus_booking_participants p where p.trainee_id = t.id)
    or exists (select from public.nemus_confirmer_roles r where r.trainee_id = t.id)
    or exists (select from public.nemus_logbook_entries e
      where e.user_id = t.user_id and e.institution_id = me and not e.is_sample)
    or exists (select from public.nemus_orders o where o.user_id = me and t.id = any (o.trainee_ids)
      and o.status not in ('failed', 'expired')));
  delete from public.nemus_trainees t where t.institution_id = me and t.is_sample;
  get diagnostics counted = row_count;
  removed := removed + counted;
  delete from public.nemus_transactions t where t.user_id = me and t.is_sample;
  get diagnostics counted = row_count;
  return removed + counted;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_renew_calendar (
  p_teacher uuid DEFAULT NULL::uuid,
  p_room    uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Two random uuids: 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.nemus_take_calendar(p_teacher, p_room);
  perform private.nemus_refuse(404, 'teacher_not_found')
    where p_teacher is not null and not exists (select from public.nemus_teachers t where t.id = p_teacher);
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  perform private.nemus_drop_calendar(p_teacher, p_room);
  insert into private.nemus_calendars (token_hash, user_id, teacher_id, room_id)
  values (private.nemus_token_hash(token), case when num_nonnulls(p_teacher, p_room) = 0 then auth.uid() end, p_teacher,
    p_room);
  perform private.nemus_note_calendar('renew_calendar', p_teacher, p_room);
  return token;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_request_booking (
  p_course   uuid,
  p_trainees uuid[],
  p_payment  text,
  p_start    date   DEFAULT NULL::date,
  p_note     text   DEFAULT ''::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  institution constant uuid := private.nemus_require_member('booking');
  trainees constant uuid[] := array(select distinct t from unnest(p_trainees) t where t is not null order by t);
  course record;
  places constant int := cardinality(trainees);
  request public.nemus_booking_requests;
begin
  perform private.nemus_refuse(400, 'invalid_order')
    where p_payment is null or p_payment not in ('credits', 'card') or places > 200 or char_length(p_note) > 500;
  perform private.nemus_lock_course(p_course);
  perform private.nemus_check_buyable(p_course);
  select c.title, case when p_payment = 'credits' then c.credit_cost else 0 end as credits,
    case when p_payment = 'card' then round(c.price_euros * 100)::int else 0 end as cents into course
  from public.nemus_courses c where c.id = p_course and (p_payment = 'credits' or c.price_euros > 0);
  perform private.nemus_refuse(404, 'course_not_found') where not found;
  perform private.nemus_check_start(p_start);
  perform private.nemus_check_trainees(institution, p_course, trainees);
  perform private.nemus_check_budgets(institution, trainees, course.credits, course.cents);
  perform private.nemus_refuse(409, 'no_approval_needed')
    where not private.nemus_is_above_limit(institution, course.credits * places, course.cents * places)
      or private.nemus_administers(auth.uid(), institution);
  if exists (select from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting'
    and r.course_id = p_course and r.trainee_ids && trainees) then
    perform private.nemus_refuse(409, 'request_open');
  end if;
  if (select count(*) from public.nemus_booking_requests r where r.institution_id = institution and r.state = 'waiting')
    >= 200 then
    perform private.nemus_refuse(409, 'too_many_booking_requests');
  end if;
  insert into public.nemus_booking_requests (institution_id, requested_by, course_id, course_name, trainee_ids, starts_on,
    payment, credits, cents, note, date_id)
  values (institution, auth.uid(), p_course, course.title, trainees, p_start, p_payment, course.credits * places,
    course.cents * places, btrim(coalesce(p_note, '')), private.nemus_choice_of(auth.uid(), p_course)) returning * into request;
  perform private.nemus_notify_members(institution, array['administration'], 'approval_requested',
    'approval_requested:' || request.id, jsonb_build_object('course', request.course_name,
      'by', private.nemus_member_name(auth.uid())),
    '/course-bookings?ansicht=freigaben');
  return request.id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_resend_for_institution (
  p_trainee uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainee public.nemus_trainees;
  last_one public.nemus_invitations;
  sent jsonb;
begin
  perform private.nemus_require_staff('people');
  -- The lock of nemus_begin_inviting, before any row lock.
  perform pg_advisory_xact_lock(hashtext('nemus_sent_invitations'));
  select * into trainee from public.nemus_trainees t where t.id = p_trainee for update;
  perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person"}') where not found;
  perform private.nemus_require_approval(trainee.institution_id);
  perform private.nemus_refuse(409, 'trainee_linked') where trainee.user_id is not null;
  select * into last_one from public.nemus_invitations i where i.trainee_id = trainee.id
  order by i.created_at desc, i.id limit 1;
  perform private.nemus_refuse(404, 'invitation_invalid', '{"of": "trainee"}')
    where last_one.id is null or last_one.declined_at is not null
      or (last_one.revoked_at is not null and not last_one.is_readdressed);
  sent := private.nemus_send_invitation(trainee);
  perform private.nemus_note_act('resend_invitation', 'trainees', p_trainee::text, null,
    jsonb_build_object('institution_id', trainee.institution_id, 'email', sent ->> 'email'));
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_retire_learning_course (
  p_course text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  course public.nemus_learning_courses;
begin
  perform private.nemus_require_staff('catalogue');
  select * into course from public.nemus_learning_courses c where c.id = p_course for update;
  perform private.nemus_refuse(404, 'learning_draft_not_found') where not found;
  perform private.nemus_refuse(409, 'learning_course_needed')
    where exists (select from public.nemus_courses s where s.id = course.seminar_id and s.is_active)
      or private.nemus_is_course_unfinished(course.seminar_id);
  update public.nemus_learning_courses c set is_active = false where c.id = p_course;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_retry_set_aside (
  p_job  text,
  p_item text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  command constant text := (select j.command from private.nemus_jobs j where j.name = 'nemus-' || p_job);
  letter constant uuid := case when p_item ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_item::uuid end;
begin
  perform private.nemus_require_staff('orders');
  delete from private.nemus_set_aside s where s.job = p_job and s.item = p_item;
  perform private.nemus_refuse(404, 'set_aside_not_found') where not found or command is null;
  update private.nemus_notification_sendings s set attempts = 0, claimed_at = null where s.id = letter and s.sent_at is null;
  update private.nemus_date_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_trainee_letters l set attempts = 0, claimed_at = null, tried_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_sign_off_letters l set attempts = 0, claimed_at = null where l.id = letter and l.sent_at is null;
  update private.nemus_purchase_letters l set attempts = 0, claimed_at = null, tried_at = null
  where l.transaction_id = letter and l.sent_at is null;
  update private.nemus_payment_reminders r set attempts = 0, claimed_at = null, tried_at = null
  where r.id = letter and r.sent_at is null;
  update public.nemus_sms s set state = 'waiting', reason = null, attempts = 0, claimed_at = null
  where s.id = letter and s.sent_at is null and s.drop_after > now() and (s.state = 'waiting' or s.reason = 'failed')
    and exists (select from public.nemus_phones p where p.id = s.phone_id and p.ended_at is null);
  perform private.nemus_note_act('retry_set_aside', 'jobs', p_job || ':' || p_item, null, null);
  perform set_config(name, '', true) from unnest(array['nemus.staff', 'request.jwt.claims', 'request.jwt.claim.sub']) as name;
  execute command;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer (
  p_name      text,
  p_email     text,
  p_confirmer uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fields constant jsonb := jsonb_build_object('name', p_name, 'email', p_email);
  called text;
  mailbox text;
  other text;
  person public.nemus_confirmers;
begin
  perform private.nemus_begin_naming();
  called := regexp_replace(private.nemus_text_field(fields, 'name', 200, true), '\s+', ' ', 'g');
  mailbox := lower(private.nemus_mail_address(private.nemus_text_field(fields, 'email', 255, true)) collate "C");
  perform private.nemus_refuse_field('email', 'email')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$';
  select c.name into other from public.nemus_confirmers c
  where c.institution_id = private.nemus_acts_for('confirming') and lower(c.email) = lower(mailbox) and c.ended_at is null
    and c.id is distinct from p_confirmer;
  perform private.nemus_refuse(409, 'confirmer_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_confirmer is null then
    if (select count(*) from public.nemus_confirmers c where c.institution_id = private.nemus_acts_for('confirming') and c.ended_at is null) >= 500
    then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 500}');
    end if;
    -- Fires logbook/confirmers.
    insert into public.nemus_confirmers (institution_id, name, email) values (private.nemus_acts_for('confirming'), called, mailbox)
    returning * into person;
    return person.id;
  end if;
  person := private.nemus_own_confirmer(p_confirmer);
  perform private.nemus_refuse(409, 'confirmer_accepted', '{"field": "email"}')
    where person.user_id is not null and lower(person.email) <> mailbox;
  -- The row is locked here, and shared by a decision until it is stored.
  perform private.nemus_refuse(409, 'confirmer_confirmed', '{"field": "name"}')
    where person.name <> called and exists (select from public.nemus_logbook_entries e
      where e.state = 'confirmed' and ((e.confirmer_id = person.id and not e.decided_as_deputy)
        or (e.decided_by = person.user_id and e.institution_id = person.institution_id)));
  perform private.nemus_refuse(409, 'confirmer_awaited', '{"field": "email"}')
    where lower(person.email) <> mailbox and exists (select from public.nemus_logbook_entries e
      where e.confirmer_id = person.id and e.state = 'submitted' and not private.nemus_is_linked_entry(e));
  -- Fires logbook/confirmers, logbook/sign_off_links.
  update public.nemus_confirmers c set name = called, email = mailbox, is_sample = false where c.id = person.id;
  return person.id;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_course (
  p_id       uuid,
  p_fields   jsonb,
  p_expected timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written public.nemus_courses;
  course public.nemus_courses;
  changed text;
begin
  perform private.nemus_require_staff('catalogue');
  written := private.nemus_read_course(p_id, p_fields);
  if p_expected is null then
    insert into public.nemus_courses as c (id, title, description, competency, difficulty, theory_units,
      practical_units, elearning_units, duration_hours, has_dates, price_euros, credit_cost, is_premium, zfu_status,
      zfu_number, agenda, is_active)
    values (p_id, written.title, written.description, written.competency, written.difficulty, written.theory_units,
      written.practical_units, written.elearning_units, written.duration_hours, written.has_dates,
      written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
      written.agenda, false)
    on conflict (id) do nothing returning c.* into course;
    if not found then
      select * into course from public.nemus_courses c where c.id = p_id;
      perform private.nemus_refuse(409, 'course_changed')
        where (course.title, course.description, course.competency, course.difficulty, course.theory_units,
            course.practical_units, course.elearning_units, course.has_dates, course.price_euros, course.credit_cost,
            course.is_premium, course.zfu_status, course.zfu_number, course.agenda)
          is distinct from (written.title, written.description, written.competency, written.difficulty,
            written.theory_units, written.practical_units, written.elearning_units, written.has_dates,
            written.price_euros, written.credit_cost, written.is_premium, written.zfu_status, written.zfu_number,
            written.agenda);
    end if;
    return to_jsonb(course);
  end if;
  course := private.nemus_open_course(p_id, p_expected);
  changed := case
    when course.competency <> written.competency then 'competency'
    when course.theory_units <> written.theory_units then 'theory_units'
    when course.practical_units <> written.practical_units then 'practical_units'
    when course.elearning_units <> written.elearning_units then 'elearning_units'
    when course.has_dates <> written.has_dates then 'has_dates' end;
  perform private.nemus_refuse(409, 'course_sold', jsonb_build_object('field', changed))
    where changed is not null and private.nemus_course_is_sold(p_id);
  -- Older courses may have a duration that is not the sum of the units. It stays until the units change.
  if changed is null then
    written.duration_hours := course.duration_hours;
  end if;
  update public.nemus_courses c set title = written.title, description = written.description,
    competency = written.competency, difficulty = written.difficulty, theory_units = written.theory_units,
    practical_units = written.practical_units, elearning_units = written.elearning_units,
    duration_hours = written.duration_hours, has_dates = written.has_dates, price_euros = written.price_euros,
    credit_cost = written.credit_cost, is_premium = written.is_premium, zfu_status = written.zfu_status,
    zfu_number = written.zfu_number,
    -- Forms of earlier releases have no agenda.
    agenda = case when p_fields ? 'agenda' then written.agenda else c.agenda end
  where c.id = p_id returning * into course;
  return to_jsonb(course);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_room (
  p_name      text,
  p_address   text,
  p_capacity  integer,
  p_is_active boolean DEFAULT true,
  p_room      uuid    DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  called constant text := private.nemus_room_line('name', p_name, 1, 100);
  at_address constant text := private.nemus_room_line('address', p_address, 0, 190);
  saved public.nemus_rooms;
  moved uuid[];
begin
  perform private.nemus_begin_planning();
  perform private.nemus_refuse(400, 'capacity_invalid', '{"field": "capacity", "most": 1000}')
    where p_capacity is null or p_capacity not between 1 and 1000;
  perform private.nemus_refuse(404, 'room_not_found')
    where p_room is not null and not exists (select from public.nemus_rooms r where r.id = p_room);
  begin
    insert into public.nemus_rooms as r (id, name, address, capacity, is_active)
    values (coalesce(p_room, gen_random_uuid()), called, at_address, p_capacity, coalesce(p_is_active, true))
    on conflict (id) do update set name = excluded.name, address = excluded.address, capacity = excluded.capacity,
      is_active = coalesce(p_is_active, r.is_active)
    returning * into saved;
  exception when unique_violation then
    perform private.nemus_refuse(409, 'room_exists', '{"field": "name"}');
  end;
  moved := private.nemus_rename_place(saved);
  -- Fires certificates/certificates.
  update public.nemus_appointments a set room_id = saved.id
  where a.room_id is null and private.nemus_room(a.format, a.location) = private.nemus_room('', saved.place)
    and a.course_id is not null and a.cancelled_at is null and a.ends_at > now();
  return jsonb_build_object('id', saved.id, 'dates', to_jsonb(moved));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_save_teacher (
  p_name      text,
  p_email     text    DEFAULT NULL::text,
  p_is_active boolean DEFAULT true,
  p_teacher   uuid    DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  called constant text := regexp_replace(btrim(coalesce(p_name, '')), '\s+', ' ', 'g');
  mailbox constant text := nullif(private.nemus_mail_address(p_email), '');
  other text;
  saved uuid;
begin
  perform private.nemus_require_staff('teaching');
  perform pg_advisory_xact_lock(hashtextextended('nemus_teachers', 0));
  perform private.nemus_refuse(400, 'teacher_name_invalid', '{"field": "name"}')
    where char_length(called) not between 1 and 200 or called ~ '[[:cntrl:]]';
  perform private.nemus_refuse(400, 'teacher_email_invalid', '{"field": "email"}')
    where mailbox !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(mailbox) > 255;
  select t.name into other from public.nemus_teachers t
  where lower(t.email) = lower(mailbox) and t.id is distinct from p_teacher;
  perform private.nemus_refuse(409, 'teacher_email_taken', jsonb_build_object('field', 'email', 'name', other))
    where found;
  if p_teacher is null then
    -- Fires dates/teacher_tables.
    insert into public.nemus_teachers (name, email, is_active) values (called, mailbox, coalesce(p_is_active, true))
    returning id into saved;
    return saved;
  end if;
  -- Fires dates/calendars, dates/teacher_tables.
  update public.nemus_teachers t set name = called, email = mailbox, is_active = coalesce(p_is_active, t.is_active)
  where t.id = p_teacher returning t.id into saved;
  perform private.nemus_refuse(404, 'teacher_not_found', '{"field": "teacher_ids"}') where saved is null;
  perform private.nemus_name_teachers(a.id)
  from public.nemus_appointments a join public.nemus_appointment_teachers d on d.appointment_id = a.id
  where d.teacher_id = saved and a.starts_at > now() and a.cancelled_at is null;
  return saved;
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_seminar_titles()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('catalogue');
  return (select coalesce(jsonb_agg(c.title order by c.id), '[]') from public.nemus_courses c);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_seminar_titles"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_set_bookkeeping (
  p_settings jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given record;
begin
  perform private.nemus_require_staff('orders');
  -- Pages from before transfers name no accounts for them.
  select jsonb_build_object('receivable_account', s.value -> 'receivable_account', 'bank_account', s.value -> 'bank_account')
    || p_settings into p_settings from private.nemus_settings s where s.key = 'bookkeeping';
  for given in select f.field, p_settings ->> f.field as value, f.form from (values ('consultant', '^([1-9]\d{3,6})?$'),
      ('client', '^([1-9]\d{0,4})?$'), ('account_length', '^[4-8]$'), ('year_starts', '^([1-9]|1[0-2])$')) as f (field, form)
    union all select f.field, coalesce(p_settings #>> string_to_array(f.path, '.'), 'missing'),
      format('^(\d{%s})?$', coalesce(substring(p_settings ->> 'account_length' from '^[4-8]$'), '4'))
    from (values ('money_account', 'money_account'), ('balance_account', 'balance_account'), ('fee_account', 'fee_account'),
      ('receivable_account', 'receivable_account'), ('bank_account', 'bank_account'),
      ('19', 'revenue_accounts.19'), ('7', 'revenue_accounts.7'), ('0', 'revenue_accounts.0'), ('AE', 'revenue_accounts.AE'),
      ('O', 'revenue_accounts.O'), ('voucher', 'revenue_accounts.voucher')) as f (field, path)
  loop
    perform private.nemus_refuse_field(given.field, 'number_form')
      where given.value is null or given.value !~ given.form;
  end loop;
  update private.nemus_settings s set value = jsonb_build_object('consultant', p_settings ->> 'consultant',
    'client', p_settings ->> 'client', 'account_length', (p_settings ->> 'account_length')::int,
    'year_starts', (p_settings ->> 'year_starts')::int, 'money_account', p_settings ->> 'money_account',
    'balance_account', p_settings ->> 'balance_account', 'fee_account', p_settings ->> 'fee_account',
    'receivable_account', p_settings ->> 'receivable_account', 'bank_account', p_settings ->> 'bank_account',
    'revenue_accounts', (select jsonb_object_agg(a.key, a.value) from jsonb_each_text(p_settings -> 'revenue_accounts') as a
      where a.key in ('19', '7', '0', 'AE', 'O', 'voucher'))) where s.key = 'bookkeeping';
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_set_transfer_terms (
  p_institution uuid,
  p_days        integer DEFAULT NULL::integer,
  p_limit_cents integer DEFAULT NULL::integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_require_staff('orders');
  perform private.nemus_require_fresh_factor();
  perform private.nemus_refuse(404, 'account_not_found') where not exists (select from public.nemus_profiles p
    where p.user_id = p_institution and p.user_type = 'institution' and p.institution_name is not null);
  perform private.nemus_refuse(403, 'second_person') where private.nemus_is_institution_of_caller(p_institution);
  if p_days is null then
    update private.nemus_transfer_terms t set withdrawn_at = now()
    where t.institution_id = p_institution and t.withdrawn_at is null;
    return;
  end if;
  perform private.nemus_refuse(400, 'transfer_terms')
    where p_days not between 1 and 90 or p_limit_cents is null or p_limit_cents not between 1 and 100000000;
  insert into private.nemus_transfer_terms (institution_id, days, limit_cents) values (p_institution, p_days, p_limit_cents)
  on conflict (institution_id) do update
  set days = excluded.days, limit_cents = excluded.limit_cents, withdrawn_at = null;
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_account (
  p_user uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account public.nemus_profiles;
begin
  perform private.nemus_check_staff('people');
  select * into account from public.nemus_profiles p where p.user_id = p_user;
  perform private.nemus_refuse(404, 'account_not_found') where not found;
  return jsonb_build_object('user_id', account.user_id, 'name', private.nemus_account_name(account),
    'email', account.email, 'user_type', account.user_type, 'registered_at', account.created_at,
    'is_own', account.user_id = auth.uid(), 'is_blocked', private.nemus_is_blocked(account.user_id),
    'block', (select jsonb_build_object('reason', b.reason, 'since', b.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = b.blocked_by))
      from private.nemus_blocked_accounts b where b.user_id = account.user_id),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('role', s.role, 'since', s.created_at,
        'by', (select private.nemus_account_name(p) from public.nemus_profiles p where p.user_id = s.granted_by))
      order by s.role), '[]') from public.nemus_staff s where s.user_id = account.user_id),
    'links', (select coalesce(jsonb_agg(to_jsonb(link) - 'place' order by link.place), '[]') from (
      select t.id as trainee_id, t.linked_at,
        case when account.user_type = 'institution' then btrim(t.first_name || ' ' || t.last_name)
          else coalesce(private.nemus_inviting_name(t.institution_id), '') end as name,
        case when account.user_type = 'institution' then coalesce(t.account_email, t.email) end as email,
        case when account.user_type = 'institution' then t.user_id else t.institution_id end as user_id,
        (select jsonb_build_object('last_sent_at', i.last_sent_at, 'sent_count', i.sent_count,
            'expires_at', i.expires_at, 'is_open', i.is_open and i.expires_at > now(), 'declined_at', i.declined_at)
          from public.nemus_invitations i where i.trainee_id = t.id order by i.created_at desc, i.id limit 1) as invitation,
        row_number() over (order by t.created_at desc, t.id) as place
      from public.nemus_trainees t
      where case when account.user_type = 'institution' then t.institution_id = account.user_id
        else t.user_id = account.user_id end
      order by place limit 50) link),
    'enrolments', (select coalesce(jsonb_agg(to_jsonb(e) order by e.enrolled_at desc), '[]') from (
      select x.id as enrolment_id, c.title, x.enrollment_type, x.status, x.progress_percentage, x.enrolled_at
      from public.nemus_course_enrollments x join public.nemus_courses c on c.id = x.course_id
      where x.user_id = account.user_id order by x.enrolled_at desc limit 50) e),
    'dates', case when private.nemus_is_staff('teaching') then (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.starts_at desc, d.appointment_id), '[]') from (
        select a.id as appointment_id, a.title, a.starts_at, a.ends_at, jsonb_array_length(a.parts) as parts, x.status,
          x.waitlist_position, a.cancelled_at is not null as is_cancelled
        from public.nemus_appointment_participations x join public.nemus_appointments a on a.id = x.appointment_id
        where x.user_id = account.user_id and a.course_id is not null order by a.starts_at desc, a.id limit 50) d) end,
    'certificates', (select coalesce(jsonb_agg(to_jsonb(k) order by k.issued_on desc, k.number), '[]') from (
      select x.number, x.title, x.kind, x.issued_on, private.nemus_revoked_at(x.id) as revoked_at
      from public.nemus_certificates x where x.user_id = account.user_id and not x.is_sample
      order by x.issued_on desc, x.number limit 50) k),
    'approval', (select jsonb_build_object('approved_name', a.approved_name, 'approved_at', a.approved_at,
        'withdrawn_at', a.withdrawn_at)
      from public.nemus_institution_approvals a where a.institution_id = account.user_id),
    'orders', case when private.nemus_is_staff('orders') then (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.created_at desc), '[]') from (
        select x.id as order_id, x.title, x.status, x.amount_cents, x.refunded_cents, x.created_at
        from public.nemus_orders x where x.user_id = account.user_id order by x.created_at desc limit 20) o) end)
    || (select jsonb_build_object('confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at)
      from auth.users u where u.id = account.user_id);
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_staff_courses (
  p_search     text    DEFAULT ''::text,
  p_state      text    DEFAULT NULL::text,
  p_page       integer DEFAULT 1,
  p_competency text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  words constant text[] := private.nemus_search_patterns(p_search);
  skipped constant int := (least(greatest(coalesce(p_page, 1), 1), 100000) - 1) * 50;
  hits uuid[];
  states jsonb;
  shown uuid[];
begin
  if not private.nemus_is_staff('catalogue') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if cardinality(words) > 0 then
    -- One condition per word, so that the index combines them. A single word may occur in every title.
    select coalesce(array_agg(found.id), '{}') into hits from (
      select c.id from public.nemus_courses c
      where c.search_text like words[1]
        and (words[2] is null or c.search_text like words[2])
        and (words[3] is null or c.search_text like words[3])
        and (words[4] is null or c.search_text like words[4])
        and (words[5] is null or c.search_text like words[5])
        and (words[6] is null or c.search_text like words[6])
      -- Unsorted: sorting all hits of a common word takes seconds.
      limit 201) as found;
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_competency is null or c.competency = p_competency) group by c.state) as counted;
    select coalesce(array_agg(page.id), '{}') into shown from (
      select c.id from public.nemus_courses c
      where c.id = any (hits[:200]) and (p_state is null or c.state = p_state)
        and (p_competency is null or c.competency = p_competency)
      order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
  else
    select jsonb_object_agg(counted.state, counted.count) into states from (
      select c.state, count(*) from public.nemus_courses c
      where p_competency is null or c.competency = p_competency group by c.state) as counted;
    if p_state is null then
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where p_competency is null or c.competency = p_competency
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    else
      select coalesce(array_agg(page.id), '{}') into shown from (
        select c.id from public.nemus_courses c where c.state = p_state and (p_competency is null or c.competency = p_competency)
        order by private.nemus_sort_key(c.title), c.id limit 50 offset skipped) as page;
    end if;
  end if;
  states := '{"draft": 0, "published": 0, "retired": 0}'::jsonb || coalesce(states, '{}');
  return jsonb_build_object('states', states, 'is_capped', coalesce(cardinality(hits) > 200, false),
    'total', case when p_state is null
      then (states ->> 'draft')::int + (states ->> 'published')::int + (states ->> 'retired')::int
      else coalesce((states ->> p_state)::int, 0) end,
    'courses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'competency', c.competency,
        'difficulty', c.difficulty, 'state', c.state, 'duration_hours', c.duration_hours, 'price_euros', c.price_euros,
        'credit_cost', c.credit_cost, 'is_premium', c.is_premium, 'has_dates', c.has_dates, 'zfu_status', c.zfu_status,
        'updated_at', c.updated_at, 'enrolled', (select count(*) from public.nemus_course_enrollments e
          where e.course_id = c.id)) order by private.nemus_sort_key(c.title), c.id), '[]')
      from public.nemus_courses c where c.id = any (shown)));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_rooms()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('teaching');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'address', r.address, 'place', r.place,
      'capacity', r.capacity, 'is_active', r.is_active, 'coming', d.coming, 'told', d.told, 'too_many', d.too_many)
      order by private.nemus_sort_key(r.place), r.id), '[]')
    from public.nemus_rooms r cross join lateral (
      select count(*) as coming, coalesce(sum(t.told), 0) as told,
        count(*) filter (where a.format = 'Präsenz' and a.capacity > r.capacity) as too_many
      from private.nemus_dates_in_room(r.id) a cross join lateral (
        select count(*) as told from public.nemus_appointment_participations p
        where p.appointment_id = a.id and p.status in ('confirmed', 'waitlist')) t) d);
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_rooms"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_transfer_terms (
  p_search text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  search constant text := nullif(btrim(coalesce(p_search, '')), '');
  ids uuid[];
begin
  perform private.nemus_check_staff('orders');
  ids := case when search is null then array(select t.institution_id from private.nemus_transfer_terms t)
    else array(select p.user_id from private.nemus_found_accounts(search) p
      where p.user_type = 'institution' and p.institution_name is not null limit 20) end;
  return (select coalesce(jsonb_agg(jsonb_build_object('institution_id', p.user_id, 'name', private.nemus_account_name(p),
      'email', p.email, 'days', t.days, 'limit_cents', t.limit_cents, 'withdrawn_at', t.withdrawn_at,
      'updated_at', t.updated_at, 'is_own', private.nemus_is_institution_of_caller(p.user_id),
      'open_cents', (select coalesce(sum(greatest(o.open_cents, 0)), 0) from private.nemus_transfers(p.user_id) o))
      order by private.nemus_sort_key(private.nemus_account_name(p)), p.user_id), '[]')
    from public.nemus_profiles p left join private.nemus_transfer_terms t on t.institution_id = p.user_id
    where p.user_id = any (ids));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfer_terms"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_staff_transfers (
  p_state text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  return (
    with listed as materialized (select t.* from private.nemus_transfers() t),
    chosen as (select l.* from listed l where p_state is null or l.state = p_state
        or (p_state = 'unsettled' and l.open_cents <> 0)
      order by l.open_cents = 0, l.due_on, l.number limit 501)
    select jsonb_build_object('has_account', private.nemus_bank_account() is not null,
      'sums', (select jsonb_build_object('open_cents', coalesce(sum(l.open_cents) filter (where l.open_cents > 0), 0),
          'due_cents', coalesce(sum(l.open_cents) filter (where l.state in ('due', 'reminded')), 0),
          'owed_cents', coalesce(-sum(l.open_cents) filter (where l.open_cents < 0), 0)) from listed l),
      'has_more', (select count(*) > 500 from chosen),
      'rows', (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('kind', o.kind, 'buyer', i.buyer ->> 'name',
          'is_own', private.nemus_is_institution_of_caller(c.user_id),
          'unused_cents', private.nemus_unused_cents(o),
          'receipts', (select coalesce(jsonb_agg(jsonb_build_object('received_on', r.received_on,
              'amount_cents', r.amount_cents, 'reference', r.reference) order by r.received_on, r.id), '[]')
            from private.nemus_bank_receipts r where r.invoice_id = c.invoice_id))
          order by c.open_cents = 0, c.due_on, c.number), '[]')
        from (select * from chosen limit 500) c join public.nemus_invoices i on i.id = c.invoice_id
        join public.nemus_orders o on o.id = c.order_id)));
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfers"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_teaching_dates (
  p_from         timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_until        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_course       uuid                     DEFAULT NULL::uuid,
  p_teacher      uuid                     DEFAULT NULL::uuid,
  p_latest_first boolean                  DEFAULT false,
  p_limit        integer                  DEFAULT 50,
  p_offset       integer                  DEFAULT 0,
  p_state        text                     DEFAULT NULL::text,
  p_room         uuid                     DEFAULT NULL::uuid,
  p_place        text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place_words constant text[] := private.nemus_search_patterns(p_place);
begin
  if not private.nemus_is_staff('teaching') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (
    with found as (
      select a.id, a.starts_at from public.nemus_appointments a
      where a.course_id is not null and a.starts_at < coalesce(p_until, 'infinity') and (a.starts_at >= coalesce(p_from, '-infinity')
          or (a.parts is not null and private.nemus_meets(a.parts, p_from, coalesce(p_until, 'infinity')))) and (p_course is null or a.course_id = p_course)
        and (p_teacher is null or exists (select from public.nemus_appointment_teachers d
          where d.appointment_id = a.id and d.teacher_id = p_teacher))
        and (p_room is null or a.room_id = p_room)
        and (p_place is null or private.nemus_search_text(a.location) like all (place_words))
        and case p_state when 'planned' then a.cancelled_at is null
          when 'unticked' then a.starts_at < now() and private.nemus_unticked(a) > 0 else true end
    ), page as (
      select row_number() over (order by case when p_latest_first then f.starts_at end desc, f.starts_at, f.id) as place, f.id
      from found f order by place limit least(p_limit, 500) offset p_offset
    )
    select jsonb_build_object('total', (select count(*) from found),
      'dates', coalesce((select jsonb_agg(r.shown order by p.place)
        from private.nemus_teaching_rows(array(select p.id from page p)) r join page p on p.id = r.id), '[]')));
end $function$;

REVOKE ALL
  ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid, text)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_turnover (
  p_from  date,
  p_until date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
begin
  perform private.nemus_check_staff('orders');
  perform private.nemus_check_span(p_from, p_until);
  return (
    with line as materialized (
      select i.id, to_char(i.issued_on, 'YYYY-MM') as month, l.line, l.gross,
        coalesce(l.line -> 'tax', jsonb_build_object('category', case when i.tax_rate > 0 then 'S' else 'E' end,
          'rate', i.tax_rate)) as tax,
        -- Lines of documents from before they had a net share the document's.
        coalesce((l.line ->> 'net_cents')::int, (round(i.net_cents * l.until::numeric / nullif(i.gross_cents, 0))
          - round(i.net_cents * (l.until - l.gross)::numeric / nullif(i.gross_cents, 0)))::int) as net,
        case when l.place = 1 then i.rounding_cents else 0 end as rounding,
        coalesce((l.line ->> 'transaction_id')::uuid, i.transaction_id) as paid_by
      from public.nemus_invoices i
      cross join lateral (select x.line, x.place, (x.line ->> 'gross_cents')::int as gross,
          sum((x.line ->> 'gross_cents')::int) over (order by x.place) as until
        from jsonb_array_elements(i.lines) with ordinality as x (line, place)) l
      where not i.is_sample and i.issued_on between p_from and p_until),
    sold as (
      select l.*, coalesce(l.line ->> 'kind', t.type) as kind, o.course_id
      from line l left join public.nemus_transactions t on t.id = l.paid_by
      left join public.nemus_orders o on o.id = case when t.reference like 'order:%' then substring(t.reference from 7)::uuid
        else private.nemus_order_behind(t.reference) end),
    summed as (
      select s.month, s.kind, s.course_id, s.tax ->> 'category' as category, (s.tax ->> 'rate')::numeric as rate,
        sum(s.net) as net, sum(s.gross - s.net - s.rounding) as tax, sum(s.gross) as gross, count(distinct s.id) as documents
      from sold s group by 1, 2, 3, 4, 5),
    -- First without a document, then whether one is needed: the question costs several reads for each payment.
    without as materialized (
      select t from public.nemus_transactions t
      where t.occurred_at >= p_from::timestamp at time zone 'Europe/Berlin'
        and t.occurred_at < (p_until + 1)::timestamp at time zone 'Europe/Berlin' and t.amount_cents <> 0
        and not t.is_sample and t.status = 'completed'
        and not exists (select from public.nemus_invoices i where i.transaction_id = t.id)
        and not exists (select from private.nemus_collected_payments c
          where c.transaction_id = t.id and c.settled_at is not null)),
    undocumented as (
      select (w.t).amount_cents from without w where not private.nemus_needs_no_document(w.t))
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'kind', s.kind, 'course_id', s.course_id,
          'title', c.title, 'category', s.category, 'rate', s.rate, 'net_cents', s.net, 'tax_cents', s.tax,
          'gross_cents', s.gross, 'documents', s.documents) order by s.month, s.kind, c.title, s.course_id, s.category, s.rate), '[]')
        from summed s left join public.nemus_courses c on c.id = s.course_id),
      'open', (select count(*) from undocumented), 'open_cents', (select coalesce(sum(u.amount_cents), 0) from undocumented u)));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_unread_notifications()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::int from (select from public.nemus_notifications n
    where n.user_id = auth.uid() and n.read_at is null and n.in_portal and private.nemus_is_news_open(n) limit 100) unread
$function$;

CREATE OR REPLACE FUNCTION public.nemus_verify_certificate (
  p_number text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('status', case when asked.number is null then 'unknown'
      when r.number is not null then 'revoked' when l.number is not null then 'genuine' when c.id is null then 'unknown'
      when c.is_sample then 'sample' else 'genuine' end,
    'number', coalesce(c.number, l.number, r.number), 'revoked_at', r.created_at,
    'certificate', case when c.id is not null then jsonb_build_object('kind', c.kind,
      -- Older certificates of accounts without a name have the address.
      'holder', case when c.holder like '%@%' then private.nemus_document_text('no_name') else c.holder end,
        'title', c.title, 'issuer', c.issuer, 'issuer_address', c.issuer_address, 'units', c.units,
        'issued_on', c.issued_on, 'session', c.session - 'instructor')
      when l.number is not null then jsonb_build_object('kind', 'logbook', 'holder', l.holder, 'title', '',
        'issuer', private.nemus_document_text('issuer'), 'issuer_address', '', 'units',
        private.nemus_whole_units(l.minutes), 'issued_on', (l.created_at at time zone 'Europe/Berlin')::date,
        'session', null) end,
    'renamed', exists (select from public.nemus_name_requests n
      where n.user_id = coalesce(c.user_id, l.user_id) and n.state = 'accepted'
        and n.decided_at > coalesce(c.created_at, l.created_at)),
    'logbook', case when l.number is not null then jsonb_build_object('sums', l.sums, 'entries', l.entries,
      'signers', l.signers, 'settings', l.settings, 'attributes', l.attributes, 'courses', l.courses,
      'certificates', l.certificates, 'step', l.step_number, 'hash', l.step_hash,
      'newer', exists (select from private.nemus_logbook_steps s where s.user_id = l.user_id and s.action = 'confirm'
          and s.number > coalesce(l.step_number, 0))
        or exists (select from public.nemus_certificates p where p.user_id = l.user_id and p.created_at <= l.created_at
          and private.nemus_revoked_at(p.id) > l.created_at)
        -- Attendance at a part can be corrected before there is a certificate to revoke.
        or (select coalesce(sum(s.value::int), 0) from jsonb_each_text(l.courses -> 'sums') s) > coalesce((select sum(t.minutes)
          from private.nemus_training_sources t where t.user_id = l.user_id and t.kind <> 'logbook' and not t.is_sample
            and not exists (select from public.nemus_logbook_entries e where e.user_id = l.user_id
              and e.id::text = t.source_id)), 0)) end)
  from (
    select case when char_length(signs) = 16
      then concat_ws('-', substr(signs, 1, 4), substr(signs, 5, 4), substr(signs, 9, 4), substr(signs, 13, 4)) end
      as number
    from private.nemus_code_signs(p_number, 16) as signs
  ) asked
  left join public.nemus_certificates c on c.number = asked.number and private.nemus_is_drawn_number(c.number)
  left join private.nemus_logbook_papers l on l.number = asked.number
  left join private.nemus_certificate_revocations r on r.number = asked.number
$function$;

ALTER TABLE "private"."nemus_bank_receipts"
  ADD CONSTRAINT "nemus_bank_receipts_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.nemus_invoices(id) ON DELETE RESTRICT;

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_room_id_key" UNIQUE (room_id);

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "one_owner" CHECK ((num_nonnulls(user_id, teacher_id, room_id) = 1));

ALTER TABLE "private"."nemus_left_places"
  ADD CONSTRAINT "nemus_left_places_enrollment_id_fkey" FOREIGN KEY (enrollment_id) REFERENCES public.nemus_course_enrollments(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_left_places"
  ADD CONSTRAINT "nemus_left_places_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.nemus_orders(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_payment_reminders"
  ADD CONSTRAINT "nemus_payment_reminders_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.nemus_invoices(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_refunds"
  ADD CONSTRAINT "nemus_refunds_reason_check"
    CHECK
    ((reason = ANY (ARRAY['already_enrolled'::text, 'course_gone'::text, 'trainee_gone'::text, 'already_subscribed'::text, 'booking_cancelled'::text, 'by_staff'::text,
    'country_not_sold'::text, 'refund_failed'::text, 'dates_gone'::text, 'account_gone'::text])));

ALTER TABLE "private"."nemus_taken_back"
  ADD CONSTRAINT "nemus_taken_back_order_id_trainee_id_user_id_key" UNIQUE NULLS NOT DISTINCT (order_id, trainee_id, user_id);

ALTER TABLE "private"."nemus_taken_back"
  ADD CONSTRAINT "nemus_taken_back_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE SET NULL;

ALTER TABLE "private"."nemus_transfer_terms"
  ADD CONSTRAINT "nemus_transfer_terms_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_appointment_participations"
  ADD CONSTRAINT "nemus_appointment_participations_set_by_staff_check" CHECK ((set_by_staff = ANY (ARRAY['date'::text, 'time'::text, 'turn'::text])));

ALTER TABLE "public"."nemus_courses"
  ADD CONSTRAINT "nemus_courses_agenda_check" CHECK ((char_length(agenda) <= 4000));

ALTER TABLE "public"."nemus_invoices"
  ADD CONSTRAINT "nemus_invoices_payment_check" CHECK ((jsonb_typeof(payment) = 'object'::text));

ALTER TABLE "public"."nemus_notifications"
  ADD CONSTRAINT "nemus_notifications_institution_id_fkey" FOREIGN KEY (institution_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_notifications"
  ADD CONSTRAINT "roles_within_an_institution" CHECK (((institution_id IS NULL) = (roles IS NULL)));

ALTER TABLE "public"."nemus_orders"
  ADD CONSTRAINT "nemus_orders_payment_method_check" CHECK ((payment_method = ANY (ARRAY['card'::text, 'sepa_debit'::text, 'other'::text, 'invoice'::text])));

ALTER TABLE "private"."nemus_calendars"
  ADD CONSTRAINT "nemus_calendars_room_id_fkey" FOREIGN KEY (room_id) REFERENCES public.nemus_rooms(id) ON DELETE CASCADE;

ALTER TABLE "public"."nemus_appointments"
  ADD CONSTRAINT "nemus_appointments_room_id_fkey" FOREIGN KEY (room_id) REFERENCES public.nemus_rooms(id) ON DELETE RESTRICT;

CREATE VIEW "private"."nemus_training_sources" AS  SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    a.competency,
    NULL::text AS level,
        CASE a.type
            WHEN 'Supervision'::text THEN 'appointment_supervision'::text
            ELSE 'appointment'::text
        END AS source,
        CASE a.type
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (a.units * 45) AS minutes,
    ((a.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
  WHERE ((a.course_id IS NULL) AND (a.units > 0) AND ((p.status = 'completed'::text) OR ((p.status = 'confirmed'::text) AND (a.ends_at <= now()))))
UNION ALL
 SELECT p.user_id,
    'attendance'::text AS kind,
    (a.id)::text AS source_id,
    a.title,
    COALESCE(a.competency, s.competency) AS competency,
    NULL::text AS level,
    ('seminar_'::text || part.category) AS source,
    part.category,
    (part.units * 45) AS minutes,
    ((done.ends_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    a.is_sample
   FROM (((((public.nemus_appointment_participations p
     CROSS JOIN LATERAL ( SELECT d.id,
            d.title,
            d.description,
            d.starts_at,
            d.ends_at,
            d.type,
            d.format,
            d.location,
            d.instructor,
            d.competency,
            d.units,
            d.capacity,
            d.participants_taken,
            d.is_sample,
            d.created_at,
            d.updated_at,
            d.course_id,
            d.series_id,
            d.change_until,
            d.cancelled_at,
            d.cancel_reason,
            d.sequence,
            d.parts,
            d.parts_needed,
            d.room_id
           FROM public.nemus_appointments d
          WHERE (d.id = p.appointment_id)
         LIMIT 1) a)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.title,
            c.description,
            c.competency,
            c.duration_hours,
            c.difficulty,
            c.theory_units,
            c.practical_units,
            c.elearning_units,
            c.price_euros,
            c.credit_cost,
            c.is_premium,
            c.is_active,
            c.created_at,
            c.updated_at,
            c.published_at,
            c.has_dates,
            c.zfu_status,
            c.zfu_number,
            c.state,
            c.search_text,
            c.agenda
           FROM public.nemus_courses c
          WHERE (c.id = a.course_id)
         LIMIT 1) s)
     CROSS JOIN LATERAL ( SELECT a.ends_at,
            p.attended_units AS units,
            p.attended_units AS until
          WHERE (a.parts IS NULL)
        UNION ALL
         SELECT t.ends_at,
            m.units,
            (sum(m.units) OVER (ORDER BY t.ends_at))::integer AS sum
           FROM (jsonb_to_recordset(a.parts) t(id text, ends_at timestamp with time zone)
             CROSS JOIN LATERAL ( SELECT ((p.part_marks #>> ARRAY[t.id, 'units'::text]))::integer AS units) m)
          WHERE (m.units > 0)) done)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (a.type = 'Supervision'::text) THEN 0
                    WHEN ((s.theory_units + s.practical_units) = 0) THEN done.units
                    ELSE ((round((((done.until)::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric)) - round(((((done.until - done.units))::numeric * (s.theory_units)::numeric) / ((s.theory_units + s.practical_units))::numeric))))::integer
                END AS units) theory)
     CROSS JOIN LATERAL ( VALUES ('theory'::text,theory.units), ('practice'::text,(done.units - theory.units))) part(category, units))
  WHERE ((p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND (part.units > 0))
UNION ALL
 SELECT l.user_id,
    'elearning'::text AS kind,
    l.course_id AS source_id,
    COALESCE(k.title, c.title) AS title,
        CASE
            WHEN (k.units IS NULL) THEN c.competency
            ELSE k.competency
        END AS competency,
    NULL::text AS level,
    'elearning'::text AS source,
    'elearning'::text AS category,
    (COALESCE(k.units, c.units) * 45) AS minutes,
    ((l.completed_at AT TIME ZONE 'Europe/Berlin'::text))::date AS done_on,
    l.is_sample
   FROM ((public.nemus_learning_progress l
     CROSS JOIN LATERAL ( SELECT e.id,
            e."position",
            e.title,
            e.description,
            e.learning_goal,
            e.competency,
            e.units,
            e.estimated_time,
            e.difficulty,
            e.rating,
            e.students,
            e.is_premium,
            e.seminar_id,
            e.is_active,
            e.created_at,
            e.updated_at
           FROM public.nemus_learning_courses e
          WHERE (e.id = l.course_id)
         LIMIT 1) c)
     LEFT JOIN LATERAL ( SELECT d.id,
            d.user_id,
            d.kind,
            d.appointment_id,
            d.course_id,
            d.number,
            d.holder,
            d.title,
            d.issuer,
            d.competency,
            d.units,
            d.content,
            d.session,
            d.issued_on,
            d.is_sample,
            d.created_at,
            d.seminar_id,
            d.edition,
            d.issuer_address
           FROM public.nemus_certificates d
          WHERE ((d.user_id = l.user_id) AND (d.course_id = l.course_id))
          ORDER BY d.edition DESC
         LIMIT 1) k ON (true))
  WHERE (l.status = 'completed'::text)
UNION ALL
 SELECT c.user_id,
    'certificate'::text AS kind,
    (c.id)::text AS source_id,
    c.title,
    c.competency,
    NULL::text AS level,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'certificate_supervision'::text
            ELSE 'certificate'::text
        END AS source,
        CASE (c.session ->> 'type'::text)
            WHEN 'Supervision'::text THEN 'practice'::text
            ELSE 'theory'::text
        END AS category,
    (c.units * 45) AS minutes,
    c.issued_on AS done_on,
    c.is_sample
   FROM public.nemus_certificates c
  WHERE ((c.appointment_id IS NULL) AND (c.course_id IS NULL) AND (c.seminar_id IS NULL) AND (c.units > 0) AND (NOT (EXISTS ( SELECT
           FROM private.nemus_certificate_revocations r
          WHERE (r.certificate_id = c.id)))))
UNION ALL
 SELECT e.user_id,
    'logbook'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    ('entry_'::text || e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))))
UNION ALL
 SELECT e.user_id,
    'certificate'::text AS kind,
    (e.id)::text AS source_id,
    e.note AS title,
    e.competency,
    e.level,
    private.nemus_certificate_source(e.category) AS source,
    e.category,
    e.minutes,
    e.done_on,
    e.is_sample
   FROM public.nemus_logbook_entries e
  WHERE ((e.state = 'confirmed'::text) AND (e.minutes > 0) AND (e.file_id IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM public.nemus_logbook_entries c
          WHERE ((c.user_id = e.user_id) AND (c.corrects = e.id) AND (c.state = 'confirmed'::text))))));

CREATE VIEW "public"."nemus_my_appointments" WITH (security_invoker=true) AS  SELECT a.id,
    a.title,
    a.description,
    a.starts_at,
    a.ends_at,
    a.type,
    a.format,
    a.location,
    a.instructor,
    a.competency,
    a.units,
    a.capacity,
    a.participants_taken,
    a.is_sample,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN l.meeting_url
            ELSE NULL::text
        END AS meeting_url,
        CASE
            WHEN ((p.status = ANY (ARRAY['confirmed'::text, 'waitlist'::text])) AND (a.cancelled_at IS NOT NULL)) THEN 'cancelled'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NULL) AND (a.ends_at <= now())) THEN 'completed'::text
            WHEN ((p.status = 'confirmed'::text) AND (a.course_id IS NOT NULL) AND (p.attendance = ANY (ARRAY['present'::text, 'partial'::text])) AND ((a.parts IS NULL) OR (a.ends_at <= now()))) THEN 'completed'::text
            ELSE p.status
        END AS status,
        CASE
            WHEN (a.cancelled_at IS NULL) THEN p.waitlist_position
            ELSE NULL::integer
        END AS waitlist_position,
    COALESCE(p.cancelled_at, a.cancelled_at) AS cancelled_at,
    p.rating,
    p.feedback,
    p.rated_at,
    GREATEST(a.updated_at, p.updated_at) AS updated_at,
    a.course_id,
        CASE
            WHEN (a.course_id IS NOT NULL) THEN private.nemus_leave_until(a.*, p.*)
            ELSE NULL::timestamp with time zone
        END AS change_until,
    (a.cancelled_at IS NOT NULL) AS cancelled_by_academy,
    a.cancel_reason,
    p.attendance,
    p.attended_units,
    ((40000000 + a.sequence) + p.changes) AS calendar_sequence,
        CASE
            WHEN ((p.offered_until > now()) AND (a.cancelled_at IS NULL)) THEN p.offered_until
            ELSE NULL::timestamp with time zone
        END AS offered_until,
    private.nemus_search_text(a.title) AS search_text,
    a.parts,
    a.parts_needed,
    p.part_marks,
    ((a.parts IS NOT NULL) AND private.nemus_has_paper(a.id)) AS has_certificate
   FROM ((public.nemus_appointment_participations p
     JOIN public.nemus_appointments a ON ((a.id = p.appointment_id)))
     LEFT JOIN public.nemus_appointment_links l ON ((l.appointment_id = a.id)))
  WHERE ((p.user_id = ( SELECT auth.uid() AS uid)) AND ((a.course_id IS NULL) OR (p.status <> 'cancelled'::text) OR (EXISTS ( SELECT
           FROM public.nemus_course_enrollments e
          WHERE ((e.user_id = p.user_id) AND (e.course_id = a.course_id))))));

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "anon", "service_role";

CREATE INDEX nemus_left_places_order ON private.nemus_left_places USING btree (order_id);

CREATE INDEX nemus_appointments_room_id ON public.nemus_appointments USING btree (room_id, starts_at)
  WHERE (room_id IS NOT NULL);

CREATE INDEX nemus_invoices_transfers ON public.nemus_invoices USING btree (user_id)
  WHERE (payment IS NOT NULL);

CREATE INDEX nemus_notifications_institution ON public.nemus_notifications USING btree (institution_id, user_id)
  WHERE (institution_id IS NOT NULL);

CREATE TRIGGER audit
  AFTER INSERT ON private.nemus_bank_receipts
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id', '-reference');

CREATE TRIGGER keep
  BEFORE DELETE OR UPDATE ON private.nemus_bank_receipts
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON private.nemus_transfer_terms
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('institution_id');

CREATE TRIGGER touch
  BEFORE UPDATE ON private.nemus_transfer_terms
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON private.nemus_withdrawals
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id', '-name', '-email', '-contract', '-message');

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_appointment_participations
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('appointment_id', 'user_id', '-feedback');

CREATE CONSTRAINT TRIGGER grant_left_place
  AFTER UPDATE OF enrollment_id ON public.nemus_booking_participants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  WHEN (((old.enrollment_id IS NOT NULL) AND (new.enrollment_id IS NULL)))
  EXECUTE FUNCTION private.nemus_grant_left_place();

CREATE TRIGGER leave_places
  BEFORE DELETE ON public.nemus_course_bookings
  FOR EACH ROW
  WHEN ((old.order_id IS NOT NULL))
  EXECUTE FUNCTION private.nemus_leave_places();

CREATE CONSTRAINT TRIGGER grant_spare_place
  AFTER DELETE ON public.nemus_course_enrollments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_grant_spare_place();

CREATE TRIGGER note_spare_place
  BEFORE DELETE ON public.nemus_course_enrollments
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_note_spare_place();

CREATE TRIGGER end_news
  AFTER DELETE OR UPDATE OF roles ON public.nemus_members
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_end_news();

CREATE TRIGGER keep_rows
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.nemus_my_appointments
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_keep_rows();

CREATE TRIGGER audit
  AFTER UPDATE ON public.nemus_name_requests
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id', '-old_name', '-first_name', '-last_name', '-reason', '-answer');

CREATE TRIGGER follow_account
  AFTER UPDATE OF email, first_name, last_name ON public.nemus_profiles
  FOR EACH ROW
  WHEN (((new.email IS DISTINCT FROM old.email) OR (new.first_name IS DISTINCT FROM old.first_name) OR (new.last_name IS DISTINCT FROM old.last_name)))
  EXECUTE FUNCTION private.nemus_follow_account();

CREATE TRIGGER audit
  AFTER INSERT OR DELETE OR UPDATE ON public.nemus_rooms
  FOR EACH ROW
  WHEN ((current_setting('nemus.staff'::text, true) <> ''::text))
  EXECUTE FUNCTION private.nemus_audit_row('id');

CREATE TRIGGER touch
  BEFORE UPDATE ON public.nemus_rooms
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_touch();

CREATE TRIGGER end_calendar
  AFTER UPDATE OF email ON public.nemus_teachers
  FOR EACH ROW
  WHEN ((lower(old.email) IS DISTINCT FROM lower(new.email)))
  EXECUTE FUNCTION private.nemus_end_calendar_of_teacher();

CREATE POLICY "links of confirmed appointments are read" ON "public"."nemus_appointment_links"
  FOR SELECT
  TO "authenticated"
  USING (private.nemus_keeps_place(appointment_id));

CREATE POLICY "entries are read by those whom they concern" ON "public"."nemus_logbook_entries"
  FOR SELECT
  TO "authenticated"
  USING
    (((user_id = ( SELECT auth.uid() AS uid)) OR ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND (confirmer_id IN ( SELECT
    private.nemus_my_confirmers() AS nemus_my_confirmers)) AND private.nemus_reads_note(category, note, confirmer_id, submitted_at) AND
    ((state = 'submitted'::text) OR private.nemus_decided_here(confirmer_id, decided_by, COALESCE(confirmed_at, returned_at), is_sample))) OR
    ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'confirmed'::text])) AND ((category <> 'self_experience'::text) OR ((note = ''::text) AND (return_reason IS NULL)))
    AND
    ((((state = 'submitted'::text) OR (decided_by = ( SELECT auth.uid() AS uid))) AND (confirmer_id IN ( SELECT private.nemus_my_deputised() AS nemus_my_deputised))) OR
    ((institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (user_id IN ( SELECT t.user_id
   FROM public.nemus_trainees t
  WHERE ((t.institution_id = ( SELECT private.nemus_acts_for(VARIADIC ARRAY['confirming'::text, 'reading'::text]) AS nemus_acts_for)) AND (t.user_id IS NOT NULL)))))))));

CREATE POLICY "own notifications are read" ON "public"."nemus_notifications"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) AND in_portal AND private.nemus_is_news_open(nemus_notifications.*)));

CREATE POLICY "the second factor was given" ON "public"."nemus_rooms"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.nemus_has_given_factor() AS nemus_has_given_factor));

REVOKE ALL ON FUNCTION "private"."nemus_address_order"(public.nemus_orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_address_order"(public.nemus_orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_address_order"(public.nemus_orders, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_bank_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_bank_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_bank_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_buyer_who_calls"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_buyer_who_calls"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_buyer_who_calls"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_calendar_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_dates_in_room"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_dates_in_room"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_dates_in_room"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_decided_here"(uuid, uuid, timestamp WITH time zone, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_decided_here"(uuid, uuid, timestamp WITH time zone, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_decided_here"(uuid, uuid, timestamp WITH time zone, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_decided_here"(uuid, uuid, timestamp WITH time zone, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_deletion_bar"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_deletion_bar"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_deletion_bar"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_drop_calendar"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_due_reminders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_due_reminders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_due_reminders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_end_calendar_of_teacher"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_calendar_of_teacher"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_calendar_of_teacher"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_end_news"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_news"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_end_places_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_end_places_of"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_end_places_of"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_exported_tables"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_exported_tables"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_exported_tables"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_exported_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_grant_left_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_grant_left_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_grant_left_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_grant_spare_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_grant_spare_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_grant_spare_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_has_left_own"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_has_left_own"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_left_own"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_has_paper"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_has_paper"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_has_paper"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_has_paper"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_insert_order"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_insert_order"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_insert_order"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_course_unfinished"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_date_letter_true"(private.nemus_date_letters) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_date_letter_true"(private.nemus_date_letters) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_date_letter_true"(private.nemus_date_letters) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_letter_true"(private.nemus_trainee_letters) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_news_open"(public.nemus_notifications) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_is_news_open"(public.nemus_notifications) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_is_news_open"(public.nemus_notifications) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_news_open"(public.nemus_notifications) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_own_mailbox"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_place_of"(public.nemus_booking_participants, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_place_of"(public.nemus_booking_participants, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_place_of"(public.nemus_booking_participants, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_is_reachable"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_keeps_place"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."nemus_keeps_place"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."nemus_keeps_place"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_keeps_place"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_leave_places"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_leave_places"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_leave_places"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_note_calendar"(text, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_note_spare_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_note_spare_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_note_spare_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_number_pattern"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_number_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_number_pattern"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_person_who_calls"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_person_who_calls"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_person_who_calls"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_date"(public.nemus_courses, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_entries"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_planned_room"(jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_refuse_small_room"(public.nemus_appointments, public.nemus_appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_remind_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_remind_payments"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_remind_payments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_rename_place"(public.nemus_rooms) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_room_line"(text, text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_spare_places"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_spare_places"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_spare_places"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_back_left"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_back_left"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_back_left"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_take_calendar"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell"(uuid, uuid, text, text, jsonb, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell_of_place"(uuid, text, uuid, text, date, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell_of_place"(uuid, text, uuid, text, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell_of_place"(uuid, text, uuid, text, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_tell_who_left"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfer_offer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfer_offer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfer_offer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfer_payment"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfer_payment"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfer_payment"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_transfers"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_transfers"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_transfers"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_unused_cents"(public.nemus_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_write_credit_order"(public.nemus_profiles, integer, integer, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_cancel_transfer"(uuid, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_claim_payment_reminders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_payment_reminders"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_claim_payment_reminders"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_course_on_invoice"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_course_on_invoice"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_course_on_invoice"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_end_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_on_invoice"(uuid, uuid, text, integer, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_on_invoice"(uuid, uuid, text, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_on_invoice"(uuid, uuid, text, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_receipts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_enter_receipts"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_enter_receipts"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_payment_reminder"(uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits"(uuid, integer, integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_order_credits_by_transfer"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_transfers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_own_transfers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_own_transfers"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_renew_calendar"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_save_room"(text, text, integer, boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_seminar_titles"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_seminar_titles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_seminar_titles"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_transfer_terms"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_courses"(text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_rooms"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_rooms"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_rooms"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfer_terms"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfer_terms"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfer_terms"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfers"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_staff_transfers"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_staff_transfers"(text) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid, text)
  TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_teaching_dates"(timestamp WITH time zone, timestamp WITH time zone, uuid, uuid, boolean, integer, integer, text, uuid, text) TO "postgres";

REVOKE ALL ON TABLE "public"."nemus_rooms" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."nemus_rooms" TO "service_role";

REVOKE ALL ON TABLE "public"."nemus_my_appointments" FROM "authenticated";

GRANT SELECT ON TABLE "public"."nemus_my_appointments" TO "authenticated";

CREATE UNIQUE INDEX nemus_rooms_place ON public.nemus_rooms USING btree (private.nemus_room(''::text, place));

-- The address for invoices was the founder's from registration on, which nobody had chosen: letters fall back on the
-- administration's.
update public.nemus_institution_settings s set billing_email = ''
from public.nemus_profiles p
where p.user_id = s.institution_id and s.billing_email <> '' and lower(s.billing_email) = lower(p.email);

-- The log outlives accounts: people's own words and former names leave it, also of earlier lines.
alter table private.nemus_audit_log disable trigger keep_rows;
update private.nemus_audit_log l set before = l.before - t.hidden, after = l.after - t.hidden
from (values ('name_requests', '{old_name,first_name,last_name,reason,answer}'::text[]),
  ('withdrawals', '{name,email,contract,message}'), ('appointment_participations', '{feedback}'),
  ('certificates', '{holder}')) as t (subject, hidden)
where l.subject = t.subject and (l.before ?| t.hidden or l.after ?| t.hidden);
alter table private.nemus_audit_log enable trigger keep_rows;

-- News of institutions go with the role from now on. Of earlier ones the mail names the institution.
update public.nemus_notifications n set institution_id = s.institution_id,
  roles = '{administration,booking,billing,confirming,reading}'
from private.nemus_notification_sendings s join public.nemus_profiles p on p.user_id = s.user_id and p.user_type = 'institution'
where s.notification_id = n.id and s.institution_id is not null and n.roles is null;
delete from public.nemus_notifications n where n.institution_id is not null and not exists (
  select from public.nemus_members m where m.institution_id = n.institution_id and m.user_id = n.user_id);

insert into private.nemus_settings (key, value) values ('bank_account', '{"holder": "", "iban": "", "bic": ""}');

update private.nemus_settings set value = value || '{"receivable_account": "1400", "bank_account": "1200"}'
where key = 'bookkeeping';

insert into private.nemus_jobs (name, schedule, command) values
  ('nemus-remind-payments', '20 6-16 * * *', 'select private.nemus_remind_payments()');

insert into private.nemus_notification_kinds (kind, audience, portal, mail, sms, has_letter) values
  ('place_spare', 'institution', 'on', 'on', 'never', false);

-- Paid places that met another enrolment, which has ended since, were never granted.
select private.nemus_enrol_participants(null, s.trainee_id)
from (select distinct on (t.user_id, p.course_id) p.trainee_id, t.user_id, p.course_id
  from public.nemus_booking_participants p join public.nemus_trainees t on t.id = p.trainee_id
  join public.nemus_course_bookings b on b.id = p.booking_id and b.status in ('confirmed', 'open')
  where t.user_id is not null and p.enrollment_id is null and p.used_at is null
    and not exists (select from public.nemus_course_enrollments e where e.user_id = t.user_id and e.course_id = p.course_id)
  order by t.user_id, p.course_id, p.created_at) s;

insert into private.nemus_settings (key, value) values ('payment_days', '14');
