import type { Page } from '@playwright/test';

/** Asking for a fresh token. */
export const REFRESH = /\/auth\/v1\/token\?grant_type=refresh_token/;
const OPEN = { 'access-control-allow-origin': '*' };

/**
 * The service no longer knows this session: revoked, or expired. Returns a function that restores it. The real session
 * stays: the page's own sign-out does not reach the service either.
 */
export async function endSession(page: Page): Promise<() => Promise<void>> {
  const context = page.context();
  const ended = { status: 401, json: { code: 'PGRST301', message: 'JWT expired' }, headers: OPEN };
  await context.route(REFRESH, (route) =>
    route.fulfill({
      status: 400,
      headers: OPEN,
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' },
    }),
  );
  for (const part of ['**/rest/v1/**', '**/functions/v1/**']) {
    await context.route(part, (route) =>
      route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill(ended),
    );
  }
  await context.route('**/auth/v1/logout**', (route) =>
    route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ status: 204, headers: OPEN }),
  );
  return () => context.unrouteAll();
}
