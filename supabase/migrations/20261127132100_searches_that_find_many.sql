-- A single word that resembles very many courses costs no more than one that resembles few.

/*
 * The courses of the catalogue that resemble a search, the nearest first: every word of it resembles one of the course. At
 * most 30. A definer function, because a policy would keep the index from being used.
 *
 * Of the courses that the index finds for a single word, 500 are compared: comparing is what costs (a tenth of a
 * millisecond each), and of a word that more courses have, nobody misses the others. So many of the catalogue, not of all:
 * what is not on offer takes no place. Of several words all are compared, since a later word decides what is found.
 * Returns [course id].
 */
create or replace function private.nemus_similar_courses(p_search text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.nemus_search_words(p_search);
  -- "Traumma" is as near as 0.63 to "traumafokussiert", "Bindung" as near as 0.25 to "Beziehung".
  nearness constant real := 0.51;
begin
  if cardinality(words) = 0 then
    return '[]'::jsonb;
  end if;
  perform set_config('pg_trgm.word_similarity_threshold', nearness::text, true);
  return coalesce((select jsonb_agg(near.id order by near.rank desc, near.title, near.id) from (
    select c.id, c.title, score.rank from (
      select c.id, c.title, c.description from public.nemus_courses c
      where words[1] operator(extensions.<%) private.nemus_search_form(c.title || ' ' || c.description)
        and c.is_active and c.id not in (select private.nemus_withheld_seminars())
      limit case when cardinality(words) = 1 then 500 end) as c
    -- Each form once; without the fence it would be made anew for every comparison.
    cross join lateral (select private.nemus_search_form(c.title) as title,
      private.nemus_search_form(c.description) as description,
      private.nemus_search_form(c.title || ' ' || c.description) as whole offset 0) as form
    cross join lateral (select min(extensions.word_similarity(word, form.whole)) as nearest,
      -- What is in the title counts more.
      sum(extensions.word_similarity(word, form.title) + extensions.word_similarity(word, form.description) / 2) as rank
      from unnest(words) as word) as score
    where score.nearest >= nearness
    order by score.rank desc, c.title, c.id limit 30) as near), '[]');
end $$;
