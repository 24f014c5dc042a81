import { arriveAs, newAccount } from '../../../support/accounts';
import { expect } from '../../../support/test';
import { press, type Change } from './change';

/** One part of the profile. */
const profilePart =
  (part: string, field: RegExp | string, typed: string): Change['begin'] =>
  async ({ page }) => {
    const account = newAccount();
    await arriveAs(page, account, '/profile');
    await press(page, `Bearbeiten: ${part}`).click();
    const form = page.getByRole('form', { name: part });
    const input = form.getByLabel(field);
    await input.fill(typed);
    return {
      password: account.password,
      button: form.getByRole('button', { name: 'Änderungen speichern' }),
      kept: () => expect(input).toHaveValue(typed),
      done: async () => {
        await expect(page.getByText('Profil gespeichert')).toBeVisible();
        // While it closes, the address still contains the dialog.
        await expect(form).toBeHidden();
        await page.reload();
        await expect(page.getByRole('main').getByText(typed).first()).toBeVisible();
      },
    };
  };

/** Changes by trainees to their profile. */
export const PROFILE_CHANGES: readonly Change[] = [
  {
    target: 'nemus_personal_data: saving personal data',
    address: '/rest/v1/nemus_personal_data',
    core: true,
    begin: profilePart('Persönliche Daten', /^Ort/, 'Dresden'),
  },
  {
    target: 'nemus_profiles: saving names',
    address: '/rest/v1/nemus_profiles',
    begin: profilePart('Persönliche Daten', 'Nachname', 'Winterberg'),
  },
  {
    target: 'nemus_training_info: saving the training',
    address: '/rest/v1/nemus_training_info',
    begin: profilePart('Weiterbildung', /^Kammer/, 'Kammer Hessen'),
  },
];
