/** @jest-environment ../../jest.browser.mjs */
import {
  fakeSlots,
  installBackend,
  mountModule,
  type MountedModule,
  backendOf,
  type Answers,
} from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import '@nemus/testing/patience';
import { exampleCourse } from '../../examples/rows';

const courses = [
  exampleCourse('angst', { title: 'Angststörungen', competency: 'methoden_kompetenz' }),
  exampleCourse('ethik', { title: 'Ethik', competency: 'professionelle_haltung', difficulty: 'Experte' }),
  exampleCourse('beginn', { title: 'Achtsam beginnen', description: 'Hilft auch gegen Angst.' }),
];
const rows: Answers = { nemus_courses: () => courses, nemus_course_enrollments: () => [{ course_id: 'beginn' }] };

let page: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;
let slots = fakeSlots();

async function open(answers: Answers = rows, address = '/seminar-catalog') {
  backend = installBackend(backendOf(answers));
  slots = fakeSlots();
  page = await mountModule(app, { address, slots });
  await screen.findByText(/^[0-9]+ Kurse? gefunden/);
  return page;
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const search = () => new URLSearchParams(page?.ports.navigation.getLocation().search);

afterEach(async () => {
  await page?.unmount();
  page = null;
  backend.uninstall();
});

describe('the catalogue', () => {
  it('lists what can be bought before what was bought, by title', async () => {
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
    expect(page?.ports.navigation.addresses()).toHaveLength(1);
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
    page?.ports.navigation.go(-1);
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

  it('says so when there is no course at all', async () => {
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
    expect(page?.ports.navigation.addresses()).toHaveLength(1);
  });

  it('says when the course of a link is gone', async () => {
    await open(rows, '/seminar-catalog?kurs=weg');
    expect(await screen.findByRole('dialog', { name: 'Kurs nicht gefunden' })).toBeVisible();
  });

  it('hands each course to the payments area, and goes on without it', async () => {
    await open();
    await waitFor(() => expect(slots.mounted()).toHaveLength(2));
    expect(slots.mounted().map(({ name, props }) => [name, props()])).toContainEqual([
      'course-purchase',
      { courseId: 'angst', courseTitle: 'Angststörungen', priceEuros: 240, creditCost: 120, enrolled: false },
    ]);
    expect(screen.getAllByText('Der Kauf ist gerade nicht möglich.')).toHaveLength(2);
  });

  it('shows a bought course as enrolled as soon as it is told', async () => {
    const bought = [{ course_id: 'beginn' }];
    const page = await open({ ...rows, nemus_course_enrollments: () => bought });
    bought.push({ course_id: 'angst' });
    page.ports.events.publish('enrollments-changed', { courseId: 'angst' });
    await waitFor(() => expect(titles()).toEqual(['Ethik', 'Achtsam beginnen', 'Angststörungen']));
    expect(screen.getAllByText('Eingeschrieben')).toHaveLength(2);
  });
});
