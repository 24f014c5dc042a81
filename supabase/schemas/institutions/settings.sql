-- Settings of an institution; the row is created with its profile. Every member reads them, `administration` changes
-- them (institutions/access.sql).
-- Other files react: `institution_name` is copied to the profile below, but mails keep the approved name
-- (institutions/approvals.sql); `two_factor_enabled` requires a second factor of all members
-- (sessions/fresh_factors.sql); `sms_notifications` needs a verified number of a member
-- (notifications/phone_numbers.sql); `weekly_reports` starts and stops reports (notifications/weekly_reports.sql);
-- `login_alerts` (sessions/known_devices.sql); the first row makes the founder a member (institutions/members.sql).
-- Changes are logged (institutions/organisation_log.sql).

create table public.nemus_institution_settings (
  institution_id uuid primary key references public.nemus_profiles (user_id) on delete cascade,
  institution_name text not null default '' check (char_length(institution_name) <= 200),
  institution_address text not null default '' check (char_length(institution_address) <= 500),
  institution_phone text not null default '' check (institution_phone ~ '^([+0-9][0-9 ()/.-]{3,30})?$'),
  institution_website text not null default ''
    check (institution_website ~ '^(https?://[^[:space:]]+)?$' and char_length(institution_website) <= 300),
  institution_description text not null default '' check (char_length(institution_description) <= 2000),
  email_notifications boolean not null default true,
  sms_notifications boolean not null default false,
  marketing_emails boolean not null default false,
  weekly_reports boolean not null default true,
  two_factor_enabled boolean not null default false,
  login_alerts boolean not null default true,
  billing_email text not null default ''
    check (billing_email ~ '^([^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+)?$' and char_length(billing_email) <= 255),
  invoice_frequency text not null default 'monthly' check (invoice_frequency in ('monthly', 'quarterly', 'yearly')),
  -- VAT id shown on invoices (§ 14 UStG).
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,12})?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_institution_settings enable row level security;
create trigger touch before update on public.nemus_institution_settings
  for each row execute function private.nemus_touch();
create trigger canonical_form before insert or update of institution_phone, billing_email, vat_id on public.nemus_institution_settings
  for each row execute function private.nemus_canonical_form('institution_phone', 'billing_email', 'vat_id');

/* A VAT id has the format of the country that it begins with. Raises 400 invalid_field. */
create function private.nemus_check_vat_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.nemus_is_vat_id(case left(new.vat_id, 2) when 'EL' then 'GR' else left(new.vat_id, 2) end, new.vat_id) then
    perform private.nemus_refuse_field('vat_id', 'vat_id');
  end if;
  return new;
end $$;
create trigger check_vat_id before insert or update of vat_id on public.nemus_institution_settings
  for each row when (new.vat_id <> '') execute function private.nemus_check_vat_id();

create function private.nemus_open_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_type = 'institution' then
    -- Fires institutions/members, notifications/weekly_reports.
    insert into public.nemus_institution_settings (institution_id, institution_name)
    values (new.user_id, coalesce(new.institution_name, ''));
  end if;
  return new;
end $$;

create trigger open_settings after insert on public.nemus_profiles
  for each row execute function private.nemus_open_settings();

/* The settings hold the name; screens read it from the profile. */
create function private.nemus_follow_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Fires accounts/profiles.
  update public.nemus_profiles set institution_name = nullif(btrim(new.institution_name), '')
  where user_id = new.institution_id;
  return new;
end $$;

create trigger follow_name after update of institution_name on public.nemus_institution_settings
  for each row when (new.institution_name is distinct from old.institution_name)
  execute function private.nemus_follow_name();
