import { expect, type Page } from '@playwright/test';
import { checkScreen } from './check-screen';
import { nameOf, type Person } from './people';

/** A visitor checks whether a person's documents are genuine. */
export async function verify(page: Page, numbers: readonly string[], person: Person): Promise<void> {
  for (const number of numbers) {
    await page.goto(`/zertifikat/${number}`);
    await expect(page.getByText(/^Diese[rs]? .+ ist echt\.$/)).toBeVisible();
    await expect(page.getByText(nameOf(person))).toBeVisible();
    await expect(page.getByText(person.email)).toHaveCount(0);
    await checkScreen(page, 'certificate');
  }
}

/** Number of revoked documents. */
export async function countRevoked(page: Page, numbers: readonly string[]): Promise<number> {
  let revoked = 0;
  for (const number of numbers) {
    await page.goto(`/zertifikat/${number}`);
    const verdict = page.getByText(/^Diese[rs]? \S+ (ist echt|wurde am .* widerrufen)\.$/);
    await expect(verdict).toBeVisible();
    if ((await verdict.textContent())?.includes('widerrufen')) {
      revoked += 1;
      await checkScreen(page, 'certificate-revoked');
    }
  }
  return revoked;
}
