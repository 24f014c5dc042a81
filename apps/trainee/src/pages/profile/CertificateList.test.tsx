/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleCertificate } from '../../examples/rows';

const pages = pagesUnderTest(app);
const download = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'PDF herunterladen: Grundlagen der Verhaltenstherapie' }));

it('explains certificates while there are none', async () => {
  await pages.open('/profile', { 'rpc/nemus_my_certificates': () => [] });
  expect(await screen.findByText('Noch keine Zertifikate')).toBeVisible();
  expect(
    screen.getByText(
      'Wenn Sie einen Kurs abschließen oder an einem Termin teilnehmen, liegt die Bescheinigung hier bereit.',
    ),
  ).toBeVisible();
});

it('hands a certificate over as a PDF, called like it', async () => {
  await pages.open('/profile', { 'rpc/nemus_my_certificates': () => [exampleCertificate] });
  await download();
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const [file] = pages.saved();
  expect(file?.name).toMatch(/-grundlagen-der-verhaltenstherapie\.pdf$/);
  expect((await file?.bytes())?.subarray(0, 5).toString()).toBe('%PDF-');
});

it('lets the certificates fail alone, and loads them on request', async () => {
  let broken = true;
  await pages.open('/profile', {
    'rpc/nemus_my_certificates': () => (broken ? json(400, { code: '42P01', message: 'gone' }) : [exampleCertificate]),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre Zertifikate')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  broken = false;
  const retry = screen
    .getByText('Laden fehlgeschlagen: Ihre Zertifikate')
    .closest('[role="alert"]')
    ?.querySelector('button');
  if (!retry) throw new Error('The card has no button.');
  fireEvent.click(retry);
  expect(await screen.findByText('Grundlagen der Verhaltenstherapie')).toBeVisible();
});
