-- The base of every other file: the closed schema `private`, the settings of an installation, refusals, `updated_at`,
-- and append-only tables. Every table in this database has row level security and explicit grants.
-- Conventions: money is integer cents, gross; credits are integers; units are teaching units of 45 minutes; times are
-- `timestamptz`, and calendar days are those of Europe/Berlin. Functions live in `private` with an empty search path;
-- the API exposes `public` only, where a definer function checks its caller itself.
-- Policies and functions read profile rows, never the token's metadata. Signed-out callers reach only the pages
-- behind mailed links (invitations, sign-off, unsubscribing) and the certificate check.
-- Exception to append-only: rows of a deleted account, once their retention period has passed (nemus_keep_rows,
-- accounts/retention.sql).

-- Function bodies use tables and functions of later files.
set check_function_bodies = off;

-- Nothing is open unless granted. Grants and policies are in each folder's access.sql.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema if not exists private;
revoke all on schema private from public;

-- Policies call functions of this schema as the reader, who therefore needs usage. The API does not expose the schema
-- (config.toml, [api].schemas).
grant usage on schema private to authenticated, service_role;

/*
 * Settings of one installation. A missing key means the default.
 * sample_data boolean: new accounts get the sample set, new institutions are approved at once; false
 * training_targets {theory, practice, elearning}: target units of a new trainee
 * competency_modules: planned modules of each competency (figures/figures.sql)
 * terms_version text: version of the terms that an order is made under
 * invoicing {seller, tax_rates {course, credits, subscription}, tax_notes}: what invoices state; filled in before
 * anything is sold. A rate of 0 needs a note with its legal ground. The seller also has phone, contact and register.
 * bookkeeping {consultant, client, account_length, money_account, revenue_accounts by rate}: the DATEV export
 * invitation_limits {institution, recipient, total}: invitations in 24 hours by one institution, to one address, in
 * all; 500, 5, 5000
 * sms_limits {account, number, total, month}: codes in 24 hours for one account, to one number, in all, and SMS of an
 * account in a calendar month; 5, 3, 300, 40
 * functions_url text: base address of the Edge Functions, `https://<project>.supabase.co/functions/v1`; without it jobs
 * call none
 * release_reports_per_hour number: release reports of one account; 120
 * area_report_limits {source, kind, names}: area reports in an hour from one network, of one kind and version, and
 * names of these; 2000, 5000, 40
 * local_demo boolean: demo accounts need no second factor; written by the start of a local portal, never by hand
 * stable_bound {failureRate, minimumAccounts}: above it the team of a stable release gets a mail; 0.05, 20
 */
