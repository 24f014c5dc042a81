import type { Trainee } from '@nemus/data';
import { traineeCsvColumns } from './trainee-csv';

const TRAINEE: Trainee = {
  id: 't1',
  first_name: 'Zoë "Zo"',
  last_name: 'Groß; Lang',
  email: 'zoe@praxis.example',
  phone: '+49 170 5551201',
  registered_on: '2026-03-01',
  status: 'active',
  completed_hours: 1425,
  total_hours: 600,
  competencies: ['fachliche_kompetenz', 'methoden_kompetenz'],
  user_id: null,
  linked_at: null,
  is_sample: false,
  has_sample_hours: false,
  access: 'none',
  invitation: null,
};

it('hands over trainees with the columns that are shown, hours as numbers', () => {
  const columns = traineeCsvColumns(['status', 'access', 'registered', 'hours', 'competencies', 'phone']);
  expect(Object.fromEntries(columns.map(({ header, value }) => [header, value(TRAINEE)]))).toEqual({
    Nachname: 'Groß; Lang',
    Vorname: 'Zoë "Zo"',
    'E-Mail': 'zoe@praxis.example',
    Beispiel: '',
    Status: 'Aktiv',
    Portalzugang: expect.any(String),
    'Registriert am': '01.03.2026',
    'Absolvierte Stunden': 1425,
    'Stunden gesamt': 600,
    Kompetenzen: 'Fachliche Kompetenz, Methoden & Intervention',
    Telefon: '+49 170 5551201',
  });
});
