-- The printed logbook: all confirmed entries at one moment, under a number that proves the paper genuine.
-- Issued by nemus_issue_logbook_paper, at most 20 an hour. The number is drawn in certificates/validity.sql, and
-- nemus_verify_certificate there looks it up.
-- Stored of the content: holder, sums by category, attribute and site, sums of courses and of certificates from
-- elsewhere, signers and the newest step of the chain (steps.sql). Never stored: entries. Sample entries are left out.

/* Issued papers. A paper goes with its account. */
create table private.nemus_logbook_papers (
  number text primary key check (private.nemus_is_drawn_number(number)),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  holder text not null,
  minutes int not null check (minutes >= 0),
  entries int not null check (entries >= 0),
  -- Newest step of the logbook at that moment; null for a logbook without steps.
  step_number int,
  step_hash text,
  created_at timestamptz not null default now(),
  -- Minutes by category; null on papers of earlier versions.
  sums jsonb check (jsonb_typeof(sums) = 'object'),
  -- [{name, role, institution, address}], each once.
  signers jsonb check (jsonb_typeof(signers) = 'array'),
  -- Minutes by setting, and {count, sums} of the listed courses; null on papers of earlier versions.
  settings jsonb check (jsonb_typeof(settings) = 'object'),
  courses jsonb check (jsonb_typeof(courses) = 'object'),
  -- {count, sums} of the certificates from elsewhere, replaced ones without minutes; where null, `entries` counts them too.
  certificates jsonb check (jsonb_typeof(certificates) = 'object'),
  -- Minutes by form, age group, procedure, service and site: {attribute: {value: minutes}}. Never by case.
  attributes jsonb check (jsonb_typeof(attributes) = 'object')
);
alter table private.nemus_logbook_papers enable row level security;
create index nemus_logbook_papers_user on private.nemus_logbook_papers (user_id, created_at desc);

/* Minutes of printed rows by one of their fields: those that count and say it. */
create function private.nemus_printed_sums(p_rows jsonb, p_field text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.said, s.minutes), '{}') from (
    select r ->> p_field as said, sum((r ->> 'minutes')::int) as minutes from jsonb_array_elements(p_rows) r
    where r ->> p_field is not null and not coalesce((r ->> 'replaced')::boolean, false) group by 1) s
$$;

/*
 * Issues the caller's logbook as it is now: {number, issued_at, holder, person {birth_date, chamber, field, procedure,
 * started_on, expected_end_on}, requirement_set, sites, entries, courses [{title, kind, done_on, category, minutes}],
 * sums, signers, minutes, last_step}. `courses`: what counts besides entries, without samples. `entries`: all confirmed
 * ones, with their attributes and the names of their confirmation; `certificate`: {issuer, started_on, sha256}, null for
 * hours. An entry with a confirmed correction is `replaced` and adds nothing to the sums. `sums`: minutes by category.
 * Raises 403 piw_required, 429 paper_limit.
 */
create function public.nemus_issue_logbook_paper() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  paper private.nemus_logbook_papers;
  profile public.nemus_profiles;
  listed jsonb;
  attended jsonb;
  proved jsonb;
