/** @jest-environment ../../jest.browser.mjs */
import {
  backendOf,
  fakeProfile,
  installBackend,
  json,
  mountModule,
  type Answers,
  type MountedModule,
} from '@nemus/testing/jest';
import '@nemus/testing/patience';
import { screen, waitFor } from '@testing-library/react';
import courseCredit from '../course-credit';

let slot: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ');

async function show(answer: Answers[string]) {
  backend = installBackend(backendOf({ 'rpc/nemus_course_credit': answer }));
  slot = await mountModule(courseCredit, { profile: fakeProfile('piw'), slotProps: { courseId: 'c1' } });
  return slot.element;
}
afterEach(async () => {
  await slot?.unmount();
  backend.uninstall();
});

const set = { name: 'Probesatz', version: '2' };
const part = (source: string, units: number, category: string | null, title = '') => ({
  source,
  units,
  category,
  title,
});

it('shows what the course counts for, summed by category, and what does not count', async () => {
  const element = await show(() => ({
    set,
    parts: [part('seminar_theory', 8, 'theory'), part('seminar_practice', 2, null), part('elearning', 4, 'theory')],
  }));
  await screen.findByText('Zählt für:');
  expect(plain(element.textContent)).toContain(
    'Zählt für: Theorie 12 UEZählt in Ihrem Satz nicht: Besuchte Termine, Anteil Praxis 2 UENach Ihren Anforderungen: Probesatz, Version 2',
  );
});

it('uses the set’s own names, and says when none was chosen', async () => {
  const element = await show(() => ({ set: null, parts: [part('elearning', 4, 'elearning', 'Onlinekurse')] }));
  await screen.findByText('Zählt für:');
  expect(plain(element.textContent)).toContain(
    'Zählt für: Onlinekurse 4 UESie haben im Logbuch noch keine Anforderungen gewählt.',
  );
});

it('shows nothing without an answer', async () => {
  const element = await show(() => json(404, { code: 'PT404', message: 'course_not_found', hint: 'course_not_found' }));
  await waitFor(() => expect(element.querySelector('[class*=Skeleton]')).toBeNull());
  expect(element.querySelectorAll('p')).toHaveLength(0);
});
