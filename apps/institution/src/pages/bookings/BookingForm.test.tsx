/** @jest-environment ../../jest.browser.mjs */
import { type Answers, fakeSlots, heard, type MountedModule, shown } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleCourse, exampleOffer, exampleTrainee } from '../../examples/rows';

const COURSE = exampleCourse();
const DATED = exampleCourse({ has_dates: true });
const ADDRESS = `/course-bookings?ansicht=buchen&kurs=${COURSE.id}`;

const pages = pagesUnderTest(app, 'institution');
let page: MountedModule;
let slots = fakeSlots('ready');

async function open(address: string, answers: Answers = {}) {
  slots = fakeSlots('ready');
  page = await pages.open(address, { 'rpc/nemus_catalogue_course': () => exampleOffer(COURSE), ...answers }, { slots });
  await screen.findByRole('radiogroup', { name: 'Für wen ist der Kurs?' });
}
const purchase = () => slots.mounted().find(({ name }) => name === 'course-purchase');

it('books for trainees unless the institution chooses itself, and keeps the choice in the address', async () => {
  await open(ADDRESS);
  expect(screen.getByRole('radio', { name: 'Für Ihre PiW' })).toBeChecked();
  expect(await screen.findByText(/Bitte wählen Sie mindestens eine Person aus/)).toBeVisible();
  expect(purchase()).toBeUndefined();
  fireEvent.click(screen.getByRole('radio', { name: 'Für Ihre Weiterbildungsstätte selbst' }));
  await waitFor(() => expect(purchase()).toBeDefined());
  expect(page.ports.navigation.getLocation().search).toBe(`?ansicht=buchen&kurs=${COURSE.id}&fuer=selbst`);
  expect(screen.queryByText(/mindestens eine Person/)).toBeNull();
});

it('sells the course to the institution itself: no trainees, no first day', async () => {
  await open(`${ADDRESS}&fuer=selbst`);
  await waitFor(() => expect(purchase()).toBeDefined());
  expect(slots.shown()).toEqual([
    shown(meeting, 'credit-balance', 'above a booking'),
    shown(meeting, 'course-purchase', 'for the institution itself'),
  ]);
  expect(screen.getByText(/PiW erhalten dadurch keinen Zugang/)).toBeVisible();
});

const DATE = {
  id: 'd1',
  course_id: COURSE.id,
  starts_at: '2099-04-01T07:00:00Z',
  ends_at: '2099-04-01T13:00:00Z',
  format: 'Präsenz' as const,
  location: 'Raum 3',
  instructor: '',
  capacity: 12,
  free_places: 0,
  parts: null,
};

