-- Grants of jobs: only the service role reads their status and the metrics; staff retries items. Anything not granted here is closed.

grant execute on function public.nemus_retry_set_aside(text,text) to authenticated;
grant execute on function public.nemus_jobs(), public.nemus_metrics(), public.nemus_note_outcome(text,text,text) to service_role;