create table private.nemus_settings (
  key text primary key check (key ~ '^[a-z][a-z_]*$'),
  value jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.nemus_settings enable row level security;

/* Trigger function: sets `updated_at` to the transaction's time, whatever the client sent. */
create function private.nemus_touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger touch before update on private.nemus_settings for each row execute function private.nemus_touch();

/*
 * Ends the transaction with a coded error. The sentences that people read are in
 * supabase/functions/_shared/texts/refusals (decision record 0032).
 * p_status HTTP status of the answer; PostgREST reads it from the errcode PTnnn
 * p_code   arrives as `message` and `hint`
 * p_values values for the sentence, such as {"available": 3}; arrives as `details`. The caller can read them.
 */
create function private.nemus_refuse(p_status int, p_code text, p_values jsonb default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_values is null then
    raise exception using errcode = 'PT' || p_status, message = p_code, hint = p_code;
  end if;
  raise exception using errcode = 'PT' || p_status, message = p_code, hint = p_code, detail = p_values::text;
end $$;

/* Whether a date can be meant: year 26 is a typing error; null passes. `libs/ui` has the same bounds. */
create function private.nemus_is_day(p_day date) returns boolean
language sql immutable set search_path = '' as $$
  select p_day is null or p_day between '1900-01-01' and '2099-12-31'
$$;

/* A count in German notation: `1.000`. */
create function private.nemus_count(p_count bigint) returns text
language sql immutable set search_path = '' as $$
  select replace(to_char(p_count, 'FM999,999,999,999'), ',', '.')
$$;

/*
 * Trigger function of append-only tables: refuses every update and delete. Raises 405 append_only.
 * Exception: nemus_forget_account may delete rows of an account (named in `nemus.forgets`) after its `keep_until`.
 */
create function private.nemus_keep_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and exists (select from private.nemus_deleted_accounts d
    where d.user_id::text = current_setting('nemus.forgets', true)
      and d.keep_until < (now() at time zone 'Europe/Berlin')::date
      and d.user_id::text in (to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'institution_id',
        (select i.user_id::text from public.nemus_invoices i where i.id::text = to_jsonb(old) ->> 'invoice_id'))) then
    return old;
  end if;
  raise exception using errcode = 'PT405', message = 'append_only', hint = 'append_only', table = tg_table_name;
end $$;

/*
 * A pasted text in plain characters: NFKC (digits of full width, no-break spaces), nothing invisible, a hyphen for every
 * dash. `plainText` of _shared/texts does the same in forms.
 */
create function private.nemus_plain_text(p_text text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(normalize(replace(left(coalesce(p_text, ''), 300), '№', 'Nr '), nfkc),
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '[\u2010-\u2015\u2043\u2212]', '-', 'g'), E' \t\r\n')
$$;

/* A pasted code or number, as nemus_plain_text, without the punctuation around it. */
create function private.nemus_plain_code(p_text text) returns text
language sql immutable set search_path = '' as $$
  select btrim(private.nemus_plain_text(p_text), E' \t\r\n.,;:')
$$;

/* A label of a domain in punycode (RFC 3492), without `xn--`. */
create function private.nemus_punycode(p_label text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  signs constant int[] := array(select ascii(s.sign)
    from regexp_split_to_table(p_label, '') with ordinality as s (sign, place) order by s.place);
  coded text := regexp_replace(p_label, '[^\x01-\x7f]', '', 'g');
  basic constant int := char_length(coded);
  handled int := basic;
  next int := 128;
  delta int := 0;
  bias int := 72;
  smallest int;
  point int;
  rest int;
  digit int;
  place int;
begin
  coded := coded || case when basic > 0 then '-' else '' end;
  while handled < cardinality(signs) loop
    smallest := (select min(s) from unnest(signs) s where s >= next);
    delta := delta + (smallest - next) * (handled + 1);
    next := smallest;
    foreach point in array signs loop
      delta := delta + (point < next)::int;
      continue when point <> next;
      rest := delta;
      place := 36;
      loop
        digit := least(greatest(place - bias, 1), 26);
        exit when rest < digit;
        coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit + (rest - digit) % (36 - digit) + 1, 1);
        rest := (rest - digit) / (36 - digit);
        place := place + 36;
      end loop;
      coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next := next + 1;
  end loop;
  return coded;
end $$;

/*
 * An address in the form in which all tables have it: plain characters, the domain in small letters and punycode, so
 * that `ida@bücher.example` and `ida@xn--bcher-kva.example` are one person. What is no address stays, in plain
 * characters. `readMailAddress` of _shared/texts is the same; contact-cases.json beside it tests both.
 */
create function private.nemus_mail_address(p_text text) returns text
language sql immutable strict set search_path = '' as $$
  select coalesce(split_part(plain, '@', 1) || '@' || (
      select string_agg(case when label ~ '[^\x01-\x7f]' then 'xn--' || private.nemus_punycode(label) else label end,
        '.' order by place)
      from regexp_split_to_table(lower(substring(plain from '^[^@]+@([^@]+)$')), '\.') with ordinality as l (label, place)),
    plain)
  from (select regexp_replace(replace(private.nemus_plain_text(p_text), '。', '.'), '^mailto:', '', 'i')) as given (plain)
$$;

/* A telephone number in keyboard characters, without the zero of "+49 (0)221". `readPhone` is the same, as above. */
create function private.nemus_phone_number(p_text text) returns text
language sql immutable strict set search_path = '' as $$
  select regexp_replace(phone, case when char_length(replace(phone, '(', '')) <> char_length(replace(phone, ')', '')) then '\)' else '^$' end, '')
  from (select btrim(regexp_replace(regexp_replace(regexp_replace(translate(regexp_replace(regexp_replace(
    private.nemus_plain_text(p_text), '^tel[.:]*\s*', '', 'i'),
    '^((?:\+|00)\d{1,3})[\s-]*[([]\s*0\s*[)\]][\s-]*', '\1 '), '[]', '()'),
    '[\s·•]+', ' ', 'g'), '^\(\+(\d+)\)', '+\1'), '^\(', ''))) as given (phone)
$$;

/* Trigger function: stores addresses, telephone numbers and VAT ids in their one form, in the columns it is given. */
create function private.nemus_canonical_form() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  field text;
  given text;
begin
  foreach field in array tg_argv loop
    given := to_jsonb(new) ->> field;
    new := jsonb_populate_record(new, jsonb_build_object(field, case
      when field like '%phone' then private.nemus_phone_number(given)
      when field = 'vat_id' then regexp_replace(upper(private.nemus_plain_code(given)), '[^A-Z0-9]', '', 'g')
      else private.nemus_mail_address(given) end));
  end loop;
  return new;
end $$;

/*
 * The signs of a code of this length, from our alphabet, in a pasted text: without words before it ("Zertifikat Nr.:"),
 * separators and case. O, I and L, which the alphabet lacks, are read as 0 and 1, and so are Cyrillic and Greek capitals.
 */
create function private.nemus_code_signs(p_text text, p_length int) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(translate(coalesce(
      (regexp_match(words, '(?:^|[^0-9A-Z])([0-9A-Z]{' || p_length || '})(?![0-9A-Z])'))[1],
      case p_length when 16 then
        (regexp_match(words, '(?:^|[^0-9A-Z])((?:[0-9A-Z]{4}[^0-9A-Z]{1,3}){3}[0-9A-Z]{4})(?![0-9A-Z])'))[1] end,
      words), 'OIL', '011'), '[^0-9A-Z]', '', 'g')
  from (select regexp_replace(upper(translate(private.nemus_plain_code(p_text),
      'АВЕЗІКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABE3IKMHOPCTYXABEZHIKMNOPTYX')),
    '^(?:.*[:#](?=(?:[^0-9A-Z]*[0-9A-Z]){' || p_length || '}))?(?:[^0-9A-Z]*'
    || '(?:ZERTIFIKAT|BESCHEINIGUNG|NACHWEIS|CODE|NUMMER|NUMBER|NR|NO|ID)[^0-9A-Z]+)*', '') as words) as pasted
$$;

/*
 * A text without case, accents, apostrophes and invisible characters; what separates words is one space, p_dash for a
 * dash. `plainForm` of libs/data is the same; the cases of libs/data/src/search/search-cases.json are tests of both.
 */
create function private.nemus_plain_form(p_text text, p_dash text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(translate(regexp_replace(lower(normalize(regexp_replace(p_text,
        '[\u0027\u0060\u00ad\u00b4\u02b9-\u02c1\u02c8\u2018-\u201b\u2032\uff07\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g'), nfkd)), '[\u0300-\u036f]', '', 'g'), 'ẞđðøłıħŧŋςə', 'ßddolihtnσa'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u002d\u2010-\u2015\u2043\u2212]', p_dash, 'g'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u2bff\u3000-\u303f]+', ' ', 'g'))
$$;

/* The words of a search: ae, oe and ue are a, o and u, so that Müller, Mueller and Muller are one. */
create function private.nemus_search_form(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(private.nemus_plain_form(p_text, ' '), '([aou])e', '\1', 'g')
$$;

/*
 * What is searched: as the words of a search, then as written where that differs, so that "ela" finds Michaela and
 * "elearning" E-Learning. Every word follows a space.
 */
create function private.nemus_search_text(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || f.form || case when f.form <> f.plain then ' ' || f.plain else '' end
  from (select private.nemus_search_form(p_text), private.nemus_plain_form(p_text, '')) f (form, plain)
$$;

/*
 * Patterns of a search's words in a search text, longest first, at most six. Short words begin a word. Signs alone
 * become one that no search text has.
 */
create function private.nemus_search_patterns(p_search text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(case when length < 3 then '% ' else '%' end || word || '%' order by length desc, word),
    case when p_search ~ '[^[:space:]\u00a0]' then '{%#%}' else '{}' end::text[])
  from (select distinct word, char_length(word) as length
    from regexp_split_to_table(private.nemus_search_form(case when p_search like '%_@_%'
      then private.nemus_mail_address(left(p_search, 200)) else left(p_search, 200) end), ' ') word
    where word <> '' order by length desc, word limit 6) found
$$;

/* The order of DIN 5007 in any collation: ä is a, ß is ss. */
create function private.nemus_sort_key(p_text text) returns bytea
language sql immutable parallel safe set search_path = '' as $$
  select convert_to(private.nemus_plain_form(p_text, ' '), 'UTF8')
$$;

/* The same order, with numbers by their value: "Modul 2" before "Modul 10". Compared as bytes (collation "C"). */
create function private.nemus_title_key(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(private.nemus_plain_form(p_text, ' '), '([0-9]+)', '0000000000\1', 'g'),
    '[0-9]*([0-9]{10})(?![0-9])', '\1', 'g')
$$;

/*
 * The first character of a name that no document font has (Noto Sans: Latin, Greek, Cyrillic); null if there is none.
 * `unprintable` of _shared/texts/printable-names.ts is the same; name-cases.json beside it tests both.
 */
create function private.nemus_unprintable(p_text text) returns text
language sql immutable set search_path = '' as $$
  select (regexp_match(normalize(p_text, nfc),
    '[^\u0001-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u061c\u180e\u1c80-\u1c88\u1d00-\u1df9\u1dfb-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2000-\u2064\u2066-\u2071\u2074-\u208e\u2090-\u209c\u20a0-\u20c0\u2100-\u215f\u2183\u2184\u2212\u2c60-\u2c7f\u2de0-\u2e5d\u3000\ua640-\ua69f\ua700-\ua7ca\uab30-\uab6b\ufb00-\ufb06\ufeff\uff01-\uff5e]'))[1]
$$;

/* Trigger function: refuses new names that no document can print, in the columns it is given. Raises 400 invalid_field. */
create function private.nemus_check_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  field text;
begin
  foreach field in array tg_argv loop
    -- A name from before this rule stays until it is changed.
    perform private.nemus_refuse_field(field, 'unprintable', jsonb_build_object('character', n.sign))
    from private.nemus_unprintable(to_jsonb(new) ->> field) n (sign)
    where n.sign is not null and to_jsonb(new) ->> field is distinct from to_jsonb(old) ->> field;
  end loop;
  return new;
end $$;
