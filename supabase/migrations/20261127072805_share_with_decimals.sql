SET local check_function_bodies = off;

ALTER TABLE "public"."nemus_logbook_sites"
  DROP CONSTRAINT "nemus_logbook_sites_share_check";

ALTER TABLE "public"."nemus_logbook_sites"
  ALTER COLUMN "share" DROP DEFAULT;

ALTER TABLE "public"."nemus_logbook_sites"
  ALTER COLUMN "share" TYPE numeric(4,1) USING "share"::numeric(4,1);

ALTER TABLE "public"."nemus_logbook_sites"
  ALTER COLUMN "share" SET DEFAULT 100;

CREATE OR REPLACE FUNCTION public.nemus_save_site (
  p_site jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  wanted uuid;
  called text;
  first_day date;
  last_day date;
  part numeric;
  before text;
  first_signed date;
  last_signed date;
begin
  perform private.nemus_require_trainee();
  perform private.nemus_refuse(400, 'invalid_request') where jsonb_typeof(p_site) is distinct from 'object';
  wanted := private.nemus_id_field(p_site, 'id', false);
  called := private.nemus_text_field(p_site, 'name', 200, true);
  first_day := private.nemus_day_field(p_site, 'started_on', true);
  last_day := private.nemus_day_field(p_site, 'ended_on', false);
  perform private.nemus_refuse_field('ended_on', 'before_start') where last_day < first_day;
  perform private.nemus_refuse_field('share', 'count', '{"least": 1, "most": 100}')
    where coalesce(p_site ->> 'share', '') !~ '^[0-9]{1,3}(\.[0-9])?$' or (p_site ->> 'share')::numeric not between 1 and 100;
  part := (p_site ->> 'share')::numeric;
  perform private.nemus_lock_logbook(me);
  if wanted is null then
    perform private.nemus_refuse(409, 'too_many_sites', '{"most": 100}')
      where (select count(*) from public.nemus_logbook_sites s where s.user_id = me) >= 100;
    insert into public.nemus_logbook_sites (user_id, name, started_on, ended_on, share)
    values (me, called, first_day, last_day, part) returning id into wanted;
    return wanted;
  end if;
  select s.name, min(e.done_on), max(e.done_on) into before, first_signed, last_signed
  from public.nemus_logbook_sites s
  left join public.nemus_logbook_entries e on e.site_id = s.id and e.user_id = me
    and e.state in ('submitted', 'confirmed') and not e.is_sample
  where s.id = wanted and s.user_id = me group by s.id;
  if first_signed is not null and called <> before then
    perform private.nemus_refuse_field('name', 'site_signed');
  elsif first_signed < first_day then
    perform private.nemus_refuse_field('started_on', 'site_days');
  elsif last_signed > last_day then
    perform private.nemus_refuse_field('ended_on', 'site_days');
  end if;
  update public.nemus_logbook_sites s set name = called, started_on = first_day, ended_on = last_day, share = part
  where s.id = wanted and s.user_id = me;
  perform private.nemus_refuse(404, 'site_not_found') where not found;
  return wanted;
end $function$;

ALTER TABLE "public"."nemus_logbook_sites"
  ADD CONSTRAINT "nemus_logbook_sites_share_check" CHECK (((share >= (1)::numeric) AND (share <= (100)::numeric)));
