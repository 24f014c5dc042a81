SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.nemus_search_patterns (
  p_search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(case when length < 3 then '% ' else '%' end || word || '%' order by length desc, word),
    case when p_search ~ '[^[:space:]\u00a0]' then '{%#%}' else '{}' end::text[])
  from (select distinct word, char_length(word) as length
    from regexp_split_to_table(private.nemus_search_form(case when p_search like '%_@_%'
      then private.nemus_mail_address(left(p_search, 200)) else left(p_search, 200) end), ' ') word
    where word <> '' order by length desc, word limit 6) found
$function$;
