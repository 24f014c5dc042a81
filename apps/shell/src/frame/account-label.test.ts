import type { Profile } from '@nemus/contract';
import { accountLabel } from './account-label';

const profile: Profile = {
  userId: 'u-1',
  userType: 'piw',
  firstName: 'Mira',
  lastName: 'Sander',
  institutionName: null,
  email: 'mira@nemus.example',
};

it.each([
  [profile, { name: 'Mira Sander', detail: 'Psychotherapeut*in in Weiterbildung' }],
  [
    { ...profile, userType: 'institution' as const, institutionName: 'Praxis am Park' },
    { name: 'Mira Sander', detail: 'Praxis am Park' },
  ],
  [
    { ...profile, userType: 'institution' as const },
    { name: 'Mira Sander', detail: 'Weiterbildungsstätte' },
  ],
  [
    { ...profile, firstName: '', lastName: '' },
    { name: 'mira@nemus.example', detail: 'Psychotherapeut*in in Weiterbildung' },
  ],
  [null, { name: 'mira@nemus.example', detail: '' }],
])('names the account (%#)', (given, expected) => {
  expect(accountLabel(given, 'mira@nemus.example')).toEqual(expected);
});
