-- Fuzzy search for courses: typing mistakes, plurals and other endings. Exact hits: courses/catalogue_page.sql,
-- and pages that have loaded a whole list; the functions here find similar ones by trigrams (pg_trgm).
-- Only courses on offer are found. The two word functions also serve courses/catalogue.sql and staff/people.sql.

-- A hosted project has both already.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

/*
 * The words of a search, longest first: at most six, from the first 100 characters. Words of one or two letters are
 * similar to everything and are left out.
 */
create function private.nemus_search_words(p_search text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(found.word), '{}') from (
    select distinct word, char_length(word) as length
    from regexp_split_to_table(private.nemus_search_form(left(p_search, 100)), ' ') as word
    where char_length(word) >= 3 order by length desc, word limit 6) as found
$$;

create index nemus_courses_search on public.nemus_courses using gin
  (private.nemus_search_form(title || ' ' || description) extensions.gin_trgm_ops);

/*
 * Courses on offer that are similar to a search, nearest first, at most 30. Every word of the search must be similar
 * to a word of the course. Security definer, because a policy would prevent the use of the index.
 *
 * At most 500 courses that have all words are ranked: one comparison takes a tenth of a millisecond, and words with more
 * hits are too common for the rest to matter. Returns [course id].
 */
create function public.nemus_similar_courses(p_search text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.nemus_search_words(p_search);
  -- Similarities: "Traumma" and "traumafokussiert" 0.63, "Bindung" and "Beziehung" 0.25.
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
        and not exists (select from unnest(words[2:]) as word
          where not (word operator(extensions.<%) private.nemus_search_form(c.title || ' ' || c.description)))
      limit 500) as c
    -- `offset 0` keeps the planner from computing the forms again for every comparison.
    cross join lateral (select private.nemus_search_form(c.title) as title,
      private.nemus_search_form(c.description) as description,
      private.nemus_search_form(c.title || ' ' || c.description) as whole offset 0) as form
    cross join lateral (select min(extensions.word_similarity(word, form.whole)) as nearest,
      -- The title counts more.
      sum(extensions.word_similarity(word, form.title) + extensions.word_similarity(word, form.description) / 2) as rank
      from unnest(words) as word) as score
    where score.nearest >= nearness
    order by score.rank desc, c.title, c.id limit 30) as near), '[]');
end $$;

/* The same for e-learning courses, which are few: title, description and modules. Returns [course id]. */
create function public.nemus_similar_learning_courses(p_search text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(near.id order by near.rank desc, near.position), '[]') from (
    select c.id, c.position, min(extensions.word_similarity(word, private.nemus_search_form(
      concat_ws(' ', c.title, c.description, (select string_agg(m.title, ' ')
        from public.nemus_learning_modules m where m.course_id = c.id))))) as rank
    from public.nemus_learning_courses c, unnest(private.nemus_search_words(p_search)) as word
    where c.is_active and private.nemus_has_content(c.id)
    group by c.id) as near
  where near.rank >= 0.51
$$;
