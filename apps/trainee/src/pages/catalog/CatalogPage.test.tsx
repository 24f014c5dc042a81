/** @jest-environment ../../jest.browser.mjs */
import type { CatalogueCard, CataloguePage, Course, CourseOffer } from '@nemus/data';
import { type Answers, fakeSlots, shown, type MountedModule } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';
import { exampleCard, exampleCourse, exampleEnrollment, exampleOwnLearning, examplePage } from '../../examples/rows';

const ANGST = '00000000-0000-4000-8000-0000000000a1';
const ETHIK = '00000000-0000-4000-8000-0000000000e1';
const BEGINN = '00000000-0000-4000-8000-0000000000b1';
const angst = exampleCourse(ANGST, { title: 'Angststörungen', competency: 'methoden_kompetenz' });
const ethik = exampleCourse(ETHIK, { title: 'Ethik', competency: 'professionelle_haltung', difficulty: 'Experte' });
const beginn = exampleCourse(BEGINN, { title: 'Achtsam beginnen', description: 'Hilft auch gegen Angst.' });
const angstCard = exampleCard(angst);
const ethikCard = exampleCard(ethik);
const beginnCard = exampleCard(beginn, { enrollment: exampleEnrollment(BEGINN, 'not_started') });
const cards = [angstCard, ethikCard, beginnCard];

