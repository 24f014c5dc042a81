-- Rights on e-learning. Anything not granted here is closed.
-- Everyone signed in reads offered courses with their blocks and modules. Texts and files need the right to learn the
-- block (private.nemus_reads_block). Progress, runs and answers are the account's own; quiz answers are never
-- readable. A client writes only its position in a block and its quiz scores (learning/quiz_scores.sql checks them).
-- Drafts, versions and uploads are for staff with the role `catalogue`.

grant select on public.nemus_learning_courses, public.nemus_learning_blocks, public.nemus_learning_modules,
  public.nemus_learning_contents, public.nemus_my_learning to authenticated;
grant select, insert, update, delete on public.nemus_learning_courses, public.nemus_learning_blocks,
  public.nemus_learning_modules, public.nemus_learning_contents, public.nemus_quiz_questions,
  private.nemus_quiz_answers to service_role;
grant select on public.nemus_module_progress, public.nemus_learning_progress, public.nemus_block_positions,
  public.nemus_quiz_scores, public.nemus_quiz_runs, public.nemus_quiz_run_answers, public.nemus_learning_media,
  public.nemus_learning_module_media, public.nemus_learning_drafts, public.nemus_learning_versions
  to authenticated, service_role;
-- An upsert also names the key columns in its update.
grant insert (user_id, course_id, block_id, step, video_seconds), update (user_id, course_id, block_id, step,
  video_seconds) on public.nemus_block_positions to authenticated;
grant insert (user_id, course_id, block_id, score, total_questions, percentage, lives_remaining)
  on public.nemus_quiz_scores to authenticated;

create policy "own position is read" on public.nemus_block_positions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own position is made" on public.nemus_block_positions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own position is changed" on public.nemus_block_positions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "blocks of offered courses are read" on public.nemus_learning_blocks for select to authenticated
  using (course_id in (select c.id from public.nemus_learning_courses c where c.is_active));

create policy "modules of offered courses are read" on public.nemus_learning_modules for select to authenticated
  using (course_id in (select c.id from public.nemus_learning_courses c where c.is_active));

create policy "own modules are read" on public.nemus_module_progress for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own learning is read" on public.nemus_learning_progress for select to authenticated
  using (user_id = (select auth.uid()));

create policy "texts are read by those who may learn" on public.nemus_learning_contents for select to authenticated
  using (exists (select from public.nemus_learning_modules m
    where m.id = module_id and private.nemus_reads_block(m.course_id, m.block_id)));

-- Results that count for the leaderboard (S-12.9): the only personal rows that every account can read. They carry first
-- name and initial. All other results are private.
create policy "own and ranked scores are read" on public.nemus_quiz_scores for select to authenticated
  using (is_ranked or user_id = (select auth.uid()));
create policy "own scores are saved" on public.nemus_quiz_scores for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "own runs are read" on public.nemus_quiz_runs for select to authenticated
  using (user_id = (select auth.uid()));

create policy "own answers are read" on public.nemus_quiz_run_answers for select to authenticated
  using (run_id in (select r.id from public.nemus_quiz_runs r where r.user_id = (select auth.uid())));

create policy "offered courses are read" on public.nemus_learning_courses for select to authenticated
  using (is_active and private.nemus_has_content(id));

create policy "media are listed for those who may learn" on public.nemus_learning_module_media
  for select to authenticated
  using (exists (select from public.nemus_learning_modules m
    where m.id = module_id and private.nemus_reads_block(m.course_id, m.block_id)));

-- The subselect runs with the reader's rights, so this policy follows the one above.
create policy "media are read by staff and those who may learn" on public.nemus_learning_media
  for select to authenticated
  using ((select private.nemus_is_staff('catalogue'))
    or (confirmed_at is not null
      and exists (select from public.nemus_learning_module_media used where used.media_id = nemus_learning_media.id)));

-- The files themselves. There is no policy for update, so a checked file never changes.
create policy "learning files are read with their row" on storage.objects for select to authenticated
  using (bucket_id = 'learning' and exists (select from public.nemus_learning_media m where m.path = objects.name));
create policy "learning files are sent by staff where a row waits" on storage.objects for insert to authenticated
  with check (bucket_id = 'learning' and (select private.nemus_is_staff('catalogue')) and exists (
    select from public.nemus_learning_media m
    where m.path = objects.name and m.created_by = (select auth.uid()) and m.confirmed_at is null));

-- Drafts and versions contain the right answers.
create policy "drafts are read by staff" on public.nemus_learning_drafts for select to authenticated
  using ((select private.nemus_is_staff('catalogue')));

create policy "versions are read by staff" on public.nemus_learning_versions for select to authenticated
  using ((select private.nemus_is_staff('catalogue')));

grant execute on function private.nemus_reads_block(text,text), public.nemus_open_module(text), public.nemus_complete_module(text),
  public.nemus_start_quiz(text,text), public.nemus_answer_question(uuid,text,integer,integer[]),
  public.nemus_leaderboard(text,text), public.nemus_begin_upload(text,text,text,bigint,text),
  public.nemus_upload_to_check(uuid), public.nemus_create_learning_course(text),
  public.nemus_open_learning_draft(text), public.nemus_save_learning_draft(text,integer,jsonb),
  public.nemus_discard_learning_draft(text,integer), public.nemus_learning_desk(),
  public.nemus_check_learning_draft(text), public.nemus_publish_learning_course(text,integer),
  public.nemus_retire_learning_course(text) to authenticated;

grant execute on function public.nemus_confirm_upload(uuid,text), public.nemus_drop_uploads(text[]),
  public.nemus_abandoned_uploads() to service_role;
