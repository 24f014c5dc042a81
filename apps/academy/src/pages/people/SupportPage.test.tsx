/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const request = (id: string, name: string, first: boolean) => ({
  id,
  institution_id: '00000000-0000-4000-8000-000000000001',
  institution_name: name,
  subject: `Frage von ${name}`,
  message: 'Geht das?',
  created_at: '2026-11-01T09:00:00Z',
  answer: null,
  answered_at: null,
  is_priority: first,
});

it('marks requests with priority, in the order of the database, and answers one', async () => {
  await pages.open('/academy/people/support', {
    'rpc/nemus_staff_support': () => [request('a', 'Haus am See', true), request('b', 'Praxis Nord', false)],
    'rpc/nemus_answer_support': () => null,
  });
  expect(await screen.findAllByText('Vorrang')).toHaveLength(1);
  const buttons = screen.getAllByRole('button', { name: /^Antworten: / }).map((button) => button.ariaLabel);
  expect(buttons).toEqual(['Antworten: Frage von Haus am See', 'Antworten: Frage von Praxis Nord']);
  fireEvent.click(screen.getByRole('button', { name: 'Antworten: Frage von Haus am See' }));
  fireEvent.change(await screen.findByLabelText('Antwort'), { target: { value: 'Ja.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Antworten' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_answer_support')).toHaveLength(1));
  expect(await pages.sent('rpc/nemus_answer_support')).toEqual([{ p_request: 'a', p_answer: 'Ja.' }]);
});