/** The filter that a request names. */
const askedFor = ({ url }: Pick<Request, 'url'>) => new URL(url).searchParams;
/** What the database would find, for the searches and filters of these tests. */
function answer(request: Pick<Request, 'url'>, list: readonly CatalogueCard[] = cards): CataloguePage {
  const asked = askedFor(request);
  const search = asked.get('p_search')?.toLowerCase() ?? '';
  const fits = list.filter(
    ({ title, description, difficulty }) =>
      `${title} ${description}`.toLowerCase().includes(search) &&
      (asked.get('p_difficulty') ?? difficulty) === difficulty,
  );
  const { counts } = examplePage(fits);
  return examplePage(
    fits.filter(({ competency }) => (asked.get('p_competency') ?? competency) === competency),
    { counts },
  );
}
const rows: Answers = { 'rpc/nemus_catalogue_page': answer };
/** What the page of one course needs. */
const offer = (course: Course, change: Partial<CourseOffer> = {}): Answers => ({
  'rpc/nemus_catalogue_course': () => ({
    course,
    enrollment: null,
    dates: [],
    chosen: null,
    is_buyable: true,
    is_asked: false,
    ...change,
  }),
});

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

  it('writes the search into the address, and shows what was found', async () => {
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

  it('clears the filter of the present address: a closed course stays closed', async () => {
    await open({ ...rows, ...offer(angst) }, `/seminar-catalog?suche=yoga&kurs=${ANGST}`);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(search().get('kurs')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Filter zurücksetzen' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(search().toString()).toBe('');
  });

  it('says so without any courses', async () => {
    await open({ 'rpc/nemus_catalogue_page': () => examplePage([]) });
    expect(screen.getByText('Keine Kurse gefunden')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Filter zurücksetzen' })).toBeNull();
  });

  it('shows a course under its own address; closing returns to the list', async () => {
    await open({ ...rows, ...offer(angst) }, '/seminar-catalog?suche=angst');
    fireEvent.click(screen.getByRole('link', { name: 'Details: Angststörungen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Angststörungen' });
    expect(search().get('kurs')).toBe(ANGST);
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
      { 'rpc/nemus_catalogue_page': () => examplePage([angstCard], { similar: [ethikCard] }) },
      '/seminar-catalog?suche=angst',
    );
    const near = within(await screen.findByRole('region', { name: 'Ähnliche Treffer' }));
    expect(near.getByText(/^Diese Kurse enthalten nicht genau „angst“/)).toBeVisible();
    expect(near.getAllByRole('listitem')).toHaveLength(1);
    expect(titles()).toEqual(['Angststörungen', 'Ähnliche Treffer', 'Ethik']);
  });

  it('says when only similar courses were found', async () => {
    await open(
      { 'rpc/nemus_catalogue_page': () => examplePage([], { similar: [angstCard] }) },
      '/seminar-catalog?suche=angsst',
    );
    expect(await screen.findByText(/^Kein Kurs enthält genau „angsst“/)).toBeVisible();
    expect(screen.getByText('0 Kurse gefunden')).toBeVisible();
    expect(titles()).toEqual(['Ähnliche Treffer', 'Angststörungen']);
    expect(screen.queryByText('Keine Kurse gefunden')).toBeNull();
  });

  it('passes each course to the payments area, and works without it', async () => {
    // The meeting's example has another id.
    const named = exampleCard({ ...angst, id: 'angst' });
    await open({ 'rpc/nemus_catalogue_page': () => examplePage([named, ...cards.slice(1)]) });
    await waitFor(() => expect(slots.mounted()).toHaveLength(2));
    expect(slots.shown()).toContainEqual(shown(meeting, 'course-purchase', 'of a seminar in the catalogue'));
    expect(screen.getAllByText('Der Kauf ist gerade nicht möglich.')).toHaveLength(2);
  });

  it('shows a bought course as enrolled as soon as it is notified', async () => {
    let list: readonly CatalogueCard[] = cards;
    const page = await open({ 'rpc/nemus_catalogue_page': (request) => answer(request, list) });
    list = [ethikCard, beginnCard, exampleCard(angst, { enrollment: exampleEnrollment(ANGST, 'not_started') })];
    page.ports.events.publish('enrollments-changed', { courseId: ANGST });
    await waitFor(() => expect(titles()).toEqual(['Ethik', 'Achtsam beginnen', 'Angststörungen']));
    expect(screen.getAllByText('Eingeschrieben')).toHaveLength(2);
  });
});

describe('a list that is longer than a page', () => {
  const many = Array.from({ length: 30 }, (_, number) =>
    exampleCard(
      exampleCourse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, { title: `Kurs ${number}` }),
    ),
  );
  const pageOf = (request: Pick<Request, 'url'>, list = many, edition = 'first') => {
    const from = (Number(askedFor(request).get('p_page') ?? 1) - 1) * 24;
    return examplePage(list.slice(from, from + 24), { total: list.length, edition });
  };
  const shownTitles = () => titles().filter((title) => title?.startsWith('Kurs'));

  it('is requested page by page, each once', async () => {
    await open({ 'rpc/nemus_catalogue_page': (request) => pageOf(request) });
    await waitFor(() => expect(shownTitles()).toEqual(many.map(({ title }) => title)));
    expect(pages.asked('rpc/nemus_catalogue_page').map((request) => askedFor(request).get('p_page'))).toEqual([
      null,
      '2',
    ]);
    expect(screen.getAllByRole('listitem')[29]).toHaveAttribute('aria-posinset', '30');
  });

  it('reads earlier pages again when it changed before a later one: no course is missing or there twice', async () => {
    // The first course is withdrawn after the first page.
    const less = many.slice(1);
    let asked = 0;
    await open({
      'rpc/nemus_catalogue_page': (request) => {
        asked += 1;
        return asked === 1 ? pageOf(request) : pageOf(request, less, 'second');
      },
    });
    await waitFor(() => expect(shownTitles()).toEqual(less.map(({ title }) => title)));
    await screen.findByText('29 Kurse gefunden');
    expect(asked).toBe(3);
  });

  it('says so when a later page fails, and loads it again on request', async () => {
    let broken = true;
    await open({
      'rpc/nemus_catalogue_page': (request) =>
        broken && askedFor(request).has('p_page') ? new Response('{}', { status: 400 }) : pageOf(request),
    });
    expect(await screen.findByText('Laden fehlgeschlagen: Weitere Kurse')).toBeVisible();
    expect(shownTitles()).toHaveLength(24);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await waitFor(() => expect(shownTitles()).toHaveLength(30));
  });
});

describe('a search that is on its way', () => {
  it('leaves the earlier result, and a late answer to an earlier search never replaces a newer one', async () => {
    const waiting = new Map<string, () => void>();
    await open({
      'rpc/nemus_catalogue_page': (request) => {
        const word = askedFor(request).get('p_search');
        if (word === null) return answer(request);
        return new Promise((resolve) => waiting.set(word, () => resolve(answer(request))));
      },
    });
    const type = (value: string) =>
      fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse suchen' }), { target: { value } });
    type('angst');
    await waitFor(() => expect([...waiting.keys()]).toEqual(['angst']));
    expect(titles()).toHaveLength(3);
    type('ethik');
    await waitFor(() => expect([...waiting.keys()]).toEqual(['angst', 'ethik']));
    waiting.get('ethik')?.();
    await waitFor(() => expect(titles()).toEqual(['Ethik']));
    waiting.get('angst')?.();
    await expect(waitFor(() => expect(titles()).not.toEqual(['Ethik']), { timeout: 200 })).rejects.toThrow();
  });

  it('that fails says so, and the filter stays usable', async () => {
    await open({
      'rpc/nemus_catalogue_page': (request) =>
        askedFor(request).has('p_search') ? new Response('{}', { status: 400 }) : answer(request),
    });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse suchen' }), { target: { value: 'angst' } });
    expect(await screen.findByText('Laden fehlgeschlagen: Kurse im Katalog')).toBeVisible();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse suchen' }), { target: { value: '' } });
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  it('is requested with the page of a link, once', async () => {
    await open(rows, '/seminar-catalog?suche=angst&monat=2099-06&frei=1');
    const asked = pages.asked('rpc/nemus_catalogue_page').map((request) => askedFor(request).toString());
    expect(asked).toEqual(['p_search=angst&p_month=2099-06&p_free=true&p_own_last=true']);
  });
});

describe('dates in the catalogue', () => {
  const date = {
    id: 'd1',
    course_id: ETHIK,
    starts_at: '2099-04-01T07:00:00Z',
    ends_at: '2099-04-02T13:00:00Z',
    format: 'Präsenz' as const,
    location: 'Akademie Mitte, Raum 3',
    instructor: 'Dr. Vogt',
    capacity: 12,
    free_places: 3,
  };
  const dated = exampleCard(ethik, { next_date: { ...date, parts: null }, more_dates: 1 });
  const choices = { months: ['2099-06', '2099-04'], houses: ['Akademie Mitte'] };

  it('are shown with place, teacher and free places, and filter the list by the address', async () => {
    await open({
      'rpc/nemus_catalogue_page': (request) => {
        const asked = askedFor(request);
        if (asked.has('p_online')) return examplePage([], choices);
        return asked.has('p_month')
          ? examplePage([{ ...dated, more_dates: 0 }], choices)
          : examplePage([angstCard, dated, beginnCard], choices);
      },
    });
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

  it('shows a choice of the address that no date has any more', async () => {
    await open({ 'rpc/nemus_catalogue_page': () => examplePage([], choices) }, '/seminar-catalog?ort=Haus+West');
    expect(screen.getByRole('combobox', { name: 'Ort' })).toHaveValue('Haus West');
  });

  it('follow: such a course is not sold, and asks whom to tell, once', async () => {
    let isAsked = false;
    await open({
      'rpc/nemus_catalogue_page': () =>
        examplePage([exampleCard(angst, { is_buyable: false, is_asked: isAsked }), ethikCard]),
      'rpc/nemus_ask_for_dates': () => {
        isAsked = true;
        return null;
      },
    });
    expect(await screen.findByText('Termine folgen')).toBeVisible();
    await waitFor(() => expect(slots.mounted()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Bei Terminen benachrichtigen: Angststörungen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Nicht mehr benachrichtigen: Angststörungen' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_ask_for_dates')).toHaveLength(2));
  });
});

describe('a course that the account has', () => {
  const learning = exampleOwnLearning('course-4', 'in_progress', 50, {
    seminar_id: ANGST,
    next_module: 'Stabilisieren',
  });
  const details = (name: string) => screen.findByRole('dialog', { name });

  it('shows its progress and links to its next module, not to a purchase', async () => {
    await open(
      {
        ...rows,
        ...offer(angst, { enrollment: exampleEnrollment(ANGST, 'in_progress', 50) }),
        nemus_my_learning: () => [learning],
      },
      `/seminar-catalog?kurs=${ANGST}`,
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
        ...offer(angst, { enrollment: exampleEnrollment(ANGST, 'completed', 100) }),
        nemus_my_learning: () => [learning],
      },
      `/seminar-catalog?kurs=${ANGST}`,
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
        ...offer(angst, { enrollment: exampleEnrollment(ANGST, 'not_started') }),
        nemus_my_appointments: () => [exampleAppointment({ id: 'other', title: 'Expositionsübung', ...ahead })],
      },
      `/seminar-catalog?kurs=${ANGST}`,
    );
    const dialog = within(await details('Angststörungen'));
    expect(await dialog.findByRole('link', { name: 'Zu Ihren Terminen' })).toHaveAttribute('href', '/appointments');
    expect(dialog.queryByText(/Expositionsübung/)).toBeNull();
  });

  it('is still there when the catalogue no longer offers it', async () => {
    await open(
      {
        ...rows,
        ...offer({ ...angst, is_active: false }, { enrollment: exampleEnrollment(ANGST, 'in_progress', 15) }),
      },
      `/seminar-catalog?kurs=${ANGST}`,
    );
    const dialog = within(await details('Angststörungen'));
    expect(dialog.getByText(/wird im Katalog nicht mehr angeboten/)).toBeVisible();
    expect(await dialog.findByRole('link', { name: 'Zu Ihren Terminen' })).toHaveAttribute('href', '/appointments');
  });
});
