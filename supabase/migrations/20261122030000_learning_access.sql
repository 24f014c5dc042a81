-- What a course teaches, apart from what it is called: titles and durations are the offer, which everybody reads; the
-- text is for those who may learn it.

create table public.nemus_learning_contents (
  module_id text primary key references public.nemus_learning_modules (id) on delete cascade,
  -- Markdown. Addresses of a module's media belong here and nowhere else.
  content text not null check (char_length(content) between 1 and 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.nemus_learning_contents enable row level security;
create trigger touch before update on public.nemus_learning_contents
  for each row execute function private.nemus_touch();

/*
 * What keeps the caller from learning a block, or a course as a whole (p_block null): null when nothing does, otherwise
 * `not_found`, `premium_required` or `block_closed`. The one rule behind the policy on texts, the quiz and completing:
 * a premium course is for those who are enrolled in its seminar, bought or booked; a refund ends the enrolment.
 */
create function private.nemus_learning_bar(p_course text, p_block text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.id is null or (asked.block is not null and b.id is null) then 'not_found'
    when c.is_premium and not private.nemus_is_enrolled(c.seminar_id) then 'premium_required'
    when not coalesce(b.is_open, true) then 'block_closed' end
  from (values (p_course, p_block)) as asked (course, block)
  left join public.nemus_learning_courses c on c.id = asked.course and c.is_active
  left join public.nemus_learning_blocks b on b.course_id = c.id and b.id = asked.block
$$;

/* Says no with what private.nemus_learning_bar found; `not_found` is for the caller to word. */
create function private.nemus_refuse_learning(p_bar text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_bar = 'premium_required' then
    perform private.nemus_refuse(403, p_bar, 'Dieser Kurs muss zuerst gekauft werden.');
  elsif p_bar = 'block_closed' then
    perform private.nemus_refuse(409, p_bar, 'Dieser Block ist noch nicht freigegeben.');
  end if;
end $$;

revoke all on function private.nemus_learning_bar(text, text), private.nemus_refuse_learning(text) from public;
grant execute on function private.nemus_learning_bar(text, text) to authenticated;

revoke all on public.nemus_learning_contents from anon, authenticated, service_role;
grant select on public.nemus_learning_contents to authenticated, service_role;
grant insert, update, delete on public.nemus_learning_contents to service_role;

create policy "texts are read by those who may learn" on public.nemus_learning_contents for select to authenticated
  using (exists (select from public.nemus_learning_modules m
    where m.id = module_id and private.nemus_learning_bar(m.course_id, m.block_id) is null));
