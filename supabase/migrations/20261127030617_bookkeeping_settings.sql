SET local check_function_bodies = off;

CREATE TABLE "private"."nemus_provider_fees" (
  "payment_id" text                     NOT NULL,
  "fee_cents"  integer                  NOT NULL,
  "charged_on" date                     NOT NULL DEFAULT ((now() AT TIME ZONE 'Europe/Berlin'::text))::date,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "nemus_provider_fees_fee_cents_check" CHECK ((fee_cents >= 0)),
  CONSTRAINT "nemus_provider_fees_payment_id_check" CHECK (((char_length(payment_id) >= 1) AND (char_length(payment_id) <= 200))),
  CONSTRAINT "nemus_provider_fees_pkey" PRIMARY KEY (payment_id)
);

ALTER TABLE "private"."nemus_provider_fees"
  ENABLE ROW LEVEL SECURITY;

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
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  if p_from is null or p_until is null or p_until < p_from or p_until - p_from > 400 then
    perform private.nemus_refuse(400, 'invalid_request', jsonb_build_object('span', true));
  end if;
  return jsonb_build_object(
    'settings', (select s.value from private.nemus_settings s where s.key = 'bookkeeping'),
    'fees', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', f.payment_id, 'charged_on', f.charged_on,
        'fee_cents', f.fee_cents) order by f.charged_on, f.payment_id), '[]')
      from private.nemus_provider_fees f where f.charged_on between p_from and p_until and f.fee_cents > 0),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'issued_on', t.issued_on,
          'service_on', t.service_on, 'kind', t.kind, 'cancels_number', t.cancels_number, 'buyer', t.buyer,
          'category', t.tax ->> 'category', 'rate', t.tax -> 'rate', 'gross_cents', t.gross,
          'account', case when t.tax ->> 'note' = (private.nemus_treatment('multi_purpose_voucher') ->> 'note') then 'voucher'
            when t.tax ->> 'category' in ('AE', 'O') then t.tax ->> 'category' else trim_scale((t.tax ->> 'rate')::numeric)::text end,
          'balance_cents', case when t.is_credited then t.gross
            else greatest(0, least(t.gross, t.balance_cents - (t.until - t.gross))) end)
        order by t.issued_on, t.number, t.place), '[]')
      from (select i.number, i.issued_on, coalesce(i.service_until, i.service_on) as service_on, i.kind,
          e.number as cancels_number, i.buyer ->> 'name' as buyer, i.balance_cents, x.tax, x.place, g.gross,
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

CREATE OR REPLACE FUNCTION public.nemus_bookkeeping_settings()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.nemus_is_staff('orders') then
    perform private.nemus_refuse(403, 'staff_required');
  end if;
  return (select s.value from private.nemus_settings s where s.key = 'bookkeeping');
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_bookkeeping_settings"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nemus_note_fee (
  p_payment_id text,
  p_fee_cents  integer,
  p_charged_at timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.nemus_provider_fees (payment_id, fee_cents, charged_on)
  values (p_payment_id, p_fee_cents, (p_charged_at at time zone 'Europe/Berlin')::date) on conflict (payment_id) do nothing
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_note_fee"(text, integer, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

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
  for given in select f.field, p_settings ->> f.field as value, f.form from (values ('consultant', '^([1-9]\d{3,6})?$'),
      ('client', '^([1-9]\d{0,4})?$'), ('account_length', '^[4-8]$'), ('year_starts', '^([1-9]|1[0-2])$')) as f (field, form)
    union all select f.field, coalesce(p_settings #>> string_to_array(f.path, '.'), 'missing'),
      format('^(\d{%s})?$', coalesce(substring(p_settings ->> 'account_length' from '^[4-8]$'), '4'))
    from (values ('money_account', 'money_account'), ('balance_account', 'balance_account'), ('fee_account', 'fee_account'),
      ('19', 'revenue_accounts.19'), ('7', 'revenue_accounts.7'), ('0', 'revenue_accounts.0'), ('AE', 'revenue_accounts.AE'),
      ('O', 'revenue_accounts.O'), ('voucher', 'revenue_accounts.voucher')) as f (field, path)
  loop
    if given.value is null or given.value !~ given.form then
      perform private.nemus_refuse_field(given.field, 'number_form');
    end if;
  end loop;
  update private.nemus_settings s set value = jsonb_build_object('consultant', p_settings ->> 'consultant',
    'client', p_settings ->> 'client', 'account_length', (p_settings ->> 'account_length')::int,
    'year_starts', (p_settings ->> 'year_starts')::int, 'money_account', p_settings ->> 'money_account',
    'balance_account', p_settings ->> 'balance_account', 'fee_account', p_settings ->> 'fee_account',
    'revenue_accounts', (select jsonb_object_agg(a.key, a.value) from jsonb_each_text(p_settings -> 'revenue_accounts') as a
      where a.key in ('19', '7', '0', 'AE', 'O', 'voucher'))) where s.key = 'bookkeeping';
end $function$;

REVOKE ALL ON FUNCTION "public"."nemus_set_bookkeeping"(jsonb) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_bookkeeping_settings"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_bookkeeping_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_bookkeeping_settings"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."nemus_note_fee"(text, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_fee"(text, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_note_fee"(text, integer, timestamp WITH time zone) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_bookkeeping"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_set_bookkeeping"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_set_bookkeeping"(jsonb) TO "postgres";

UPDATE private.nemus_settings SET value = '{"year_starts": 1, "balance_account": "1700", "fee_account": "4970"}'::jsonb || value
  || jsonb_build_object('revenue_accounts',
    '{"AE": "8337", "O": "8338", "voucher": "1710"}'::jsonb || (value -> 'revenue_accounts')) WHERE key = 'bookkeeping';
