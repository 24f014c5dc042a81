SET local check_function_bodies = off;

DROP TRIGGER "require_billing_address" ON "public"."nemus_orders";

DROP VIEW "private"."nemus_exported_tables";

DROP FUNCTION "private"."nemus_buyer"(uuid, boolean);

DROP FUNCTION "private"."nemus_require_billing_address"();

CREATE TABLE "private"."nemus_order_buyers" (
  "order_id"    uuid                     NOT NULL,
  "user_id"     uuid                     NOT NULL,
  "recipient"   text                     NOT NULL,
  "street"      text                     NOT NULL,
  "postal_code" text                     NOT NULL,
  "city"        text                     NOT NULL,
  "country"     text                     NOT NULL,
  "vat_id"      text                     NOT NULL DEFAULT ''::text,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "lines_are_lines" CHECK ((((((recipient || street) || postal_code) || city) || vat_id) !~ '[[:cntrl:]]'::text)),
  CONSTRAINT "nemus_order_buyers_city_check" CHECK (((char_length(city) >= 1) AND (char_length(city) <= 200))),
  CONSTRAINT "nemus_order_buyers_country_check" CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT "nemus_order_buyers_pkey" PRIMARY KEY (order_id),
  CONSTRAINT "nemus_order_buyers_postal_code_check" CHECK ((char_length(postal_code) <= 20)),
  CONSTRAINT "nemus_order_buyers_recipient_check" CHECK (((char_length(recipient) >= 1) AND (char_length(recipient) <= 200))),
  CONSTRAINT "nemus_order_buyers_street_check" CHECK (((char_length(street) >= 1) AND (char_length(street) <= 400))),
  CONSTRAINT "nemus_order_buyers_vat_id_check" CHECK ((char_length(vat_id) <= 20))
);

ALTER TABLE "private"."nemus_order_buyers"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.nemus_buyer (
  p_user        uuid,
  p_is_sample   boolean,
  p_transaction uuid
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
    select to_jsonb(b) into given from private.nemus_order_buyers b
    join public.nemus_transactions t on t.id = p_transaction and t.reference = 'order:' || b.order_id;
    if given is null then
      select to_jsonb(a) into given from public.nemus_billing_addresses a where a.user_id = p_user;
    end if;
    if given is null then
      select to_jsonb(b) into given from private.nemus_order_buyers b where b.user_id = p_user
      order by b.created_at desc limit 1;
    end if;
  end if;
  return (select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(given ->> 'recipient', p.institution_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    'address', case when p_is_sample then coalesce(s.institution_address, '')
      else coalesce((given ->> 'street') || E'\n' || (given ->> 'postal_code') || ' ' || (given ->> 'city')
        || coalesce(E'\n' || coalesce(private.nemus_document_text('country_' || (given ->> 'country')),
          nullif(given ->> 'country', 'DE')), ''), '') end,
    'street', given ->> 'street', 'postal_code', given ->> 'postal_code', 'city', given ->> 'city',
    'country', given ->> 'country', 'reference', nullif(c.buyer_reference, ''),
    'email', coalesce(nullif(s.billing_email, ''), p.email), 'vat_id', coalesce(nullif(given ->> 'vat_id', ''), s.vat_id, '')))
  from public.nemus_profiles p
  left join public.nemus_institution_settings s on s.institution_id = p.user_id
  left join public.nemus_invoice_choices c on c.institution_id = p.user_id
  where p.user_id = p_user);
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
  taxed constant jsonb := private.nemus_taxed_lines(p_document -> 'lines');
  is_sample boolean;
  issued public.nemus_invoices;
