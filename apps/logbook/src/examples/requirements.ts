import type { RequirementHead, RequirementPlan, RequirementSet } from '@nemus/data';

const IN_UNITS = { unit_minutes: 45, status: null, source: '' } as const;

/** The sample set of the portal, in short. */
export const exampleSet = (changed: Partial<RequirementSet> = {}): RequirementSet => ({
  id: '5e7a0000-0000-4000-8000-000000000001',
  family_id: '5e7a0000-0000-4000-8000-000000000000',
  name: 'Beispielsatz 500 / 350 / 150',
  chamber: '',
  field: null,
  procedure: null,
  version: '1',
  valid_from: '2026-01-01',
  state: 'published',
  source: 'Beispiel des Portals; die Zahlen sind von keiner Kammer.',
  treated_per_supervised: null,
  updated_at: '2026-11-20T10:00:00.123456+00:00',
  categories: [
    { category: 'theory', title: '', required_units: 500, ...IN_UNITS },
    { category: 'practice', title: '', required_units: 350, ...IN_UNITS },
    { category: 'self_experience', title: '', required_units: null, ...IN_UNITS },
    { category: 'elearning', title: '', required_units: 150, ...IN_UNITS },
  ],
  figures: [],
  competencies: [],
  credits: [
    { source: 'elearning', category: 'elearning' },
    { source: 'entry_theory', category: 'theory' },
    { source: 'entry_supervision', category: 'practice' },
    { source: 'entry_self_experience', category: 'self_experience' },
  ],
  ...changed,
});

/** A chamber's set, with its own supervision and without a source. */
export const otherSet = (changed: Partial<RequirementSet> = {}): RequirementSet =>
  exampleSet({
    id: '5e7a0000-0000-4000-8000-000000000009',
    family_id: '5e7a0000-0000-4000-8000-000000000008',
    name: 'Weiterbildungsordnung Probe',
    chamber: 'Kammer Probe',
    field: 'Erwachsene',
    procedure: 'Verhaltenstherapie',
    version: '2026',
    source: '',
    treated_per_supervised: 4,
    categories: [
      { category: 'theory', title: '', required_units: 600, ...IN_UNITS },
      { category: 'practice', title: 'Behandlung', required_units: 350, ...IN_UNITS },
      { category: 'supervision', title: '', required_units: 100, ...IN_UNITS },
    ],
    competencies: [
      { competency: 'fachliche_kompetenz', level: 'action', required_units: 20, description: 'In Behandlungen.' },
    ],
    credits: [
      { source: 'entry_theory', category: 'theory' },
      { source: 'entry_supervision', category: 'supervision' },
    ],
    ...changed,
  });

/** A set's entry in the list. */
export const headOf = ({
  id,
  family_id,
  name,
  chamber,
  field,
  procedure,
  version,
  valid_from,
  state,
  source,
}: RequirementSet): RequirementHead => ({
  id,
  family_id,
  name,
  chamber,
  field,
  procedure,
  version,
  valid_from,
  state,
  source,
});

/** An account's requirements. */
export const examplePlan = (changed: Partial<RequirementPlan> = {}): RequirementPlan => ({
  present: exampleSet(),
  next: null,
  targets: [
    { area: 'theory', units: 500, next_units: 500 },
    { area: 'practice', units: 350, next_units: 350 },
    { area: 'elearning', units: 150, next_units: 150 },
  ],
  entries: [],
  ...changed,
});
