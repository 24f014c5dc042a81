-- The leaderboard of a quiz: the ten best people of a block. Of each person it counts the best ranked run; a run is
-- ranked if it was the first of the day to end with a life left (learning/quiz_runs.sql). People appear as first name
-- and initial. Exception: runs count even if their result was never saved, so that a day cannot be replayed.

/*
 * The ten best people of a block's quiz, each with their best ranked run, by percentage, earlier runs first (S-6.14,
 * S-6.15). Computed from runs instead of saved scores: a day whose result was not saved cannot be played again.
 */
create function public.nemus_leaderboard(p_course text, p_block text)
returns table (rank int, user_name text, score int, total_questions int, percentage int, lives_remaining int,
  completed_at timestamptz, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select (row_number() over (order by best.percentage desc, best.finished_at, best.id))::int,
    private.nemus_short_name(p.first_name, p.last_name), best.score, best.total_questions, best.percentage,
    best.lives_remaining, best.finished_at, best.user_id = (select auth.uid())
  from (
    select r.* from public.nemus_quiz_runs r
    where r.course_id = p_course and r.block_id = p_block and r.ranked_on is not null and not exists (
      select from public.nemus_quiz_runs other
      where other.user_id = r.user_id and other.course_id = r.course_id and other.block_id = r.block_id
        and other.ranked_on is not null and (other.percentage > r.percentage or (other.percentage = r.percentage
          and (other.finished_at, other.id) < (r.finished_at, r.id))))
    order by r.percentage desc, r.finished_at, r.id
    limit 10
  ) best
  join public.nemus_profiles p on p.user_id = best.user_id
  order by 1
$$;
