-- The institution's trainees as its list searches and sorts them; the list itself is a view of migration "training_sources".

-- Searching and sorting 10,000 trainees: the texts are computed when a row is written instead of at every reading.
alter table public.nemus_trainees
  add column search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || coalesce(account_email, email))) stored,
  add column sort_name text not null
    generated always as (lower(translate(last_name || ' ' || first_name, 'ÄÖÜäöüßÁÀÂáàâÉÈÊéèêÍÌÎíìîÓÒÔóòôÚÙÛúùûÇçÑñ',
      'AOUaousAAAaaaEEEeeeIIIiiiOOOoooUUUuuuCcNn'))) stored;
create index nemus_trainees_sorted on public.nemus_trainees (institution_id, sort_name, id);
