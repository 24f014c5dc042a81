/** @jest-environment ../../jest.browser.mjs */
import { defineRemote } from '@nemus/contract/react';
import { fakeProfile } from '@nemus/testing';
import { backendOf, installBackend, mountModule } from '@nemus/testing/jest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router-dom';
import { areaPages } from '@nemus/area';
// The contract must not import our packages, not even for a test: its example runs here.
import contractExample from '../../contract/examples/app';
import declaration from '../../contract/examples/remote.config';
import app from './app';
import { RateButton } from './RateButton';

const COURSE = {
  id: 'recht',
  position: 1,
  title: 'Rechtliche Grundlagen',
  description: '',
  learning_goal: '',
  competency: 'fachliche_kompetenz',
  units: 8,
  estimated_time: '8 Stunden',
  difficulty: 'Anfänger',
  rating: null,
  students: 0,
  is_premium: false,
  seminar: null,
  blocks: [],
  modules: [],
};

it('a page shows what it declares to read', async () => {
  const { uninstall } = installBackend(backendOf({ nemus_learning_courses: () => [COURSE] }));
  const page = await mountModule(app, { address: '/courses', profile: fakeProfile('piw') });
  expect(await screen.findByText('Rechtliche Grundlagen')).toBeTruthy();
  await page.unmount();
  uninstall();
});

it('an action reports its result', async () => {
  const { requests, uninstall } = installBackend(
    backendOf({ 'rpc/nemus_rate_appointment': () => ({ rating: 5, feedback: null }) }),
  );
  const rating = defineRemote(areaPages(<Route path="/rate" element={<RateButton appointmentId="a" />} />));
  const page = await mountModule(rating, { address: '/rate', profile: fakeProfile('piw') });
  await userEvent.click(await screen.findByRole('button'));
  await waitFor(() => expect(page.ports.toasts()).toMatchObject([{ kind: 'success' }]));
  expect(requests.filter(({ url }) => url.includes('nemus_rate_appointment'))).toHaveLength(1);
  await page.unmount();
  uninstall();
});

it("the contract's example is an area", async () => {
  const page = await mountModule(contractExample, { address: '/supervision', profile: fakeProfile('piw') });
  await userEvent.click(await screen.findByRole('button'));
  expect(page.ports.toasts()).toMatchObject([{ kind: 'success' }]);
  await page.unmount();
  expect(declaration).toMatchObject({ name: 'supervision', slots: [] });
});
