/** @jest-environment ../../jest.browser.mjs */
import { type Answers, fakeSlots, shown, type MountedModule } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';
import { exampleCourse, exampleEnrollment, exampleOwnLearning } from '../../examples/rows';

const courses = [
  exampleCourse('angst', { title: 'Angststörungen', competency: 'methoden_kompetenz' }),
  exampleCourse('ethik', { title: 'Ethik', competency: 'professionelle_haltung', difficulty: 'Experte' }),
  exampleCourse('beginn', { title: 'Achtsam beginnen', description: 'Hilft auch gegen Angst.' }),
];
const rows: Answers = {
  nemus_courses: () => courses,
  nemus_course_enrollments: () => [exampleEnrollment('beginn', 'not_started')],
};

const pages = pagesUnderTest(app);
let page: MountedModule;
let slots = fakeSlots();

async function open(answers: Answers = rows, address = '/seminar-catalog') {
  slots = fakeSlots();
  page = await pages.open(address, answers, { slots });
  await screen.findByText(/^[0-9]+ Kurse? gefunden/);
  return page;
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const search = () => new URLSearchParams(page.ports.navigation.getLocation().search);

describe('the catalogue', () => {
  it('lists available courses before bought ones, by title', async () => {
    await open();
    expect(screen.getByText('3 Kurse gefunden')).toBeVisible();
    expect(titles()).toEqual(['Angststörungen', 'Ethik', 'Achtsam beginnen']);
    expect(screen.getAllByText('Eingeschrieben')).toHaveLength(1);
  });

  it('searches title and description at once, and writes the search into the address', async () => {
    await open();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse suchen' }), { target: { value: 'angst' } });
    await waitFor(() => expect(titles()).toEqual(['Angststörungen', 'Achtsam beginnen']));
    await waitFor(() => expect(search().get('suche')).toBe('angst'));
    expect(page.ports.navigation.addresses()).toHaveLength(1);
  });

  it('toggles a competency by its chip, which counts its courses', async () => {
    await open();
    const chip = screen.getByRole('button', { name: /^Methoden & Intervention\s*1$/ });
    fireEvent.click(chip);
    await waitFor(() => expect(titles()).toEqual(['Angststörungen']));
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('combobox', { name: 'Kompetenz' })).toHaveValue('methoden_kompetenz');
    expect(search().get('kompetenz')).toBe('methoden_kompetenz');
    fireEvent.click(chip);
    await waitFor(() => expect(screen.getByText('3 Kurse gefunden')).toBeVisible());
    expect(search().toString()).toBe('');
  });

  it('opens the same list from a link, and returns to it by the back button', async () => {
    await open(rows, '/seminar-catalog?suche=angst&kompetenz=methoden_kompetenz');
    expect(titles()).toEqual(['Angststörungen']);
    expect(screen.getByRole('searchbox')).toHaveValue('angst');
    fireEvent.change(screen.getByRole('combobox', { name: 'Schwierigkeitsgrad' }), { target: { value: 'Experte' } });
    await screen.findByText('Keine Kurse gefunden');
    page.ports.navigation.go(-1);
    await waitFor(() => expect(titles()).toEqual(['Angststörungen']));
  });

  it('offers to clear a filter that finds nothing', async () => {
    await open(rows, '/seminar-catalog?suche=yoga');
    expect(screen.getByText('Keine Kurse gefunden')).toBeVisible();
    expect(screen.getByText('0 Kurse gefunden')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('says so without any courses', async () => {
    await open({});
    expect(screen.getByText('Keine Kurse gefunden')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Filter zurücksetzen' })).toBeNull();
  });

  it('shows a course under its own address; closing returns to the list', async () => {
    await open(rows, '/seminar-catalog?suche=angst');
    fireEvent.click(screen.getByRole('link', { name: 'Details: Angststörungen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Angststörungen' });
    expect(search().get('kurs')).toBe('angst');
    expect(await within(dialog).findByText('240,00 €')).toBeInTheDocument();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(search().toString()).toBe('suche=angst');
    expect(page.ports.navigation.addresses()).toHaveLength(1);
  });

  it('says when the course of a link is gone', async () => {
    await open(rows, '/seminar-catalog?kurs=weg');
    expect(await screen.findByRole('dialog', { name: 'Kurs nicht gefunden' })).toBeVisible();
  });

  it('lists similar spellings after exact results, and labels them', async () => {
    await open(
      { ...rows, 'rpc/nemus_similar_courses': () => ['ethik', 'angst', 'weg'] },
      '/seminar-catalog?suche=angst',
    );
    const near = within(await screen.findByRole('region', { name: 'Ähnliche Treffer' }));
    expect(near.getByText(/^Diese Kurse enthalten nicht genau „angst“/)).toBeVisible();
    expect(near.getAllByRole('listitem')).toHaveLength(1);
    expect(titles()).toEqual(['Angststörungen', 'Achtsam beginnen', 'Ähnliche Treffer', 'Ethik']);
    const asked = pages.requests().find(({ url }) => url.includes('nemus_similar_courses'));
    expect(new URL(asked?.url ?? '').searchParams.get('p_search')).toBe('angst');
  });

  it('says when only similar courses were found, within the other filters', async () => {
    await open(
      { ...rows, 'rpc/nemus_similar_courses': () => ['angst', 'ethik'] },
      '/seminar-catalog?suche=angsst&kompetenz=methoden_kompetenz',
    );
    expect(await screen.findByText(/^Kein Kurs enthält genau „angsst“/)).toBeVisible();
    expect(screen.getByText('0 Kurse gefunden')).toBeVisible();
    expect(titles()).toEqual(['Ähnliche Treffer', 'Angststörungen']);
    expect(screen.queryByText('Keine Kurse gefunden')).toBeNull();
  });

  it('passes each course to the payments area, and works without it', async () => {
    await open();
    await waitFor(() => expect(slots.mounted()).toHaveLength(2));
    expect(slots.shown()).toContainEqual(shown(meeting, 'course-purchase', 'of a seminar in the catalogue'));
    expect(screen.getAllByText('Der Kauf ist gerade nicht möglich.')).toHaveLength(2);
  });

  it('shows a bought course as enrolled as soon as it is notified', async () => {
    const bought = [exampleEnrollment('beginn', 'not_started')];
    const page = await open({ ...rows, nemus_course_enrollments: () => bought });
    bought.push(exampleEnrollment('angst', 'not_started'));
    page.ports.events.publish('enrollments-changed', { courseId: 'angst' });
    await waitFor(() => expect(titles()).toEqual(['Ethik', 'Achtsam beginnen', 'Angststörungen']));
    expect(screen.getAllByText('Eingeschrieben')).toHaveLength(2);
  });
});

describe('dates in the catalogue', () => {
  const date = {
    id: 'd1',
    course_id: 'ethik',
    starts_at: '2099-04-01T07:00:00Z',
    ends_at: '2099-04-02T13:00:00Z',
    format: 'Präsenz',
    location: 'Akademie Mitte, Raum 3',
    instructor: 'Dr. Vogt',
    capacity: 12,
    free_places: 3,
  };
  const later = { ...date, id: 'd2', starts_at: '2099-06-01T07:00:00Z', ends_at: '2099-06-01T13:00:00Z' };
  const dated = (toFollow: readonly object[] = []): Answers => ({
    ...rows,
    'rpc/nemus_catalogue_dates': () => ({ dates: [date, later], to_follow: toFollow }),
  });

  it('are shown with place, teacher and free places, and filter the list by the address', async () => {
    await open(dated());
    expect(await screen.findByText('Akademie Mitte, Raum 3 · Dr. Vogt')).toBeVisible();
    expect(screen.getByText('3 von 12 Plätzen frei · 1 weiterer Termin')).toBeVisible();
    fireEvent.change(screen.getByRole('combobox', { name: 'Monat' }), { target: { value: '2099-06' } });
    await waitFor(() => expect(titles()).toEqual(['Ethik']));
    expect(search().get('monat')).toBe('2099-06');
    expect(screen.getByText('3 von 12 Plätzen frei')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Online' }));
    await screen.findByText('Keine Kurse gefunden');
    fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(search().toString()).toBe('');
  });

  it('follow: such a course is not sold, and asks whom to tell, once', async () => {
    const asked = { course_id: 'angst', is_buyable: false, is_asked: false };
    let told = asked;
    await open({
      ...dated(),
      'rpc/nemus_catalogue_dates': () => ({ dates: [date], to_follow: [told] }),
      'rpc/nemus_ask_for_dates': () => {
        told = { ...asked, is_asked: true };
        return null;
      },
    });
    expect(await screen.findByText('Termine folgen')).toBeVisible();
    await waitFor(() => expect(slots.mounted()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Bei Terminen benachrichtigen: Angststörungen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Nicht mehr benachrichtigen: Angststörungen' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_ask_for_dates')).toHaveLength(2));
  });

  it('that cannot be read leave the catalogue as it is', async () => {
    await open({ ...rows, 'rpc/nemus_catalogue_dates': () => new Response('{}', { status: 500 }) });
    expect(titles()).toHaveLength(3);
    expect(screen.queryByText('Termine folgen')).toBeNull();
  });

  it('that cannot be read hide no course of a filtered address; the price filters', async () => {
    const unread: Answers = { ...rows, 'rpc/nemus_catalogue_dates': () => new Response('{}', { status: 500 }) };
    await open(unread, '/seminar-catalog?monat=2027-01&frei=1');
    expect(titles()).toHaveLength(3);
    await open(unread, '/seminar-catalog?monat=2027-01&preis=1');
    expect(screen.getByText('0 Kurse gefunden')).toBeVisible();
  });
});

describe('a course that the account has', () => {
  const learning = exampleOwnLearning('course-4', 'in_progress', 50, {
    seminar_id: 'angst',
    next_module: 'Stabilisieren',
  });
  const details = (name: string) => screen.findByRole('dialog', { name });

  it('shows its progress and links to its next module, not to a purchase', async () => {
    await open(
      {
        ...rows,
        nemus_course_enrollments: () => [exampleEnrollment('angst', 'in_progress', 50)],
        nemus_my_learning: () => [learning],
      },
      '/seminar-catalog?kurs=angst',
    );
    const dialog = within(await details('Angststörungen'));
    expect(dialog.getByRole('progressbar', { name: 'Ihr Fortschritt' })).toHaveAttribute('aria-valuenow', '50');
    expect(await dialog.findByText(/Stabilisieren/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Weiterlernen' })).toHaveAttribute('href', '/course/course-4');
    expect(dialog.queryByText('240,00 €')).toBeNull();
  });

  it('says that it is completed, and links to the certificates and back into it', async () => {
    await open(
      {
        ...rows,
        nemus_course_enrollments: () => [exampleEnrollment('angst', 'completed', 100)],
        nemus_my_learning: () => [learning],
      },
      '/seminar-catalog?kurs=angst',
    );
    const dialog = within(await details('Angststörungen'));
    expect(dialog.getByText('Abgeschlossen')).toBeVisible();
    expect(dialog.getByText('Sie haben diesen Kurs abgeschlossen.')).toBeVisible();
    expect(await dialog.findByRole('link', { name: 'Zu Ihren Zertifikaten' })).toHaveAttribute('href', '/profile');
    expect(dialog.getByRole('link', { name: 'Kurs wiederholen' })).toHaveAttribute('href', '/course/course-4');
    expect(dialog.queryByText(/Nächster Schritt/)).toBeNull();
  });

  it('names no date of another course when it has none itself', async () => {
    const ahead = { starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' };
    await open(
      {
        ...rows,
        nemus_course_enrollments: () => [exampleEnrollment('angst', 'not_started')],
        nemus_my_appointments: () => [exampleAppointment({ id: 'other', title: 'Expositionsübung', ...ahead })],
      },
      '/seminar-catalog?kurs=angst',
    );
    const dialog = within(await details('Angststörungen'));
    expect(await dialog.findByRole('link', { name: 'Zu Ihren Terminen' })).toHaveAttribute('href', '/appointments');
    expect(dialog.queryByText(/Expositionsübung/)).toBeNull();
  });

  it('is still there when the catalogue no longer offers it', async () => {
    await open(
      { ...rows, nemus_course_enrollments: () => [exampleEnrollment('weg', 'in_progress', 15)] },
      '/seminar-catalog?kurs=weg',
    );
    const dialog = within(await details('Kurs weg'));
    expect(dialog.getByText(/wird im Katalog nicht mehr angeboten/)).toBeVisible();
    expect(await dialog.findByRole('link', { name: 'Zu Ihren Terminen' })).toHaveAttribute('href', '/appointments');
  });
});
