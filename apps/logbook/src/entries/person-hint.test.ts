import { personHint } from './person-hint';

const YEAR = 2026;

it.each([
  ['Frau Sommer, 4. Sitzung', 'name'],
  ['Gespräch mit Hr. K.', 'name'],
  ['Patientin Lena kam zu spät', 'name'],
  ['Anna Müller: Exposition', 'name'],
  ['Erstgespräch Jonas Weber-Klein', 'name'],
  ['geb. 12.3.1988', 'birth'],
  ['Kind, *04.05.2015', 'birth'],
  ['Anamnese (03.11.1979)', 'birth'],
  ['3/11/79', 'birth'],
  ['mail an a.b@klinik.example', 'contact'],
  ['Tel. 030 1234 5678', 'contact'],
] as const)('wonders at %j', (text, found) => {
  expect(personHint(text, YEAR)).toBe(found);
});

it.each([
  [''],
  ['Exposition in vivo, Fortschritte'],
  ['Kognitive Umstrukturierung geübt'],
  ['Sokratischer Dialog, Verhaltensanalyse nach SORKC'],
  ['Supervision vom 22.11.2026 vorbereitet'],
  ['Sitzung 12 von 24'],
  ['Fall F-7K3M: Rückfallprophylaxe'],
  ['Seminar Traumatherapie, Tag 2'],
  ['Theorie Gruppe, 3 UE'],
])('gives no hint for %j', (text) => {
  expect(personHint(text, YEAR)).toBeNull();
});
