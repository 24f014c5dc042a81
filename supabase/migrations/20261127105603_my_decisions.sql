SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.nemus_my_decisions (
  p_search text    DEFAULT ''::text,
  p_page   integer DEFAULT 1,
  p_size   integer DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with mine as (
    select e as entry, coalesce(e.confirmed_at, e.returned_at) as decided_at, e.id
    from public.nemus_logbook_entries e
    where e.state in ('confirmed', 'returned') and e.user_id <> auth.uid()
      and (e.decided_by = auth.uid() or (e.decided_by is null and e.confirmer_id in (select private.nemus_my_confirmers())))
      and private.nemus_search_text(private.nemus_trainee_name(e.user_id, e.institution_id))
        like all (private.nemus_search_patterns(coalesce(p_search, '')))),
  page as (select m.* from mine m order by m.decided_at desc, m.id
    limit least(greatest(p_size, 1), 500) offset (greatest(p_page, 1) - 1) * least(greatest(p_size, 1), 500))
  select jsonb_build_object('total', (select count(*) from mine),
    'entries', coalesce((select jsonb_agg(private.nemus_entry_to_confirm(p.entry) - 'note' || jsonb_build_object(
        'state', (p.entry).state, 'decided_at', p.decided_at, 'as_deputy', (p.entry).decided_as_deputy)
      order by p.decided_at desc, p.id) from page p), '[]'))
$function$;

REVOKE ALL ON FUNCTION "public"."nemus_my_decisions"(text, integer, integer) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."nemus_my_decisions"(text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nemus_my_decisions"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."nemus_my_decisions"(text, integer, integer) TO "postgres";
