/** @jest-environment ../../jest.browser.mjs */
import {
  fakeProfile,
  installBackend,
  json,
  mountModule,
  type MountedModule,
  backendOf,
  type Answers,
} from '@nemus/testing/jest';
import { screen } from '@testing-library/react';
import creditBalance from '../credit-balance';
import '@nemus/testing/patience';
import { exampleBalance } from '../examples/rows';

let slot: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;

async function show(role: 'piw' | 'institution', answers: Answers, variant: 'inline' | 'card' = 'inline') {
  backend = installBackend(backendOf(answers));
  slot = await mountModule(creditBalance, { profile: fakeProfile(role), slotProps: { variant } });
  return slot;
}

afterEach(async () => {
  await slot?.unmount();
  backend.uninstall();
});

it.each(['inline', 'card'] as const)('shows an institution its credits (%s), and follows them', async (variant) => {
  let available = 1_250;
  const { ports, element } = await show(
    'institution',
    { nemus_credit_balances: () => [exampleBalance(available)] },
    variant,
  );
  await screen.findByText('1.250');
  expect(element).toHaveTextContent('Verfügbare Credits');
  available = 1_190;
  ports.events.publish('credits-changed', {});
  expect(await screen.findByText('1.190')).toBeVisible();
});

it('shows no credits as 0, and a failed read as a dash', async () => {
  await show('institution', { nemus_credit_balances: () => [] });
  expect(await screen.findByText('0')).toBeVisible();
  await slot?.unmount();
  backend.uninstall();
  await show('institution', { nemus_credit_balances: () => json(403, { code: '42501', message: 'denied' }) });
  expect(await screen.findByText('–')).toBeVisible();
});

it('shows a trainee nothing, without a request', async () => {
  const { element } = await show('piw', {});
  expect(element).not.toHaveTextContent('Credits');
  expect(backend.requests).toEqual([]);
});
