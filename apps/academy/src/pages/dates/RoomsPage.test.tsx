/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const COURSE = '00000000-0000-4000-8000-00000000c001';
const room = (id: string, changed: object = {}) => ({
  id: `00000000-0000-4000-8000-0000000000${id}`,
  name: 'Saal 1',
  address: 'Hauptstraße 5, Potsdam',
  place: 'Saal 1, Hauptstraße 5, Potsdam',
  capacity: 20,
  is_active: true,
  coming: 0,
  told: 0,
  too_many: 0,
  ...changed,
});
const HALL = room('a1', { coming: 3, told: 12, too_many: 1 });
const CLOSED = room('a2', { name: 'Keller', address: '', place: 'Keller', is_active: false });
const refused = (status: number, code: string, values: object) =>
  Response.json({ code: `PT${status}`, message: code, hint: code, details: JSON.stringify(values) }, { status });

const pages = pagesUnderTest(app);
const ANSWERS = {
  'rpc/nemus_staff_rooms': () => [HALL, CLOSED],
  'rpc/nemus_teaching_dates': () => ({ total: 0, dates: [] }),
  'rpc/nemus_teaching_seminars': () => [{ id: COURSE, title: 'Traumatherapie', units: 8, is_draft: false }],
  'rpc/nemus_calendar': () => null,
  'rpc/nemus_preview_dates': () => [],
  nemus_teachers: () => [],
};
const opened = async (button: string) => {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};

it('lists rooms with their coming dates, and dates that a smaller room cannot hold', async () => {
  await pages.open('/academy/dates/raeume', ANSWERS);
  const link = await screen.findByRole('link', { name: 'Kommende Termine: Saal 1, Hauptstraße 5, Potsdam' });
  expect(link).toHaveAttribute('href', `/academy/dates?raum=${HALL.id}`);
  expect(screen.getByText('Hauptstraße 5, Potsdam · Platz für 20 Personen')).toBeVisible();
  expect(screen.getByText('1 Termin hat mehr Plätze als der Raum')).toBeVisible();
  expect(screen.getByText('Geschlossen')).toBeVisible();
});

it('says that there are none yet', async () => {
  await pages.open('/academy/dates/raeume', { ...ANSWERS, 'rpc/nemus_staff_rooms': () => [] });
  expect(await screen.findByText('Noch kein Raum ist eingetragen')).toBeVisible();
});

it('says before it saves whom a new name or a closed room concerns, and why it cannot be saved', async () => {
  await pages.open('/academy/dates/raeume', {
    ...ANSWERS,
    'rpc/nemus_save_room': () => refused(409, 'room_exists', { field: 'name' }),
  });
  const dialog = await opened('Bearbeiten: Saal 1, Hauptstraße 5, Potsdam');
  expect(dialog.queryByText(/kommenden Terminen/)).toBeNull();
  // Spelling alone concerns no one.
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' SAAL 1' } });
  expect(dialog.queryByText(/kommenden Terminen/)).toBeNull();
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Saal 2' } });
  expect(dialog.getByText(/An 3 kommenden Terminen ändert sich der Ort\. 12 Personen/)).toBeVisible();
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Offen/ }));
  expect(dialog.getByText(/Der Raum bleibt an 3 kommenden Terminen/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Platz für'), { target: { value: 'viele' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  expect(dialog.getByLabelText('Platz für')).toHaveAccessibleDescription(/ganze Zahl/);
  expect(pages.asked('rpc/nemus_save_room')).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Platz für'), { target: { value: '12' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/gibt es schon/));
  expect(await pages.asked('rpc/nemus_save_room')[0]?.clone().json()).toEqual({
    p_room: HALL.id,
    p_name: 'Saal 2',
    p_address: HALL.address,
    p_capacity: 12,
    p_is_active: false,
  });
});

it('has mails sent about the dates of a renamed room', async () => {
  await pages.open('/academy/dates/raeume', {
    ...ANSWERS,
    'rpc/nemus_save_room': () => ({ id: HALL.id, dates: ['d1'] }),
    'functions/send-date-letters': () => ({ sent: 12 }),
  });
  const dialog = await opened('Bearbeiten: Saal 1, Hauptstraße 5, Potsdam');
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(pages.asked('functions/send-date-letters')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('subscribes to the calendar of a room', async () => {
  await pages.open('/academy/dates/raeume', {
    ...ANSWERS,
    'functions/calendar': () => ({ url: 'https://project.example/functions/v1/calendar?link=ab' }),
  });
  const dialog = await opened('Kalender abonnieren: Keller');
  expect(await dialog.findByText(/alle Termine in diesem Raum/)).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Adresse erzeugen' }));
  expect(await dialog.findByLabelText('Geheime Adresse')).toBeVisible();
  expect(await pages.asked('functions/calendar')[0]?.clone().json()).toEqual({ roomId: CLOSED.id });
});

it('is chosen for a date instead of a place, unless it is closed, and says how many fit in', async () => {
  await pages.open(`/academy/dates/neu?kurs=${COURSE}`, {
    ...ANSWERS,
    'rpc/nemus_create_dates': () => refused(409, 'room_too_small', { field: 'capacity', name: 'Saal 1', most: 20 }),
  });
  const select = await screen.findByRole('combobox', { name: 'Raum' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Anderer Ort', 'Saal 1, Hauptstraße 5, Potsdam (Platz für 20)']);
  expect(screen.getByLabelText('Ort')).toBeVisible();
  fireEvent.change(select, { target: { value: HALL.id } });
  expect(screen.queryByLabelText('Ort')).toBeNull();
  expect(screen.getByLabelText('Plätze')).toHaveAccessibleDescription('Im Raum ist Platz für 20.');
  for (const [label, value] of [
    ['Plätze', '30'],
    ['Tag', '2099-01-15'],
    ['Beginn', '10:00'],
    ['Ende', '12:00'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Anlegen' }));
  await waitFor(() => expect(screen.getByLabelText('Plätze')).toHaveAccessibleDescription(/Platz für 20/));
  expect(await pages.asked('rpc/nemus_create_dates')[0]?.clone().json()).toMatchObject({
    p_plan: { room_id: HALL.id },
  });
  fireEvent.change(screen.getByRole('combobox', { name: 'Format' }), { target: { value: 'Online' } });
  expect(screen.queryByRole('combobox', { name: 'Raum' })).toBeNull();
});

it('is a filter of the dates', async () => {
  await pages.open(`/academy/dates?raum=${HALL.id}`, ANSWERS);
  expect(await screen.findByRole('combobox', { name: 'Raum' })).toHaveValue(HALL.id);
  await waitFor(() => expect(pages.asked('rpc/nemus_teaching_dates').length).toBeGreaterThan(0));
  const [request] = pages.asked('rpc/nemus_teaching_dates');
  expect(new URL(request?.url ?? '').searchParams.get('p_room')).toBe(HALL.id);
});