describe('for PiW', () => {
  const chooses = async (answers: Answers = {}) => {
    await open(ADDRESS, {
      nemus_trainee_list: () => [exampleTrainee()],
      nemus_institution_approvals: () => [{ withdrawn_at: null }],
      ...answers,
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Anna Schmidt/ }));
    await waitFor(() => expect(purchase()).toBeDefined());
  };

  it('sells for the selected people, from the selected first day', async () => {
    await chooses();
    const { name, props } = shown(meeting, 'course-purchase', 'for people, with a first day');
    expect(slots.shown()).toContainEqual({
      name,
      props: { ...props, startsOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it('sells a course with dates without a first day', async () => {
    await chooses({ 'rpc/nemus_catalogue_course': () => exampleOffer(DATED) });
    expect(slots.shown()).toContainEqual(shown(meeting, 'course-purchase', 'for people who choose their dates'));
  });

  it('sells nothing while the choice of a date is being saved', async () => {
    let save: (answer: null) => void = () => undefined;
    await chooses({
      'rpc/nemus_catalogue_course': () => exampleOffer(DATED, { dates: [DATE] }),
      'rpc/nemus_choose_before_buying': () => new Promise<null>((resolve) => (save = resolve)),
    });
    const buttons = document.querySelector('fieldset[role="presentation"]');
    expect(buttons).toBeEnabled();
    fireEvent.change(screen.getByRole('combobox', { name: 'Termin' }), { target: { value: DATE.id } });
    await waitFor(() => expect(buttons).toBeDisabled());
    await waitFor(() => expect(pages.asked('rpc/nemus_choose_before_buying')).toHaveLength(1));
    save(null);
    await waitFor(() => expect(buttons).toBeEnabled());
  });

  it('removes people who were booked meanwhile, and opens the list when none is left', async () => {
    await chooses();
    page.ports.events.publish('bookings-changed', heard(meeting, 'bookings-changed', 'another course was booked'));
    expect(purchase()).toBeDefined();
    page.ports.events.publish('bookings-changed', heard(meeting, 'bookings-changed', 'who was chosen is booked'));
    await waitFor(() => expect(page.ports.navigation.getLocation().search).toBe(''));
    expect(page.ports.navigation.getLocation().pathname).toBe('/course-bookings');
  });
});

it('marks a course as bought when it was bought meanwhile', async () => {
  let bought: readonly object[] = [];
  await open(`${ADDRESS}&fuer=selbst`, { nemus_course_enrollments: () => bought });
  await waitFor(() => expect(purchase()).toBeDefined());
  bought = [{ course_id: COURSE.id }];
  page.ports.events.publish('enrollments-changed', { courseId: COURSE.id });
  await waitFor(() => expect(purchase()?.props()).toMatchObject({ enrolled: true }));
  expect(screen.getByText(/ist für das Konto Ihrer Weiterbildungsstätte freigeschaltet/)).toBeVisible();
});

it('sells nothing while the dates of the course follow', async () => {
  await open(ADDRESS, {
    'rpc/nemus_catalogue_course': () => exampleOffer(COURSE, { is_buyable: false, is_asked: true }),
  });
  expect(await screen.findByText('Termine folgen')).toBeVisible();
  expect(screen.getByText('Wir benachrichtigen Sie, sobald es neue Termine gibt.')).toBeVisible();
  expect(purchase()).toBeUndefined();
  expect(screen.queryByRole('checkbox', { name: /Anna Schmidt/ })).toBeNull();
});

it('chooses a date for all people of the booking, and says who of them waits', async () => {
  let chosen: string | null = null;
  await open(ADDRESS, {
    'rpc/nemus_catalogue_course': () => exampleOffer(DATED, { dates: [DATE], chosen }),
    'rpc/nemus_choose_before_buying': () => {
      chosen = 'd1';
      return null;
    },
  });
  const select = await screen.findByRole('combobox', { name: 'Termin' });
  expect(select).toHaveValue('');
  fireEvent.change(select, { target: { value: 'd1' } });
  expect(await screen.findByText(/Dieser Termin ist ausgebucht/)).toBeVisible();
  await waitFor(() => expect(pages.asked('rpc/nemus_choose_before_buying')).toHaveLength(1));
  await waitFor(() => expect(select).toHaveValue('d1'));
});

it('has no first day for a course with dates: trainees choose theirs, and the next ones are shown', async () => {
  await open(ADDRESS, {
    'rpc/nemus_catalogue_course': () => exampleOffer(DATED),
    'rpc/nemus_booking_rules': () => ({ notice_days: 7, change_until: null, is_open: true }),
    'rpc/nemus_seminar_dates': () => [
      {
        id: 'd1',
        course_id: COURSE.id,
        title: 'Ethik',
        starts_at: '2099-04-01T07:00:00Z',
        ends_at: '2099-04-01T13:00:00Z',
        type: 'Seminar',
        format: 'Präsenz',
        location: 'Raum 3',
        instructor: '',
        capacity: 12,
        free_places: 3,
        waiting: 0,
        change_until: null,
        is_changeable: true,
        own_status: null,
        own_position: null,
      },
    ],
  });
  expect(await screen.findByText('01.04.2099, 09:00 Uhr, Raum 3: 3 frei')).toBeVisible();
  expect(screen.getByText(/Ohne Termin wählen Ihre PiW selbst einen/)).toBeVisible();
  expect(screen.queryByLabelText('Erster Kurstag')).toBeNull();
  expect(await screen.findByText(/^Plätze können Sie kostenfrei stornieren, solange die Person keinen/)).toBeVisible();
  expect(screen.queryByText(/ersten Kurstag/)).toBeNull();
  const asked = pages.requests().find(({ url }) => url.includes('nemus_booking_rules'));
  expect(asked?.url).not.toContain('p_start');
});
