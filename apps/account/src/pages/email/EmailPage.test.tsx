/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const change = async (address: string) => {
  fireEvent.change(await screen.findByLabelText('Neue E-Mail-Adresse'), { target: { value: address } });
  fireEvent.submit(screen.getByRole('form', { name: 'Adresse ändern' }));
};

it('requests another address, and says that both mailboxes confirm', async () => {
  const { ports } = await pages.open('/account/email', {});
  await change('keine');
  expect(await screen.findByText('Das ist keine E-Mail-Adresse, an die wir schreiben können.')).toBeVisible();
  await change(ports.session.getSnapshot().email.toUpperCase());
  expect(await screen.findByText('Das ist schon Ihre Adresse.')).toBeVisible();
  expect(ports.session.addresses).toEqual([]);
  await change(' neu@praxis.example ');
  expect(await screen.findByText('Bitte bestätigen Sie beide E-Mails')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Erneut senden' })).toBeVisible();
  expect(ports.session.addresses).toEqual(['neu@praxis.example']);
});

it('shows what the service refuses', async () => {
  await pages.open('/account/email', {});
  await change('later@praxis.example');
  expect(await screen.findByText(/Bitte warten Sie einen Moment/)).toBeVisible();
  await change('invalid@praxis.example');
  expect(await screen.findByText('Das ist keine E-Mail-Adresse, an die wir schreiben können.')).toBeVisible();
});
