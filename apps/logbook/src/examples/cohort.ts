import type { Cohort, SectionHours, SitePackage } from '@nemus/data';

/** Two trainees; one of them is far behind in practice, the other has chosen nothing yet. */
export const exampleCohort: Cohort = {
  total: 2,
  rows: [
    {
      trainee_id: 't1',
      first_name: 'Vera',
      last_name: 'Anders',
      status: 'active',
      set: { name: 'Probesatz', version: '2' },
      elapsed: 50,
      has_sample_hours: false,
      categories: [
        {
          category: 'theory',
          title: '',
          required_units: 500,
          unit_minutes: 45,
          done_minutes: 250 * 45,
          standing: 'on_track',
        },
        {
          category: 'practice',
          title: '',
          required_units: 350,
          unit_minutes: 45,
          done_minutes: 20 * 45,
          standing: 'far_behind',
        },
        {
          category: 'self_experience',
          title: '',
          required_units: null,
          unit_minutes: 45,
          done_minutes: 3 * 45,
          standing: 'open',
        },
      ],
    },
    {
      trainee_id: 't2',
      first_name: 'Otto',
      last_name: 'Neu',
      status: 'active',
      set: null,
      elapsed: null,
      has_sample_hours: false,
      categories: [
        { category: 'theory', title: '', required_units: null, unit_minutes: 45, done_minutes: 0, standing: 'open' },
      ],
    },
  ],
};

const section = { site_id: 's1', name: 'Ambulanz', started_on: '2024-01-01', ended_on: null, share: 50 } as const;

export const exampleSections: SectionHours[] = [
  { ...section, year: 2025, category: 'practice', minutes: 450, entries: 5 },
  { ...section, year: 2025, category: 'supervision', minutes: 90, entries: 1 },
  { ...section, year: 2026, category: 'practice', minutes: 45, entries: 1 },
];

export const examplePackage: SitePackage = {
  format: 'nemus-logbook-1',
  made_at: '2026-11-23T10:00:00Z',
  person: 'Vera Anders',
  institution: 'Ambulanz am Park',
  sections: [{ id: 's1', name: 'Ambulanz', started_on: '2024-01-01', ended_on: null, share: 50 }],
  entries: [
    {
      id: 'e1',
      done_on: '2025-03-03',
      category: 'practice',
      minutes: 50,
      competency: 'methoden_kompetenz',
      level: 'action',
      site_id: 's1',
      note: '=Exposition',
      issuer: null,
      started_on: null,
      file_sha256: null,
      confirmed_by: 'Ada Lehr',
      confirmed_at: '2025-03-10T09:00:00Z',
      role: 'leader',
      as_deputy: true,
      corrects: null,
      counts: true,
    },
  ],
  confirmations: [
    {
      entry_id: 'e1',
      number: 2,
      at: '2025-03-10T09:00:00Z',
      by: 'Ada Lehr',
      previous_hash: '0'.repeat(64),
      hash: 'a'.repeat(64),
    },
  ],
};
