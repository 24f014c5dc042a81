import {
  NO_ATTRIBUTES,
  type LogbookEntry,
  type LogbookWeek,
  type PossibleConfirmer,
  type RememberedEntry,
} from '@nemus/data';

/** An entry as the database sends it: a draft of 90 minutes of practice. */
export const exampleEntry = (fields: Partial<LogbookEntry> = {}): LogbookEntry => ({
  id: '10000000-0000-4000-8000-000000000001',
  revision: 1,
  done_on: '2026-11-17',
  category: 'practice',
  minutes: 90,
  competency: 'fachliche_kompetenz',
  level: 'action',
  note: 'Exposition',
  site_id: null,
  case_id: null,
  confirmer_id: 'p1',
  state: 'draft',
  site: null,
  case_code: null,
  confirmer: 'Ada Lehr',
  submitted_at: null,
  confirmed_at: null,
  confirmed_by: null,
  decided_as_deputy: false,
  returned_at: null,
  returned_by: null,
  return_reason: null,
  corrects: null,
  corrected_by: null,
  is_sample: false,
  is_imported: false,
  is_stranded: false,
  is_unlinked: false,
  is_paused: false,
  file_id: null,
  file: null,
  issuer: null,
  started_on: null,
  ...NO_ATTRIBUTES,
  ...fields,
});

/** A certificate of a course elsewhere: 16 units of theory on three days, as a draft. */
export const exampleCertificate = (fields: Partial<LogbookEntry> = {}): LogbookEntry =>
  exampleEntry({
    category: 'theory',
    minutes: 720,
    competency: null,
    level: null,
    note: 'Traumatherapie, Grundkurs',
    issuer: 'Akademie am Park',
    started_on: '2026-11-12',
    done_on: '2026-11-14',
    file_id: '20000000-0000-4000-8000-000000000001',
    file: {
      path: 'konto/datei.pdf',
      file_name: 'zertifikat.pdf',
      content_type: 'application/pdf',
      size_bytes: 120_000,
      sha256: 'ab'.repeat(32),
    },
    ...fields,
  });

export const exampleWeek = (entries: readonly LogbookEntry[] = [], more: Partial<LogbookWeek> = {}): LogbookWeek => ({
  entries: [...entries],
  waiting: [],
  remembered: {},
  templates: [],
  attributes: {},
  ...more,
});

/** The last entry of a category, which names a confirmer. */
export const exampleRemembered = (fields: Partial<RememberedEntry> = {}): RememberedEntry => ({
  competency: null,
  level: null,
  site_id: null,
  confirmer_id: 'p1',
  minutes: 50,
  setting: null,
  form: null,
  age_group: null,
  procedure: null,
  ...fields,
});

/** A confirmer of practice and theory since 2020. */
export const examplePerson: PossibleConfirmer = {
  id: 'p1',
  name: 'Ada Lehr',
  institution: 'Ambulanz am Park',
  has_account: true,
  roles: [
    {
      role: 'leader',
      site: '',
      valid_from: '2020-01-01',
      valid_until: null,
      categories: ['elearning', 'practice', 'theory'],
    },
  ],
};
