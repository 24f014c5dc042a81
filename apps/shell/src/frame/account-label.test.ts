import { PROFILE } from '@nemus/host/testing/samples';
import { accountLabel } from './account-label';

it.each([
  [PROFILE, { name: 'Mira Sander', detail: 'Psychotherapeut*in in Weiterbildung' }],
  [
    { ...PROFILE, userType: 'institution' as const, institutionName: 'Praxis am Park' },
    { name: 'Mira Sander', detail: 'Praxis am Park' },
  ],
  [
    { ...PROFILE, userType: 'institution' as const },
    { name: 'Mira Sander', detail: 'Weiterbildungsstätte' },
  ],
  [
    { ...PROFILE, firstName: '', lastName: '' },
    { name: 'mira@nemus.example', detail: 'Psychotherapeut*in in Weiterbildung' },
  ],
  [
    { ...PROFILE, rights: ['only:confirming'] },
    { name: 'Mira Sander', detail: 'Bestätigt Einträge' },
  ],
  [null, { name: 'mira@nemus.example', detail: '' }],
])('names the account (%#)', (given, expected) => {
  expect(accountLabel(given, 'mira@nemus.example')).toEqual(expected);
});