begin
  select * into document from jsonb_to_record(p_document) as d (user_id uuid, transaction_id uuid, number text,
    cancels_id uuid, issued_on date, service_on date, service_until date, balance_cents int);
  select * into earlier from public.nemus_invoices i where i.id = document.cancels_id;
  is_sample := document.number is not null;
  -- Fires notifications/events.
  insert into public.nemus_invoices (user_id, transaction_id, is_collective, number, is_sample, kind, document_code,
    cancels_id, issued_on, service_on, service_until, seller, buyer, lines, taxes, balance_cents, net_cents, tax_cents,
    rounding_cents, gross_cents, tax_rate, tax_note, format)
  values (document.user_id, document.transaction_id, document.transaction_id is null,
    coalesce(document.number, private.nemus_next_invoice_number()), is_sample,
    case when document.cancels_id is null then 'invoice' else 'cancellation' end,
    case when document.cancels_id is null then 380 when (taxed ->> 'gross')::int = -earlier.gross_cents then 384 else 381 end,
    document.cancels_id, document.issued_on, document.service_on, document.service_until,
    (select s.value -> 'seller' from private.nemus_settings s where s.key = 'invoicing'),
    coalesce(earlier.buyer, private.nemus_buyer(document.user_id, is_sample, document.transaction_id)), taxed -> 'lines', taxed -> 'taxes',
    document.balance_cents, (taxed ->> 'net')::int, (taxed ->> 'tax')::int, (taxed ->> 'rounding')::int,
    (taxed ->> 'gross')::int,
    (select max((t.tax ->> 'rate')::numeric) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    (select left(string_agg(distinct t.tax ->> 'note', ' · '), 500) from jsonb_array_elements(taxed -> 'taxes') as t (tax)),
    -- A correction has the format of the corrected document.
    case when is_sample then null when earlier.id is not null then earlier.format else coalesce(
      (select c.format from public.nemus_invoice_choices c where c.institution_id = document.user_id), 'zugferd') end)
  returning * into issued;
  return issued.id;
end $function$;

CREATE OR REPLACE FUNCTION private.nemus_write_order (
  p_payer public.nemus_profiles,
  p_order public.nemus_orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ordered public.nemus_orders;
begin
  -- Fires courses/catalogue, orders/disputes, sessions/fresh_factors.
  insert into public.nemus_orders (user_id, kind, course_id, trainee_ids, credits, tier, title, amount_cents, starts_on,
    terms_version)
  select p_payer.user_id, p_order.kind, p_order.course_id, coalesce(p_order.trainee_ids, '{}'), p_order.credits,
    p_order.tier, p_order.title, p_order.amount_cents, p_order.starts_on, s.value #>> '{}'
  from private.nemus_settings s where s.key = 'terms_version'
  returning * into ordered;
  return jsonb_build_object('order_id', ordered.id, 'kind', ordered.kind, 'tier', ordered.tier,
    'places', greatest(cardinality(ordered.trainee_ids), 1), 'account_id', ordered.user_id,
    'amount_cents', ordered.amount_cents, 'currency', ordered.currency, 'title', ordered.title, 'email', p_payer.email,
    'name', coalesce(p_payer.institution_name, btrim(p_payer.first_name || ' ' || p_payer.last_name)),
    'address', (select to_jsonb(a) from (select b.recipient, b.street, b.postal_code, b.city, b.country
      from public.nemus_billing_addresses b where b.user_id = ordered.user_id) a),
    'provider_customer_id',
    (select c.customer_id from private.nemus_provider_customers c where c.user_id = ordered.user_id));
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_note_buyer (
  p_session_id text,
  p_buyer      jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.nemus_order_buyers (order_id, user_id, recipient, street, postal_code, city, country, vat_id)
  select o.id, o.user_id, coalesce(nullif(given.business, ''), a.recipient, p.institution_name,
      nullif(given.name, ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    given.street, given.postal_code, given.city, given.country, given.vat_id
  from public.nemus_orders o
  join public.nemus_profiles p on p.user_id = o.user_id
  left join public.nemus_billing_addresses a on a.user_id = o.user_id
  cross join jsonb_to_record(p_buyer) as given (business text, name text, street text, postal_code text, city text,
    country text, vat_id text)
  where o.checkout_session_id = p_session_id
  on conflict (order_id) do nothing
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_buyer"(text, jsonb) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."nemus_order_buyers"
  ADD CONSTRAINT "nemus_order_buyers_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.nemus_orders(id) ON DELETE CASCADE;

ALTER TABLE "private"."nemus_order_buyers"
  ADD CONSTRAINT "nemus_order_buyers_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.nemus_profiles(user_id) ON DELETE CASCADE;

CREATE VIEW "private"."nemus_exported_tables" AS  SELECT (c.oid)::regclass AS source,
    c.relname AS name,
    owner.attname AS owner_column,
    ARRAY( SELECT a.attname
           FROM pg_attribute a
          WHERE ((a.attrelid = c.oid) AND (a.attnum > 0) AND (NOT a.attisdropped) AND
                CASE
                    WHEN (c.relnamespace = ('public'::regnamespace)::oid) THEN has_column_privilege('authenticated'::name, c.oid, a.attnum, 'select'::text)
                    ELSE (a.attname !~ 'hash|token|code|secret'::text)
                END)
          ORDER BY a.attnum) AS columns
   FROM ((pg_constraint k
     JOIN pg_class c ON ((c.oid = k.conrelid)))
     JOIN pg_attribute owner ON (((owner.attrelid = c.oid) AND (owner.attnum = k.conkey[1]))))
  WHERE ((k.contype = 'f'::"char") AND (k.confrelid = ANY (ARRAY[('public.nemus_profiles'::regclass)::oid, ('auth.users'::regclass)::oid])) AND (cardinality(k.conkey) = 1) AND (owner.attname = ANY (ARRAY['user_id'::name, 'institution_id'::name])) AND ((c.relname <> 'nemus_notification_sendings'::name) OR (owner.attname = 'user_id'::name)) AND ((c.relnamespace = ('public'::regnamespace)::oid) OR (c.relname = ANY (ARRAY['nemus_trainee_letters'::name, 'nemus_date_letters'::name, 'nemus_first_visits'::name, 'nemus_blocked_accounts'::name, 'nemus_withdrawals'::name, 'nemus_logbook_steps'::name, 'nemus_logbook_papers'::name, 'nemus_notification_sendings'::name, 'nemus_sign_off_letters'::name, 'nemus_code_attempts'::name, 'nemus_recovery_attempts'::name, 'nemus_known_factors'::name, 'nemus_taken_back'::name, 'nemus_order_buyers'::name]))) AND (c.relname !~ 'release'::text));

CREATE INDEX nemus_order_buyers_newest ON private.nemus_order_buyers USING btree (user_id, created_at DESC);

CREATE TRIGGER collect_before_going
  BEFORE DELETE ON private.nemus_order_buyers
  FOR EACH ROW
  EXECUTE FUNCTION private.nemus_collect_before_going();

REVOKE ALL ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."nemus_buyer"(uuid, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_buyer"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_buyer"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_buyer"(text, jsonb) TO "service_role";
