-- Demonstration content: the logbook between the demo trainee, the demo institution and a confirmer with an account of
-- its own (`demo.supervision`, password as in accounts.sql). Entries in every state, and one person far behind. All rows
-- are marked as samples: nemus_remove_sample_data of either account removes them. Days count from the first run.
do $$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
  monday constant date := date_trunc('week', today)::date;
  demo constant uuid := (select u.id from auth.users u where u.email = 'demo.piw@nemus.example');
  house constant uuid := (select u.id from auth.users u where u.email = 'demo.institution@nemus.example');
  samples constant jsonb := (select s.value from private.nemus_settings s where s.key = 'sample_data');
  -- Leader of the self-experience; confirms by links.
  keller constant uuid := 'cf000000-0000-4000-8000-000000000002';
  sommer constant uuid := 'cf000000-0000-4000-8000-000000000001';
  account constant uuid := 'd0000000-0000-4000-8000-000000000005';
begin
  if house is null or demo is null or not exists (select from public.nemus_trainees t where t.institution_id = house and t.is_sample)
    or exists (select from public.nemus_confirmers c where c.institution_id = house) then
    return;
  end if;

  -- The confirmer's account has no sample set: it only confirms.
  update private.nemus_settings set value = 'false' where key = 'sample_data';
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
    recovery_token, email_change, email_change_token_new, email_change_token_current, phone_change, phone_change_token,
    reauthentication_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  select account, u.aud, u.role, 'demo.supervision@nemus.example', u.encrypted_password, now(), '', '', '', '', '', '',
    '', '', u.raw_app_meta_data, '{"user_type": "piw", "first_name": "Helena", "last_name": "Sommer"}', u.created_at, now()
  from auth.users u where u.id = demo;
  -- Hosted projects have a column more, which sign-in filters by.
  if exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where id = account;
  end if;
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
  values (gen_random_uuid(), 'email', account::text, account, jsonb_build_object('sub', account, 'email',
    'demo.supervision@nemus.example', 'email_verified', true, 'phone_verified', false), now(), now(), now());
  insert into private.nemus_first_visits (user_id, created_at) values (account, now() - interval '90 days')
  on conflict do nothing;
  update private.nemus_settings set value = samples where key = 'sample_data';

  insert into public.nemus_confirmers (id, institution_id, name, email, user_id, accepted_at, address_since, is_sample)
  values (sommer, house, 'Dr. Helena Sommer', 'demo.supervision@nemus.example', account, now(), now() - interval '2 years', true),
    (keller, house, 'Prof. Dr. Martin Keller', 'martin.keller@praxis.example', null, null, now() - interval '2 years', true);
  insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
  values (sommer, house, 'leader', today - 700), (sommer, house, 'supervision', today - 700),
    (keller, house, 'self_experience', today - 700);

  insert into public.nemus_trainees (institution_id, first_name, last_name, email, registered_on, user_id, linked_at, is_sample)
  select house, p.first_name, p.last_name, p.email, today - 640, p.user_id, now() - interval '80 days', true
  from public.nemus_profiles p
  where p.user_id = demo or p.user_id::text in ('d1000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000002')
  on conflict do nothing;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    started_on = today - case when i.user_id::text like '%1' then 300 else 1100 end,
    expected_end_on = today + case when i.user_id::text like '%1' then 1526 else 726 end
  where i.user_id::text in ('d1000000-0000-4000-8000-000000000001', 'd1000000-0000-4000-8000-000000000002') and i.started_on is null;
  insert into public.nemus_requirement_choices (user_id, set_id, created_at)
  select t.user_id, '5e7a0000-0000-4000-8000-000000000001', now() - interval '79 days'
  from public.nemus_trainees t where t.institution_id = house and t.is_sample and t.user_id is not null
    and not exists (select from public.nemus_requirement_choices c where c.user_id = t.user_id);

  insert into public.nemus_logbook_sites (id, user_id, name, started_on, is_sample)
  values ('51000000-0000-4000-8000-000000000001', demo, 'Ambulanz am Stadtpark', today - 640, true);
  insert into public.nemus_logbook_cases (id, user_id, code, age_band, started_on, label, is_sample)
  values ('ca000000-0000-4000-8000-000000000001', demo, 'F-7K3M', '30-44', today - 200, 'Panik, dienstags', true),
    ('ca000000-0000-4000-8000-000000000002', demo, 'F-4R8T', '18-29', today - 120, 'Depression', true);

  -- Sixteen confirmed entries instead of the newest of the sample set, with as many minutes: the figures of S-11.7 stay.
  delete from public.nemus_logbook_entries e
  where e.user_id = demo and e.is_sample and e.note = 'Behandlungsstunden unter Supervision, Teil 14';
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, done_on, category, minutes, competency, level, note, state, site_id,
    case_id, confirmer_id, institution_id, submitted_at, confirmed_at, confirmed_by, returned_at, returned_by, return_reason,
    decided_by, decided_role, is_sample)
  select s.who, s.day, s.category, s.minutes, case when s.category <> 'practice' then 'fachliche_kompetenz' end,
    case when s.category <> 'practice' then 'action' end, s.note, s.state,
    case when s.who = demo then '51000000-0000-4000-8000-000000000001'::uuid end,
    case when s.who = demo and s.category = 'practice' then format('ca000000-0000-4000-8000-00000000000%s', 1 + s.line % 2)::uuid end,
    s.person, case when s.state <> 'draft' then house end,
    case when s.state <> 'draft' then now() - interval '2 hours' - (today - s.day) * interval '20 hours' end,
    case when s.state = 'confirmed' then now() - interval '1 hour' - (today - s.day) * interval '10 hours' end,
    case when s.state = 'confirmed' then 'Dr. Helena Sommer' end,
    case when s.state = 'returned' then now() - interval '1 hour' end,
    case when s.state = 'returned' then 'Dr. Helena Sommer' end,
    case when s.state = 'returned' then 'Das waren zwei Sitzungen. Bitte einzeln eintragen.' end,
    case when s.state in ('confirmed', 'returned') then account end,
    case when s.state in ('confirmed', 'returned') then case s.category when 'supervision' then 'supervision' else 'leader' end end, true
  from (
    -- Last week, then this one up to today.
    select demo as who, monday - 7 + line % 5 as day, 'practice' as category, 45 as minutes, '' as note, 'confirmed' as state,
      sommer as person, line
    from generate_series(1, 12) line
    union all
    select demo, least(today, monday + week.day), week.category, week.minutes, week.note, week.state, week.person, week.line
    from (values
      (0, 'practice', 45, '', 'confirmed', sommer, 1), (0, 'practice', 45, '', 'confirmed', sommer, 2),
      (1, 'practice', 45, '', 'confirmed', sommer, 3), (1, 'supervision', 90, 'Fallsupervision', 'confirmed', sommer, 4),
      (2, 'practice', 90, 'Exposition im Treppenhaus', 'returned', sommer, 5),
      (2, 'practice', 50, '', 'submitted', sommer, 6), (3, 'practice', 50, '', 'submitted', sommer, 7),
      (3, 'supervision', 50, '', 'submitted', sommer, 8), (3, 'self_experience', 100, '', 'submitted', keller, 9),
      (4, 'practice', 50, '', 'draft', sommer, 10), (4, 'practice', 50, 'Probatorische Sitzung', 'draft', null, 11)
    ) as week (day, category, minutes, note, state, person, line)
    union all
    -- One is ahead of the plan, the other far behind, with hours that wait for weeks.
    select 'd1000000-0000-4000-8000-000000000001', today - 10 * line, case when line % 4 = 0 then 'theory' else 'practice' end,
      case when line % 4 = 0 then 1440 else 600 end, 'Blockwoche', 'confirmed', sommer, line from generate_series(1, 24) line
    union all
    select 'd1000000-0000-4000-8000-000000000002', today - 20 - 3 * line, 'practice', 50, '',
      case when line > 3 then 'confirmed' else 'submitted' end, sommer, line from generate_series(1, 10) line
  ) s join public.nemus_profiles p on p.user_id = s.who;

  -- Two certificates from elsewhere, one confirmed instead of an entry of the sample set. Their files: seeds/files.
  delete from public.nemus_logbook_entries e
  where e.user_id = demo and e.is_sample and e.note = 'Curriculum Störungslehre, Teil 7';
  insert into public.nemus_logbook_files (id, user_id, path, file_name, content_type, size_bytes, confirmed_at, sha256)
  select f.id, demo, f.id || '.pdf', f.file_name, 'application/pdf', 883, now(), f.sha256
  from (values
    ('fc000000-0000-4000-8000-000000000001'::uuid, 'Teilnahme Störungslehre.pdf', 'cbe8d51650e616e55d96a068a901486f0ee3dfa7f0f08f0f07b6076ae675621b'),
    ('fc000000-0000-4000-8000-000000000002', 'Traumatherapie Grundkurs.pdf', '76c9e14df0130da8169e2d18063a15eedf4e23a701d197a135821928c1083dfa')
  ) as f (id, file_name, sha256);
  insert into storage.objects (bucket_id, name)
  select 'logbook', f.path from public.nemus_logbook_files f where f.user_id = demo;
  -- Fires logbook/cohort.
  insert into public.nemus_logbook_entries (user_id, done_on, started_on, category, minutes, competency, level, note, issuer,
    file_id, file_sha256, state, confirmer_id, institution_id, submitted_at, confirmed_at, confirmed_by, decided_by,
    decided_role, is_sample)
  select demo, today - s.age, today - s.age - 1, 'theory', s.units * 45, s.competency, 'cognitive', s.title, s.issuer, f.id,
    f.sha256, s.state, sommer, house, s.sent, case when s.state = 'confirmed' then s.sent + interval '1 day' end,
    case when s.state = 'confirmed' then 'Dr. Helena Sommer' end, case when s.state = 'confirmed' then account end,
    case when s.state = 'confirmed' then 'leader' end, true
  from (values
    (1, 62, 8, 'fachliche_kompetenz', 'Störungslehre für Erwachsene', 'Akademie für Verhaltenstherapie Berlin', 'confirmed',
      now() - interval '60 days'),
    (2, 16, 16, 'methoden_kompetenz', 'Traumatherapie, Grundkurs', 'Institut für Psychotraumatologie Leipzig', 'submitted',
      now() - interval '2 days')
  ) as s (line, age, units, competency, title, issuer, state, sent)
  join public.nemus_logbook_files f on f.id = format('fc000000-0000-4000-8000-00000000000%s', s.line)::uuid;
end $$;
