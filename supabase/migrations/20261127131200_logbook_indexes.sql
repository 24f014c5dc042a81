-- Reads of the logbook by an index alone, where an institution has ten thousand trainees.

-- How many trainees of an institution are linked, from few pages; and which of them a page of the cohort has.
create index nemus_trainees_linked on public.nemus_trainees (institution_id) where user_id is not null;
create index nemus_trainees_linked_sorted on public.nemus_trainees (institution_id, sort_name, id)
  where user_id is not null;
-- The search of the cohort finds its longest word by its trigrams, as the searches of staff do.
create index nemus_trainees_search on public.nemus_trainees using gin (search_text extensions.gin_trgm_ops);
-- What waits for whom at an institution: the workload counts it in this order.
create index nemus_logbook_entries_waiting on public.nemus_logbook_entries (institution_id, confirmer_id, user_id)
  include (submitted_at) where state = 'submitted';
-- What of an account waits, to find what waits for nobody.
create index nemus_logbook_entries_submitted on public.nemus_logbook_entries (user_id, confirmer_id) include (done_on)
  where state = 'submitted';
