-- Demonstration content: the seller of invoices with a bank account, and the demo accounts. Safe to run again: existing
-- rows are left alone. It runs after the catalogue, for the accounts' rows of it; without a catalogue there are none.

-- A seller to show on invoices, until the operator enters a real one.
update private.nemus_settings set value = jsonb_set(value, '{seller}', '{
  "name": "Nemus Weiterbildung GmbH (Muster)", "street": "Musterstraße 1", "postal_code": "10115", "city": "Berlin",
  "country": "Deutschland", "email": "rechnung@nemus.example", "tax_number": "00/000/00000", "vat_id": "DE000000000"
}')
where key = 'invoicing' and value #>> '{seller,name}' = '[Name des Betreibers]';

-- An account to pay to, so that staff can let an institution pay by transfer. No bank has it.
update private.nemus_settings set value = '{"holder": "Nemus Weiterbildung GmbH (Muster)",
  "iban": "DE00000000000000000000", "bic": "MUSTDE00XXX"}'
where key = 'bank_account' and value ->> 'holder' = '';

-- Demo accounts, password "nemus-demo-2026". The hash is bcrypt at its cheapest (4): the password is public here, and a
-- slow hash costs each test that signs in a tenth of a second.
insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
  recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change, phone_change_token,
  reauthentication_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select account.id, 'authenticated', 'authenticated', account.email,
  '$2a$04$NEoQltqMd4D9q2TTrPW9hupwi00fAjfBhunNKluToZOCPLNKyADaS', now(), '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}', account.metadata, now() - interval '90 days', now()
from (values
  ('d0000000-0000-4000-8000-000000000001'::uuid, 'demo.piw@nemus.example',
   '{"user_type": "piw", "first_name": "Miriam", "last_name": "Albrecht"}'::jsonb),
  ('d0000000-0000-4000-8000-000000000002'::uuid, 'demo.institution@nemus.example',
   '{"user_type": "institution", "first_name": "Thomas", "last_name": "Brandt", "institution_name": "Weiterbildungsstätte am Stadtpark"}'::jsonb),
  -- Has no right of its own: the local portal makes it an operator of its releases, a hosted project does not.
  ('d0000000-0000-4000-8000-000000000003'::uuid, 'demo.betrieb@nemus.example',
   '{"user_type": "piw", "first_name": "Jana", "last_name": "Vogt"}'::jsonb),
  ('d0000000-0000-4000-8000-000000000004'::uuid, 'demo.akademie@nemus.example',
   '{"user_type": "piw", "first_name": "Katrin", "last_name": "Lehmann"}'::jsonb)
) as account (id, email, metadata)
where not exists (select from auth.users u where u.email = account.email);

-- Hosted projects have a column more, which sign-in filters by.
do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
    where email in ('demo.piw@nemus.example', 'demo.institution@nemus.example', 'demo.betrieb@nemus.example',
      'demo.akademie@nemus.example');
  end if;
end $$;

insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select gen_random_uuid(), 'email', u.id::text, u.id,
  jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now(), now()
from auth.users u
where u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example', 'demo.betrieb@nemus.example',
  'demo.akademie@nemus.example')
on conflict (provider, provider_id) do nothing;

select private.nemus_create_demo_account(u.id)
from auth.users u where u.email in ('demo.piw@nemus.example', 'demo.institution@nemus.example');

-- The account that runs the training may do all of it.
insert into public.nemus_staff (user_id, role)
select p.user_id, staff.role
from auth.users u join public.nemus_profiles p on p.user_id = u.id
cross join unnest(array['catalogue', 'teaching', 'orders', 'people']) as staff (role)
where u.email = 'demo.akademie@nemus.example'
on conflict (user_id, role) do nothing;

-- The trainee: three running courses, two completed ones, two not begun.
insert into public.nemus_course_enrollments (user_id, course_id, enrollment_type, status, progress_percentage, enrolled_at)
select u.id, c.id, 'direct_purchase', e.status, e.progress, now() - e.age
from auth.users u
cross join (values
  ('Grundlagen der Verhaltenstherapie', 'completed', 100, interval '84 days'),
  ('Erstgespräch und Anamnese', 'completed', 100, interval '70 days'),
  ('Kognitive Umstrukturierung', 'in_progress', 65, interval '41 days'),
  ('Therapeutische Allianz aufbauen', 'in_progress', 40, interval '27 days'),
  ('Berufsethik und Schweigepflicht', 'in_progress', 15, interval '12 days'),
  ('Selbstfürsorge in der Weiterbildung', 'not_started', 0, interval '6 days'),
  ('ICD-11 in der psychotherapeutischen Praxis', 'not_started', 0, interval '2 days')
) as e (title, status, progress, age)
join public.nemus_courses c on c.title = e.title
where u.email = 'demo.piw@nemus.example'
on conflict (user_id, course_id) do nothing;

-- It has chosen the sample set of requirements, whose figures are those of a new account.
insert into public.nemus_requirement_choices (user_id, set_id, created_at)
select u.id, s.id, now() - interval '88 days'
from auth.users u join public.nemus_requirement_sets s on s.id = '5e7a0000-0000-4000-8000-000000000001'
where u.email = 'demo.piw@nemus.example'
  and not exists (select from public.nemus_requirement_choices c where c.user_id = u.id);

-- Its two completed seminars have certificates, instead of two of the sample set: the figures of S-11.7 stay.
delete from public.nemus_certificates c using auth.users u
where u.email = 'demo.piw@nemus.example' and c.user_id = u.id and c.number in ('NZ-1041', 'NZ-1187');
insert into public.nemus_certificates (user_id, number, title, issuer, competency, units, issued_on, is_sample)
select u.id, sample.number, c.title, sample.issuer, c.competency, 16, current_date - sample.age, true
from auth.users u
cross join (values
  ('NZ-2041', 'Grundlagen der Verhaltenstherapie', 'Akademie für Verhaltenstherapie Berlin', 66),
  ('NZ-2187', 'Erstgespräch und Anamnese', 'Ambulanz am Stadtpark', 49)
) as sample (number, title, issuer, age)
join public.nemus_courses c on c.title = sample.title
where u.email = 'demo.piw@nemus.example'
on conflict (user_id, number) do nothing;

-- The institution: 500 credits and a yearly subscription.
insert into public.nemus_credit_entries (institution_id, kind, amount, source_id, created_at)
select u.id, 'grant', 500, 'demo-' || u.id, now() - interval '60 days'
from auth.users u where u.email = 'demo.institution@nemus.example'
on conflict (kind, source_id) do nothing;

insert into public.nemus_subscriptions (institution_id, tier, status, current_period_end)
-- It renews a year after the purchase that the sample set lists, 330 days ago.
select u.id, 'yearly', 'active', now() - interval '330 days' + interval '1 year'
from auth.users u where u.email = 'demo.institution@nemus.example'
on conflict (institution_id) do nothing;

-- Whom invoices of the demo accounts go to.
insert into public.nemus_billing_addresses (user_id, recipient, street, postal_code, city)
select u.id, coalesce(p.institution_name, p.first_name || ' ' || p.last_name), d.street, '10115', 'Berlin'
from (values ('demo.piw@nemus.example', 'Lindenallee 12'), ('demo.institution@nemus.example', 'Parkstraße 8'))
  as d (email, street)
join auth.users u on u.email = d.email
join public.nemus_profiles p on p.user_id = u.id
on conflict (user_id) do nothing;
