import type { ListedRequirements, RequirementSet, StaffRequirementSet } from '@nemus/data';

const IN_UNITS = { unit_minutes: 45, status: null, source: '' } as const;

/** A requirement set as staff sees it; a draft that lacks nothing but its source. */
export const exampleRequirements = (changed: Partial<RequirementSet> = {}): RequirementSet => ({
  id: '5e7a0000-0000-4000-8000-000000000009',
  family_id: '5e7a0000-0000-4000-8000-000000000008',
  name: 'Weiterbildungsordnung Probe',
  chamber: 'Kammer Probe',
  field: 'Erwachsene',
  procedure: null,
  version: '2026',
  valid_from: '2026-02-01',
  state: 'draft',
  source: '',
  treated_per_supervised: 4.5,
  updated_at: '2026-11-20T10:00:00.123456+00:00',
  categories: [
    { category: 'theory', title: '', required_units: 600, ...IN_UNITS },
    { category: 'practice', title: 'Behandlung', required_units: null, ...IN_UNITS },
  ],
  figures: [],
  competencies: [
    { competency: 'fachliche_kompetenz', level: 'action', required_units: 20, description: 'In Behandlungen.' },
  ],
  credits: [
    { source: 'entry_theory', category: 'theory' },
    { source: 'entry_practice', category: 'practice' },
  ],
  ...changed,
});

/** The answer for one set. */
export const exampleStaffSet = (
  changed: Partial<RequirementSet> = {},
  around: Partial<Omit<StaffRequirementSet, 'set'>> = {},
): StaffRequirementSet => ({ set: exampleRequirements(changed), gaps: [], chosen: 0, ...around });

/** A line of the list. */
export const exampleListedSet = (changed: Partial<ListedRequirements> = {}): ListedRequirements => {
  const { id, name, chamber, field, procedure, version, valid_from, state, source, updated_at } = exampleRequirements();
  return { id, name, chamber, field, procedure, version, valid_from, state, source, updated_at, chosen: 0, ...changed };
};
