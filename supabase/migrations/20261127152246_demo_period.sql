SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_sample_details (
  p_user uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'Europe/Berlin')::date;
begin
  -- Fires figures/training_records.
  update public.nemus_personal_data d set phone = '+49 30 23125 118', street = 'Lindenallee 12',
    postal_code = '10115', city = 'Berlin', birth_date = '1992-04-17'
  where d.user_id = p_user and d.street = '' and d.birth_date is null;
  update public.nemus_training_info i set field = 'Erwachsene', procedure = 'Verhaltenstherapie',
    chamber = 'Psychotherapeutenkammer Berlin', training_site = 'Ambulanz am Stadtpark',
    supervisor_name = 'Dr. Helena Sommer', started_on = today - 1040, expected_end_on = today + 296
  where i.user_id = p_user and i.field is null and i.chamber = '';
  -- Fires institutions/settings.
  update public.nemus_institution_settings s set institution_address = E'Parkstraße 8\n10115 Berlin',
    institution_phone = '+49 30 23125 0', institution_website = 'https://www.weiterbildung.example',
    institution_description = 'Ambulante Weiterbildungsstätte für Verhaltenstherapie mit Erwachsenen.'
  where s.institution_id = p_user and s.institution_address = '';
end $function$;
