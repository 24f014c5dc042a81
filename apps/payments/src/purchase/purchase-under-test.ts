import {
  backendOf,
  fakeProfile,
  installBackend,
  mountModule,
  offered,
  type Answers,
  type MountedModule,
} from '@nemus/testing/jest';
import { screen } from '@testing-library/react';
import meeting from '../../meeting.config';
import coursePurchase from '../course-purchase';
import { fakeProviderWindow } from '../examples/provider-window';
import { exampleBalance, exampleTaxes } from '../examples/rows';
import '@nemus/testing/patience';

/** Props of the slot as a host passes them, for a course that the account does not have. */
export const COURSE = offered(meeting, 'course-purchase', 'for the account itself');

/**
 * The purchase slot with a fake backend and the provider's tabs; cleaned up after each test. Call it once, at the top
 * level of a test file.
 */
export function purchaseUnderTest() {
  let slots: MountedModule[] = [];
  let backend: ReturnType<typeof installBackend>;
  let provider: ReturnType<typeof fakeProviderWindow>;

  afterEach(async () => {
    for (const slot of slots) await slot.unmount();
    slots = [];
    backend.uninstall();
    provider.restore();
  });

  /** Mounts the slot, also next to an existing one. */
  const add = async (role: 'piw' | 'institution', props: object) => {
    const slot = await mountModule(coursePurchase, { profile: fakeProfile(role), slotProps: props });
    slots.push(slot);
    return slot;
  };
  return {
    /** Mounts the slot for an account of this type. */
    show(role: 'piw' | 'institution', answers: Answers = {}, props: object = COURSE) {
      backend = installBackend(
        backendOf({
          nemus_credit_balances: () => [exampleBalance(100)],
          'rpc/nemus_own_taxes': () => exampleTaxes(),
          ...answers,
        }),
      );
      provider = fakeProviderWindow();
      return add(role, props);
    },
    add,
    /** All requests so far. */
    requests: () => backend.requests,
    /** What was sent to a function, a call or a table. */
    asked: (path: string) =>
      backend.requests.filter(({ url, method }) => method === 'POST' && new URL(url).pathname.endsWith(path)),
    /** Tabs that clicks opened so far. */
    tabs: () => provider.tabs,
    /** The button that buys by card. */
    byCard: (name: RegExp) => screen.findByRole('button', { name }),
  };
}
