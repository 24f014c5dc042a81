import type { Page } from '@playwright/test';
import { expect } from '../../support/test';
import { Figures, numberIn, tileIn, visit } from './figures';

/** Visits the pages of an institution and records their figures (docs/figures.md). */
export async function readInstitution(page: Page): Promise<Figures> {
  const figures = new Figures();
  await visit(page, '/dashboard');
  const tiles = page.getByRole('list', { name: 'Ihre Zahlen' });
  figures.note('credits available', 'dashboard', (await tileIn(tiles, 'Verfügbare Credits')).value);
  figures.note('credits used', 'dashboard', (await tileIn(tiles, 'Verwendete Credits')).value);
  figures.note('linked trainees', 'dashboard', numberIn((await tileIn(tiles, 'Registrierte PiW')).value));

  await visit(page, '/subscription');
  const left = await page
    .getByText(/Credits verfügbar$/)
    .first()
    .textContent();
  figures.note('credits available', 'subscription', numberIn(left ?? '').toLocaleString('de-DE'));
  const used = page.getByRole('progressbar', { name: 'Verwendete Credits' });
  const usedText = (await used.count()) === 0 ? '0' : ((await used.getAttribute('aria-valuetext')) ?? '');
  figures.note('credits used', 'subscription', numberIn(usedText).toLocaleString('de-DE'));

  await visit(page, '/course-bookings?ansicht=buchen');
  const balance = page.getByText('Verfügbare Credits:').locator('xpath=..');
  await expect(balance).toContainText(/\d/);
  figures.note(
    'credits available',
    'course bookings',
    numberIn((await balance.textContent()) ?? '').toLocaleString('de-DE'),
  );

  await visit(page, '/piw-management?zugang=linked');
  const rows = page.getByRole('table').getByRole('link', { name: /^Details: / });
  figures.note('linked trainees', 'trainees', await rows.count());
  return figures;
}
