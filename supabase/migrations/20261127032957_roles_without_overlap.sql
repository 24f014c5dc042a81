SET local check_function_bodies = off;

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
  select * into request from public.nemus_name_requests r where r.id = p_request for update;
  if not found then
    perform private.nemus_refuse(404, 'name_request_not_found');
  elsif request.state <> 'open' then
    perform private.nemus_refuse(409, 'name_request_decided');
  elsif request.user_id = auth.uid() then
    perform private.nemus_refuse(409, 'own_request');
  end if;
  update public.nemus_name_requests r set state = case when p_accept then 'accepted' else 'declined' end, decided_at = now(),
    answer = given where r.id = p_request;
  if p_accept then
    -- Fires accounts/profiles, certificates/certificates.
    update public.nemus_profiles p set first_name = request.first_name, last_name = request.last_name
    where p.user_id = request.user_id;
  end if;
  perform private.nemus_notify(request.user_id, 'name_decided', 'name_decided:' || request.id, jsonb_strip_nulls(
    jsonb_build_object('name', request.first_name || ' ' || request.last_name, 'accepted', coalesce(p_accept, false),
      'reason', given)), '/account/name');
end $function$;

CREATE OR REPLACE FUNCTION public.nemus_save_confirmer_role (
  p_confirmer   uuid,
  p_role        text,
  p_valid_from  date,
  p_valid_until date DEFAULT NULL::date,
  p_site        text DEFAULT ''::text,
  p_trainee     uuid DEFAULT NULL::uuid,
  p_role_id     uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  place constant text := coalesce(private.nemus_text_field(jsonb_build_object('site', p_site), 'site', 200, false), '');
  saved uuid;
  other public.nemus_confirmer_roles;
begin
  perform private.nemus_begin_naming();
  perform private.nemus_own_confirmer(p_confirmer);
  if p_role is null or p_role not in ('leader', 'supervision', 'self_experience', 'lecturer') then
    perform private.nemus_refuse_field('role', 'choice');
  end if;
  perform private.nemus_refuse_period(p_valid_from, p_valid_until, true);
  if p_trainee is not null and not exists (select from public.nemus_trainees t
    where t.id = p_trainee and t.institution_id = private.nemus_acts_for('confirming')) then
    perform private.nemus_refuse(404, 'trainee_not_found', '{"of": "person", "field": "trainee"}');
  end if;
  select * into other from public.nemus_confirmer_roles r
  where r.confirmer_id = p_confirmer and r.role = p_role and r.id is distinct from p_role_id
    and (r.trainee_id is null or p_trainee is null or r.trainee_id = p_trainee)
    and (private.nemus_site_key(r.site) in ('', private.nemus_site_key(place)) or private.nemus_site_key(place) = '')
    and daterange(r.valid_from, r.valid_until, '[]') && daterange(p_valid_from, p_valid_until, '[]')
  order by r.valid_from, r.id limit 1;
  if found then
    perform private.nemus_refuse(409, 'role_overlaps', jsonb_strip_nulls(jsonb_build_object('field', 'valid_from',
      'from', other.valid_from, 'until', other.valid_until)));
  end if;
  if p_role_id is null then
    if (select count(*) from public.nemus_confirmer_roles r where r.confirmer_id = p_confirmer) >= 200 then
      perform private.nemus_refuse(400, 'too_many_confirmers', '{"most": 200}');
    end if;
    insert into public.nemus_confirmer_roles (confirmer_id, institution_id, role, site, trainee_id, valid_from, valid_until)
    values (p_confirmer, private.nemus_acts_for('confirming'), p_role, place, p_trainee, p_valid_from, p_valid_until) returning id into saved;
    return saved;
  end if;
  update public.nemus_confirmer_roles r set role = p_role, site = place, trainee_id = p_trainee,
    valid_from = p_valid_from, valid_until = p_valid_until
  where r.id = p_role_id and r.confirmer_id = p_confirmer and r.institution_id = private.nemus_acts_for('confirming') returning r.id into saved;
  if saved is null then
    perform private.nemus_refuse(404, 'confirmer_role_not_found');
  end if;
  return saved;
end $function$;
