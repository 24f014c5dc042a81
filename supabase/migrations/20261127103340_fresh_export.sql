SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_begin_export()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  me constant uuid := auth.uid();
  source record;
  own jsonb;
  tables jsonb := jsonb_build_object();
begin
  perform private.nemus_refuse(404, 'account_not_found')
    where me is null or not exists (select from public.nemus_profiles p where p.user_id = me);
  if private.nemus_has_factor(me) then
    perform private.nemus_require_fresh_factor();
  else
    perform private.nemus_require_fresh_sign_in();
  end if;
  for source in select t.* from private.nemus_exported_tables() t where t.is_personal order by t.name loop
    execute format('select jsonb_agg(to_jsonb(r)) from (select %s from %s where %I = $1) r',
      (select string_agg(format('%I', c), ', ') from unnest(source.columns) c), source.source, source.owner_column)
    into own using me;
    if own is not null then
      tables := tables || jsonb_build_object(source.name, own);
    end if;
  end loop;
  return jsonb_build_object('account', (select jsonb_build_object('id', u.id, 'email', u.email, 'created_at', u.created_at)
    from auth.users u where u.id = me), 'tables', tables);
end $function$;
