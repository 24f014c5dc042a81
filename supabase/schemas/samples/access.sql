-- Who reads and changes which rows, and who calls which function. What is not granted here is closed.

grant execute on function public.nemus_remove_sample_data() to authenticated;
