import { expect, expectPageReady } from '../../../support/test';
import { openTrainee, ownInstitution, press, type Change } from './change';

/** Changes by institutions to their settings and trainees. */
export const INSTITUTION_CHANGES: readonly Change[] = [
  {
    target: 'nemus_institution_settings: saving settings',
    address: '/rest/v1/nemus_institution_settings',
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await page.goto('/settings');
      await expectPageReady(page);
      const name = page.getByRole('textbox', { name: 'Name der Institution' });
      await name.fill('Praxis am See');
      return {
        password,
        button: press(page, 'Einstellungen speichern'),
        kept: () => expect(name).toHaveValue('Praxis am See'),
        done: async () => {
          await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
          await page.reload();
          await expect(name).toHaveValue('Praxis am See');
        },
      };
    },
  },
  {
    target: 'nemus_trainees: editing a trainee',
    address: '/rest/v1/nemus_trainees',
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await page.goto('/piw-management?suche=petrova');
      await page.getByRole('link', { name: 'Bearbeiten: Elena Petrova' }).click();
      const hours = page.getByRole('textbox', { name: 'Absolvierte Stunden' });
      await hours.fill('77');
      return {
        password,
        button: press(page, 'Änderungen speichern'),
        kept: () => expect(hours).toHaveValue('77'),
        done: async () => {
          await expect(page.getByText('Angaben gespeichert')).toBeVisible();
          await expect(page.getByText('77 von 600 Std.')).toBeVisible();
        },
      };
    },
  },
  {
    target: 'nemus_trainees: deactivating a trainee',
    address: '/rest/v1/nemus_trainees',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      const again = () => press(page, 'Deaktivieren …').click();
      await again();
      return {
        password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'PiW deaktivieren' }),
        again,
        kept: () => expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Elena Petrova'),
        done: () => expect(press(page, 'Wieder aktivieren')).toBeVisible(),
      };
    },
  },
];
