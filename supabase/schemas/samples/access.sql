-- Grants of sample data: every account may remove its own. Anything not granted here is closed.

grant execute on function public.nemus_remove_sample_data() to authenticated;
