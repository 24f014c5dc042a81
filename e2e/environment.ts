import { readdirSync } from 'node:fs';

/** More than the range of ports of one portal. */
const PORTS_OF_A_ROOM = 200;

/** Which of the rooms this is: `npm test` runs two of them at a time. 0 where Playwright is called by hand. */
function numberOfRoom(): number {
  const room = process.env['NX_TASK_TARGET_PROJECT']?.replace(/^e2e-/, '');
  return room === undefined
    ? 0
    : readdirSync(import.meta.dirname)
        .toSorted()
        .indexOf(room) + 1;
}

/** Different offsets allow two runs on one machine. */
const OFFSET = Number(process.env['NEMUS_E2E_PORT_OFFSET'] ?? 10_000) + numberOfRoom() * PORTS_OF_A_ROOM;

/** Ports of the portal under test: different from those of a developer's portal. */
export const E2E_PORTS = {
  portal: 4200 + OFFSET,
  store: 4210 + OFFSET,
  api: 4321 + OFFSET,
  mail: 4324 + OFFSET,
  checkout: 4242 + OFFSET,
};

/** Environment of the started portal. `--temporary` gives it a data folder that it removes at the end. */
export const E2E_ENVIRONMENT = {
  NEMUS_PORTAL_PORT: String(E2E_PORTS.portal),
  NEMUS_STORE_PORT: String(E2E_PORTS.store),
  NEMUS_API_PORT: String(E2E_PORTS.api),
  NEMUS_MAIL_PORT: String(E2E_PORTS.mail),
  NEMUS_CHECKOUT_PORT: String(E2E_PORTS.checkout),
  NEMUS_RATE_LIMITS: 'off',
  // bcrypt at its minimum cost: test passwords need no protection, and the default takes a tenth of a second.
  LITE_AUTH_BCRYPT_COST: '4',
  NEMUS_OVERRIDE_ORIGINS: `http://localhost:${4300 + OFFSET}`,
};

/** Where a team serves its own build in tests: the one origin that the portal lists for overrides. */
export const OVERRIDE_PORT = 4300 + OFFSET;

export const PORTAL_URL = `http://localhost:${E2E_PORTS.portal}`;
export const STORE_URL = `http://localhost:${E2E_PORTS.store}`;
export const API_URL = `http://localhost:${E2E_PORTS.api}`;
export const MAIL_URL = `http://localhost:${E2E_PORTS.mail}`;
