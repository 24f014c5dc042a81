/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const PRESENT = { status: 'present', title: 'Traumatherapie', starts_at: '2026-11-22T08:00:00+00:00', units: 12 };

async function enter(code: string, answer: Answers[string] = () => PRESENT) {
  await pages.open('/appointments/code', { 'rpc/nemus_enter_attendance_code': answer });
  await screen.findByRole('heading', { level: 1, name: 'Code eingeben' });
  fireEvent.input(screen.getByLabelText('Code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Anwesenheit eintragen' }));
}

it('confirms the attendance, and for what', async () => {
  await enter(' k7-m9x2 ');
  expect(await screen.findByText('Ihre Anwesenheit ist eingetragen.')).toBeInTheDocument();
  expect(screen.getByText(/Traumatherapie, 22\.11\.2026, 09:00 Uhr: 12.UE/)).toBeInTheDocument();
  const request = pages.requests().find(({ url }) => url.endsWith('rpc/nemus_enter_attendance_code'));
  expect(JSON.parse((await request?.text()) ?? '')).toEqual({ p_code: 'K7M9X2' });
});

it('shows a wrong code at the field, and the remaining attempts', async () => {
  await enter('K7M9X2', () => ({ status: 'wrong', attempts_left: 1 }));
  expect(await screen.findByText(/^Dieser Code passt zu keinem Ihrer Termine.*Noch 1 Versuch\.$/)).toBeInTheDocument();
  expect(screen.getByLabelText('Code')).toHaveAttribute('aria-invalid', 'true');
});

it('does not send an invalid code', async () => {
  await enter('123');
  expect(await screen.findByText('Der Code hat sechs Zeichen, Buchstaben und Ziffern.')).toBeInTheDocument();
  expect(pages.requests().filter(({ url }) => url.includes('attendance_code'))).toEqual([]);
});

it('asks the user to wait after too many attempts', async () => {
  const refusal = { code: 'PT429', message: 'too_many_codes', hint: 'too_many_codes', details: null };
  await enter('K7M9X2', () => json(429, refusal));
  expect(await screen.findByText(/^Zu viele falsche Codes\./)).toBeInTheDocument();
});

it('tells a user ticked as absent whom to contact', async () => {
  await enter('K7M9X2', () => ({ ...PRESENT, status: 'already', units: 0 }));
  expect(await screen.findByText(/nicht anwesend\. Bitte wenden Sie sich an die Kursleitung\./)).toBeInTheDocument();
});
