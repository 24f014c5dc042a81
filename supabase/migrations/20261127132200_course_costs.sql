-- What the cheapest and the dearest course on offer cost is asked by every page that sells credits (S-4.7): the two ends
-- of this index, instead of the whole catalogue twice.
create index nemus_courses_cost on public.nemus_courses (credit_cost) where is_active;
