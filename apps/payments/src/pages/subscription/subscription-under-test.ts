import {
  backendOf,
  fakeProfile,
  installBackend,
  mountModule,
  type Answers,
  type MountedModule,
} from '@nemus/testing/jest';
import { screen } from '@testing-library/react';
import app from '../../app';
import { fakeProviderWindow } from '../../examples/provider-window';
import { exampleBalance, examplePrices, exampleTaxes } from '../../examples/rows';
import '@nemus/testing/patience';

const ROWS: Answers = {
  nemus_prices: () => examplePrices,
  'rpc/nemus_own_taxes': () => exampleTaxes(),
  'rpc/nemus_own_support': () => [],
  nemus_credit_balances: () => [exampleBalance(320)],
  nemus_courses: (request) => [{ credit_cost: request.url.includes('credit_cost.asc') ? 60 : 210 }],
};

/**
 * The subscription page with a fake backend and the provider's tabs; cleaned up after each test. Call it once, at the
 * top level of a test file.
 */
export function subscriptionUnderTest() {
  let page: MountedModule | null = null;
  let backend: ReturnType<typeof installBackend> | null = null;
  let provider: ReturnType<typeof fakeProviderWindow> | null = null;

  afterEach(async () => {
    await page?.unmount();
    page = null;
    backend?.uninstall();
    provider?.restore();
  });
  /** Opens the page, by default for an institution. */
  const openAs = async (
    role: 'piw' | 'institution',
    answers: Answers = {},
    { blocked = false, address = '/subscription' } = {},
  ) => {
    backend = installBackend(backendOf({ ...ROWS, ...answers }));
    provider = fakeProviderWindow({ blocked });
    page = await mountModule(app, { address, profile: fakeProfile(role) });
    return page;
  };
  const buyCredits = () => screen.getByRole('button', { name: 'Jetzt kaufen' });
  return {
    openAs,
    /** Opens the page for an institution, and waits for its form. */
    async open(answers: Answers = {}, options: { blocked?: boolean; address?: string } = {}) {
      const opened = await openAs('institution', answers, options);
      await screen.findByRole('button', { name: 'Jetzt kaufen' });
      return opened;
    },
    /** All requests so far. */
    requests: () => backend?.requests ?? [],
    /** Requests of a function so far. */
    asked: (name: string) => (backend?.requests ?? []).filter(({ url }) => url.endsWith(`/functions/v1/${name}`)),
    /** Tabs that clicks opened so far. */
    tabs: () => provider?.tabs ?? [],
    buyCredits,
  };
}
