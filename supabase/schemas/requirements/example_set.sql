-- The example set of every installation, of no chamber. No figure of a real chamber is invented here: staff enters
-- those with their source. Published at once, so it never changes (requirements/editing.sql).
insert into public.nemus_requirement_sets (id, family_id, name, version, valid_from, source)
values ('5e7a0000-0000-4000-8000-000000000001', '5e7a0000-0000-4000-8000-000000000000', 'Beispielsatz 500 / 350 / 150',
  '1', '2026-01-01', 'Beispiel des Portals; die Zahlen sind von keiner Kammer.');

insert into public.nemus_requirement_categories (set_id, category, required_units, position)
select '5e7a0000-0000-4000-8000-000000000001', c.category, c.required_units, c.position
from (values ('theory', 500, 1), ('practice', 350, 2), ('self_experience', null, 4), ('elearning', 150, 5))
  as c (category, required_units, position);

insert into public.nemus_requirement_competencies (set_id, competency, level)
select '5e7a0000-0000-4000-8000-000000000001', c.competency, l.level
from unnest(private.nemus_requirement_keys('competency')) as c (competency),
  unnest(private.nemus_requirement_keys('level')) as l (level);

-- Supervision counts as practice, as in the portal's figures (figures/figures.sql).
insert into public.nemus_requirement_credits (set_id, source, category)
select '5e7a0000-0000-4000-8000-000000000001', c.source, c.category
from (values ('seminar_theory', 'theory'), ('seminar_practice', 'practice'), ('appointment', 'theory'),
  ('appointment_supervision', 'practice'), ('elearning', 'elearning'), ('certificate', 'theory'),
  ('certificate_supervision', 'practice'), ('entry_theory', 'theory'), ('entry_practice', 'practice'),
  ('entry_supervision', 'practice'), ('entry_self_experience', 'self_experience'), ('entry_elearning', 'elearning'))
  as c (source, category);

-- Fires notifications/events, requirements/editing.
update public.nemus_requirement_sets s set state = 'published', published_at = now()
where s.id = '5e7a0000-0000-4000-8000-000000000001';
