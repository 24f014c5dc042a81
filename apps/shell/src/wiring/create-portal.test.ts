/** @jest-environment ../../jest.browser.mjs */
import { SESSION_KEY } from '@nemus/start';
import { fakePortal } from '../testing/render-portal';
import { loadPlatform } from '../platform/load-platform';
import { createPortal } from './create-portal';

jest.mock('../platform/load-platform', () => ({ loadPlatform: jest.fn(() => new Promise(() => undefined)) }));
const load = jest.mocked(loadPlatform);

const { config } = fakePortal();
const send = jest.fn(() => new Promise<Response>(() => undefined));

beforeEach(() => {
  localStorage.clear();
  jest.clearAllMocks();
  Object.assign(globalThis, { fetch: send });
});

it('asks for nothing where nobody was signed in: the sign-in page needs none of it', () => {
  const portal = createPortal(config);
  expect(load).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
  expect(portal.registry.store.getState().status).toBe('loading');
  portal.preparePlatform();
  expect(load).toHaveBeenCalledTimes(1);
});

it('requests the code of areas at once where a session is stored', () => {
  localStorage.setItem(SESSION_KEY, '{}');
  createPortal(config);
  expect(load).toHaveBeenCalledTimes(1);
});
