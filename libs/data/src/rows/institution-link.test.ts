import type { Database } from '@nemus/contract';
import type { SitePackage } from '../queries/fetchCohort';
import { NOT_SHARED_WITH_INSTITUTION, SHARED_WITH_INSTITUTION } from './institution-link';

type Entry = Database['public']['Tables']['nemus_logbook_entries']['Row'];
type Packed = SitePackage['entries'][number];

/**
 * What the list calls each column of an entry that members read by policy, and each field of the package; null: ids and
 * marks of the row. A new column does not compile until it is here.
 */
const CALLED: Readonly<Record<keyof Entry | keyof Packed, string | null>> = {
  age_group: 'Altersgruppe',
  as_deputy: 'wer wann bestätigt',
  case_id: 'Fall als Kürzel',
  category: 'Kategorie',
  competency: 'Kompetenz mit Stufe',
  confirmed_at: 'wer wann bestätigt',
  confirmed_by: 'wer wann bestätigt',
  confirmer_id: 'wer wann bestätigt',
  corrects: 'was es korrigiert',
  counts: 'angerechneten Stunden',
  created_at: null,
  decided_as_deputy: 'wer wann bestätigt',
  decided_by: 'wer wann bestätigt',
  decided_role: 'wer wann bestätigt',
  done_on: 'Tag',
  file_id: null,
  file_sha256: 'Prüfsumme',
  form: 'Einzel oder Gruppe',
  id: null,
  institution_id: null,
  is_imported: 'ob es aus einer Liste kommt',
  is_sample: null,
  issuer: 'Aussteller',
  level: 'Kompetenz mit Stufe',
  minutes: 'Dauer',
  note: 'Ihre Notiz',
  procedure: 'Verfahren',
  return_reason: 'mit welchem Grund zurückgibt',
  returned_at: 'wer wann bestätigt',
  returned_by: 'zurückgibt',
  revision: null,
  role: 'wer wann bestätigt',
  search_text: null,
  service: 'Leistung',
  setting: 'Setting',
  site_id: 'Stätte mit Zeitraum und Umfang',
  started_on: 'Zeitraum',
  state: 'bestätigt oder',
  submitted_at: 'wann Sie einreichen',
  updated_at: null,
  user_id: null,
};

it('names everything that an institution reads of an entry and takes with the package', () => {
  const list = SHARED_WITH_INSTITUTION.join('\n');
  for (const words of Object.values(CALLED)) expect(list).toContain(words ?? '');
});

it('says that certificates from elsewhere are seen, and that their files and those of the academy are not', () => {
  expect(SHARED_WITH_INSTITUTION).toContainEqual(
    expect.stringMatching(/^Zertifikate von anderswo, die Sie zu ihr einreichen: Titel und Aussteller/),
  );
  expect(NOT_SHARED_WITH_INSTITUTION).not.toMatch(/Ihre Zertifikate,/);
  expect(NOT_SHARED_WITH_INSTITUTION).toContain('Ihre Zertifikate der Akademie');
  expect(NOT_SHARED_WITH_INSTITUTION).toContain('die Dateien Ihrer Zertifikate von anderswo');
});
