-- Grants of jobs: only the service role reads their status. Anything not granted here is closed.

grant execute on function public.nemus_jobs() to service_role;