begin
  -- No confirmation and no other name halfway through the paper.
  perform private.nemus_lock_logbook(me);
  select * into profile from public.nemus_profiles p where p.user_id = me;
  perform private.nemus_refuse(403, 'piw_required') where profile.user_type is distinct from 'piw';
  perform private.nemus_refuse(429, 'paper_limit')
    where (select count(*) from private.nemus_logbook_papers p
        where p.user_id = me and p.created_at > now() - interval '1 hour') >= 20;
  with printed as (
    select e.*, private.nemus_entry_attributes(e) as attributes, exists (select from public.nemus_logbook_entries c where c.user_id = me and c.corrects = e.id
      and c.state = 'confirmed') as replaced, (select l.content::jsonb -> 'names' from private.nemus_logbook_steps l
        where l.user_id = me and l.entry_id = e.id and l.action = 'confirm' order by l.number desc limit 1) as names
    from public.nemus_logbook_entries e where e.user_id = me and e.state = 'confirmed' and not e.is_sample
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'done_on', e.done_on, 'category', e.category,
        'minutes', e.minutes, 'competency', e.competency, 'level', e.level, 'note', e.note, 'case', c.code,
        'site', s.name, 'confirmed_by', e.confirmed_by, 'confirmed_at', e.confirmed_at, 'role', e.decided_role,
        'as_deputy', e.decided_as_deputy, 'trainee', e.names ->> 'trainee',
        'institution', e.names ->> 'institution', 'address', e.names ->> 'address', 'corrects', e.corrects, 'replaced', e.replaced,
        'certificate', case when e.file_id is not null then jsonb_build_object('issuer', e.issuer,
          'started_on', e.started_on, 'sha256', e.file_sha256) end) || e.attributes
      order by e.done_on, e.created_at, e.id), '[]'),
    count(*) filter (where e.file_id is null), coalesce(sum(e.minutes) filter (where not e.replaced), 0)
  into listed, paper.entries, paper.minutes
  from printed e
  left join public.nemus_logbook_cases c on c.id = e.case_id
  left join public.nemus_logbook_sites s on s.id = e.site_id;
  proved := jsonb_path_query_array(listed, '$[*] ? (@.certificate != null)');
  select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'kind', t.kind, 'done_on', t.done_on,
    'category', t.category, 'minutes', t.minutes) order by t.done_on, t.title, t.category), '[]') into attended
  from private.nemus_training_sources t where t.user_id = me and t.kind <> 'logbook' and not t.is_sample
    and not exists (select from jsonb_array_elements(listed) e where e ->> 'id' = t.source_id);
  select coalesce(jsonb_agg(distinct jsonb_build_object('name', e ->> 'confirmed_by', 'role', e ->> 'role',
    'institution', e ->> 'institution', 'address', e ->> 'address')), '[]') into paper.signers
  from jsonb_array_elements(listed) e;
  select l.number, l.hash into paper.step_number, paper.step_hash from private.nemus_logbook_steps l
  where l.user_id = me order by l.number desc limit 1;
  insert into private.nemus_logbook_papers (number, user_id, holder, minutes, entries, step_number, step_hash, sums, signers,
    settings, courses, certificates, attributes, created_at)
  values (private.nemus_draw_number(), me, coalesce(nullif(btrim(profile.first_name || ' ' || profile.last_name), ''),
      private.nemus_document_text('no_name')), paper.minutes, paper.entries, paper.step_number, paper.step_hash,
    private.nemus_printed_sums(listed, 'category'), paper.signers, private.nemus_printed_sums(listed, 'setting'),
    jsonb_build_object('count', jsonb_array_length(attended), 'sums', private.nemus_printed_sums(attended, 'category')),
    jsonb_build_object('count', jsonb_array_length(proved), 'sums', private.nemus_printed_sums(proved, 'category')),
    (select jsonb_object_agg(name, private.nemus_printed_sums(listed, name))
      from unnest('{form,age_group,procedure,service,site}'::text[]) name), clock_timestamp())
  returning * into paper;
  return jsonb_build_object('number', paper.number, 'issued_at', paper.created_at, 'holder', paper.holder,
    'requirement_set', (select jsonb_build_object('name', s.name, 'chamber', s.chamber, 'version', s.version,
        'source', s.source)
      from public.nemus_requirement_choices c join public.nemus_requirement_sets s on s.id = c.set_id
      where c.user_id = me and c.ended_at is null),
    'person', (select jsonb_build_object('birth_date', d.birth_date, 'chamber', i.chamber, 'field', i.field,
        'procedure', i.procedure, 'started_on', i.started_on, 'expected_end_on', i.expected_end_on)
      from public.nemus_personal_data d join public.nemus_training_info i using (user_id) where d.user_id = me),
    'courses', attended,
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'started_on', s.started_on,
        'ended_on', s.ended_on, 'share', s.share) order by s.started_on, s.id), '[]')
      from public.nemus_logbook_sites s where s.user_id = me and not s.is_sample),
    'entries', listed, 'sums', paper.sums, 'signers', paper.signers, 'minutes', paper.minutes,
    'last_step', case when paper.step_number is not null
      then jsonb_build_object('number', paper.step_number, 'hash', paper.step_hash) end);
end $$;
