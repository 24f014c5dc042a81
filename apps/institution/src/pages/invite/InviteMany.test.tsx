/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');

const LIST = [
  'Anna;Berg;Anna@praxis.example',
  'Paul;Kern;paul@praxis.example',
  'Ida;Groß;ida@praxis.example',
  'Nora Neu <nora@praxis.example>, Nora Neu <nora@praxis.example>',
].join('\n');

it('marks people who are already in the list in the preview, and only invites the others', async () => {
  await pages.open('/piw-management/einladen?art=mehrere', {
    nemus_institution_approvals: () => [{ withdrawn_at: null }],
    nemus_trainee_list: () => [
      { email: 'anna@praxis.example', access: 'linked' },
      { email: 'paul@praxis.example', access: 'pending' },
      { email: 'ida@praxis.example', access: 'expired' },
    ],
    'functions/send-invitations': () => ({
      results: [{ line: 1, email: 'nora@praxis.example', code: null, message: null }],
    }),
  });
  fireEvent.change(await screen.findByLabelText('Liste'), { target: { value: LIST } });
  for (const text of [
    'Anna@praxis.example ist bereits verbunden.',
    'paul@praxis.example ist bereits eingeladen.',
    'ida@praxis.example steht bereits in Ihrer Liste und kann dort erneut eingeladen werden.',
    'Bereits verbunden',
    'Bereits eingeladen',
    'Bereits in Ihrer Liste',
  ]) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
  expect(screen.getByText('1 Person kann eingeladen werden.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: '1 Person einladen' }));
  await screen.findByText('1 Einladung verschickt');
  const sent = pages.requests().find(({ method, url }) => method === 'POST' && url.includes('send-invitations'));
  expect(await sent?.clone().json()).toMatchObject({ people: [{ email: 'nora@praxis.example' }] });
});

it('reads names from plain addresses, and lets people correct them in the list', async () => {
  await pages.open('/piw-management/einladen?art=mehrere', {
    nemus_institution_approvals: () => [{ withdrawn_at: null }],
    nemus_trainee_list: () => [],
    'functions/send-invitations': () => ({
      results: [{ line: 1, email: 'joerg.mueller@praxis.example', code: null, message: null }],
    }),
  });
  const list = await screen.findByLabelText('Liste');
  fireEvent.change(list, { target: { value: 'joerg.mueller@praxis.example\ninfo@praxis.example' } });
  expect(await screen.findByText('1 Name kommt aus der Adresse')).toBeVisible();
  expect(screen.getByText('Bitte prüfen')).toBeVisible();
  expect(screen.getByText(/Zu dieser Adresse fehlt der Name/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Namen in der Liste bearbeiten' }));
  expect(list).toHaveValue('Joerg;Mueller;joerg.mueller@praxis.example;\n;;info@praxis.example;');
  fireEvent.change(list, { target: { value: 'Jörg;Müller;joerg.mueller@praxis.example;' } });
  fireEvent.click(await screen.findByRole('button', { name: '1 Person einladen' }));
  await screen.findByText('1 Einladung verschickt');
  expect(await pages.sent('functions/send-invitations')).toMatchObject([
    { people: [{ first_name: 'Jörg', last_name: 'Müller' }] },
  ]);
});
