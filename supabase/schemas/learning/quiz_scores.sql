-- Saved quiz results. A client inserts one, and the triggers here check and sign it.
-- - Each score needs a finished run of the same account with the same figures, once per run (409 quiz_not_finished).
-- - Name and time come from the database. A score is ranked if its run is (learning/quiz_runs.sql).
-- Everyone signed in can read ranked scores, all others only their account (learning/access.sql). The name functions
-- also serve learning/leaderboard.sql.

create table public.nemus_quiz_scores (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.nemus_profiles (user_id) on delete cascade,
  course_id text not null check (course_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(course_id) <= 100),
  block_id text not null check (block_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(block_id) <= 100),
  score int not null,
  total_questions int not null check (total_questions between 1 and 100),
  percentage int not null,
  lives_remaining int not null check (lives_remaining between 0 and 3),
  completed_at timestamptz not null default now(),
  user_name text not null default '',
  -- Whether the run is ranked (S-6.14).
  is_ranked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The index of the leaderboard also serves this key.
  foreign key (course_id, block_id) references public.nemus_learning_blocks (course_id, id) on delete cascade,
  constraint score_fits_total check (score between 0 and total_questions),
  constraint percentage_fits_score check (percentage = round(score * 100.0 / total_questions)),
  -- A wrong answer costs one of three lives. The run ends with the last question or the last life.
  constraint lives_fit_score check (
    score + 3 - lives_remaining <= total_questions
    and (lives_remaining = 0 or score + 3 - lives_remaining = total_questions))
);
alter table public.nemus_quiz_scores enable row level security;
create trigger touch before update on public.nemus_quiz_scores for each row execute function private.nemus_touch();
create index nemus_quiz_scores_board on public.nemus_quiz_scores (course_id, block_id, percentage desc, completed_at);
create index nemus_quiz_scores_user on public.nemus_quiz_scores (user_id, course_id, block_id);

/*
 * The words of a name, without leading words that match a pattern, unless nothing else is left. Patterns and the rule
 * for the first character are those of `libs/ui/src/formats/names.ts`; `name-cases.ts` next to it tests both.
 */
create function private.nemus_name_words(p_name text, p_left_out text) returns text[]
language sql immutable set search_path = '' as $$
  with words as (
    select w.word, w.place from regexp_split_to_table(btrim(p_name), '\s+') with ordinality as w (word, place) where w.word <> ''
  ), kept as (
    select array_agg(word order by place) as words from words
    where place >= (select min(place) from words where word !~* p_left_out)
  )
  select coalesce((select words from kept), (select array_agg(word order by place) from words), '{}')
$$;

/*
 * First name and initial, as on the leaderboard (S-6.15): "Dr. Ida", "von der Au" becomes "Ida A.". The initial is one
 * character as a reader sees it, such as a letter with its accent or an emoji of several parts.
 */
create function private.nemus_short_name(p_first_name text, p_last_name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(array_to_string(private.nemus_name_words(p_first_name,
      '^((prof|dr|ddr|mag|mmag|pd)\.?|((prof|dr|med|rer|nat|phil|psych|habil|univ|jur|theol|ing|priv|doz)\.)+|dipl\.?(-\w+\.?)*)$'), ' ')
    || coalesce(' ' || substring((private.nemus_name_words(p_last_name,
      '^(von|vom|van|zu|zum|zur|und|de|der|den|dem|des|del|della|di|da|dos|du|la|le|ten|ter|te|[''’]t|v\.|d\.)$'))[1] from
      '[\U0001F1E6-\U0001F1FF]{2}|[^!-/:-@\[-`{-~’‘‚„“”«»–—…][\u0300-\u036F\uFE0E\uFE0F\U0001F3FB-\U0001F3FF]*(?:\u200D.[\u0300-\u036F\uFE0E\uFE0F\U0001F3FB-\U0001F3FF]*)*')
      || '.', ''))
$$;

/* Name and time come from the database (S-6.13). */
create function private.nemus_sign_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select private.nemus_short_name(p.first_name, p.last_name) into new.user_name
  from public.nemus_profiles p where p.user_id = new.user_id;
  new.completed_at := now();
  return new;
end $$;

create trigger sign_score before insert on public.nemus_quiz_scores
  for each row execute function private.nemus_sign_score();

/* Accepts a score only with a finished run of its account that has the same figures and no score yet (S-6.13). */
create function private.nemus_prove_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  run record;
begin
  select r.id, r.ranked_on into run from public.nemus_quiz_runs r
  where r.user_id = new.user_id and r.course_id = new.course_id and r.block_id = new.block_id
    and r.finished_at is not null and r.score_id is null and r.score = new.score
    and r.total_questions = new.total_questions and r.lives_remaining = new.lives_remaining
  order by r.finished_at desc limit 1 for update;
  perform private.nemus_refuse(409, 'quiz_not_finished', '{"of": "score"}') where not found;
  update public.nemus_quiz_runs r set score_id = new.id where r.id = run.id;
  if run.ranked_on is not null then
    update public.nemus_quiz_scores s set is_ranked = true where s.id = new.id;
  end if;
  return new;
end $$;

create trigger prove_score after insert on public.nemus_quiz_scores
  for each row execute function private.nemus_prove_score();
