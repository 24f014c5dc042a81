import {
  NO_ATTRIBUTES,
  type CategoryHours,
  type CountedFigure,
  type CountedHours,
  type CountedSources,
  type HourCategory,
} from '@nemus/data';

const category = (of: HourCategory, required: number | null, done: number): CategoryHours => ({
  category: of,
  title: '',
  required_units: required,
  unit_minutes: 45,
  done_minutes: done * 45,
  submitted_minutes: 0,
  draft_minutes: 0,
  planned_minutes: 0,
});

/** A figure besides the categories: forty cases. */
export const exampleFigure: CountedFigure = {
  ...NO_ATTRIBUTES,
  position: 1,
  part_of: null,
  title: 'Behandlungsfälle',
  unit: 'cases',
  unit_minutes: 60,
  least: 40,
  most: null,
  category: 'practice',
  is_counted: true,
  condition: '',
  status: 'unconfirmed',
  source: 'https://kammer.example/ordnung',
  done: 0,
};

/** Hours in a set of four categories; practice is incomplete, without progress for a year. */
export const exampleHours: CountedHours = {
  set: { id: 's1', name: 'Probesatz', chamber: '', version: '2', source: '', treated_per_supervised: 4 },
  categories: [
    {
      ...category('theory', 500, 320),
      done_minutes: 320 * 45 + 30,
      submitted_minutes: 4 * 45,
      draft_minutes: 50,
      planned_minutes: 8 * 45,
    },
    category('practice', 350, 40),
    { ...category('self_experience', null, 12), title: 'Selbsterfahrung in Gruppen' },
    category('elearning', 150, 150),
  ],
  figures: [],
  competencies: [
    {
      competency: 'methoden_kompetenz',
      level: 'cognitive',
      required_units: 40,
      description: 'Kennt die Verfahren',
      done_minutes: 12 * 45,
    },
  ],
  months: [{ month: '2020-01-01', category: 'theory', minutes: 320 * 45 }],
  not_counted: [{ source: 'elearning', minutes: 3 * 45, pieces: 2 }],
  treated_minutes: 40 * 45,
  supervised_minutes: 0,
  has_sample_hours: false,
  planned_end: '2029-09-30',
};

export const exampleSources: CountedSources = {
  total: 2,
  rows: [
    {
      kind: 'logbook',
      source: 'entry_practice',
      source_id: 'e1',
      is_sample: false,
      title: '',
      done_on: '2026-11-02',
      minutes: 90,
      category: 'practice',
      counts_for: 'practice',
      competency: null,
      level: 'action',
    },
    {
      kind: 'certificate',
      source: 'certificate',
      source_id: 'c1',
      is_sample: false,
      title: 'Lerntheorien',
      done_on: '2025-10-09',
      minutes: 720,
      category: 'theory',
      counts_for: 'theory',
      competency: 'fachliche_kompetenz',
      level: 'cognitive',
    },
  ],
};
