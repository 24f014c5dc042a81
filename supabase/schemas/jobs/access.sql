-- Grants of jobs: only the service role reads their status. Anything not granted here is closed.

grant execute on function public.nemus_jobs(), public.nemus_note_outcome(text,uuid,text) to service_role;
