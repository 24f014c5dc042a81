/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleListed } from '../../examples/seminars';

const pages = pagesUnderTest(app);
const LIST = 'rpc/nemus_staff_courses';
const answer = (courses = [exampleListed()], total = courses.length) => ({
  [LIST]: () => ({ courses, total, states: { draft: total, published: 0, retired: 0 }, is_capped: false }),
});

it('lists the seminars with state, price and people, and leads to each', async () => {
  await pages.open('/academy/catalogue', answer([exampleListed({ enrolled: 3 })]));
  const link = await screen.findByRole('link', { name: 'Trauer begleiten' });
  expect(link).toHaveAttribute(
    'href',
    expect.stringContaining('/academy/catalogue/5e000000-0000-4000-8000-000000000001'),
  );
  expect(screen.getByText('45 Credits')).toBeVisible();
  expect(screen.getByText('1 Seminar')).toBeVisible();
});

it('filters by state and words, and keeps both in the address', async () => {
  const { ports } = await pages.open('/academy/catalogue?suche=trauer&seite=2', answer());
  expect(await screen.findByRole('searchbox')).toHaveValue('trauer');
  fireEvent.click(await screen.findByRole('button', { name: /Entwurf/ }));
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?suche=trauer&stand=draft'));
  await waitFor(async () =>
    expect(await pages.sent(LIST)).toEqual([
      { p_search: 'trauer', p_page: 2 },
      { p_search: 'trauer', p_page: 1, p_state: 'draft' },
    ]),
  );
});

it('filters by competency', async () => {
  const { ports } = await pages.open('/academy/catalogue', answer());
  fireEvent.change(await screen.findByRole('combobox', { name: 'Kompetenz' }), {
    target: { value: 'personale_kompetenz' },
  });
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?kompetenz=personale_kompetenz'));
  await waitFor(async () =>
    expect((await pages.sent(LIST)).at(-1)).toEqual({ p_search: '', p_page: 1, p_competency: 'personale_kompetenz' }),
  );
});

it('offers to create the first seminar, or another search without results', async () => {
  await pages.open('/academy/catalogue', answer([]));
  expect(await screen.findByText('Noch keine Seminare')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Neues Seminar' })).toHaveLength(2);
  await pages.open('/academy/catalogue?suche=xyz', answer([]));
  expect(await screen.findByText('Keine Seminare gefunden')).toBeVisible();
});

it('reports when the list cannot be read', async () => {
  await pages.open('/academy/catalogue', {
    [LIST]: () => json(403, { code: 'PT403', message: 'staff_required', hint: 'staff_required', details: null }),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Seminare')).toBeVisible();
});

describe('a change of selected seminars', () => {
  const CHANGE = 'rpc/nemus_change_courses';
  const [one, other] = [exampleListed(), exampleListed({ id: '5e000000-0000-4000-8000-000000000002', title: 'Angst' })];
  const row = (seminar: typeof one, problem: string | null = null) => {
    const { id, title, price_euros, credit_cost, competency, state, updated_at } = seminar;
    return { id, title, price_euros, credit_cost, competency, state, updated_at, problem };
  };
  const button = (name: string) => screen.findByRole('button', { name });
  const press = async (name: string) => fireEvent.click(await button(name));
  async function select(change: Answers[string]) {
    const page = await pages.open('/academy/catalogue', { ...answer([one, other]), [CHANGE]: change });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Trauer begleiten auswählen' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Angst auswählen' }));
    expect(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' })).toBeChecked();
    await press('2 Seminare ändern');
    return page;
  }

  it('is previewed with what stays and why, and sent for those that change', async () => {
    const { ports } = await select(async (request) => {
      const { p_preview: isPreview } = await request.clone().json();
      return isPreview === true ? [row(one), row(other, 'same')] : [row(one)];
    });
    fireEvent.change(screen.getByRole('textbox', { name: /Preis in Euro/ }), { target: { value: '120' } });
    await press('Vorschau');
    expect(await screen.findByText(/^Trauer begleiten: 89,50\s€ → 120,00\s€$/)).toBeVisible();
    expect(screen.getByText('Angst: Das gilt dort schon.')).toBeVisible();
    await press('1 Seminar ändern');
    await waitFor(() => expect(ports.toasts()).toMatchObject([{ kind: 'success', title: '1 Seminar geändert' }]));
    expect(await pages.sent(CHANGE)).toEqual([
      { p_courses: [{ id: one.id }, { id: other.id }], p_change: { price_euros: '120' }, p_preview: true },
      { p_courses: [{ id: one.id, updated_at: one.updated_at }], p_change: { price_euros: '120' } },
    ]);
    expect(screen.queryByRole('button', { name: 'Auswahl aufheben' })).toBeNull();
  });

  it('asks before a price of 0', async () => {
    await select(() => [row(one), row(other)]);
    fireEvent.change(screen.getByRole('textbox', { name: /Preis in Euro/ }), { target: { value: '0' } });
    await press('Vorschau');
    const confirm = within(screen.getByRole('dialog'));
    fireEvent.click(await confirm.findByRole('button', { name: '2 Seminare ändern' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Preis von 0 €?' }));
    expect(asked.getByText(/^2 Seminare sind dann nicht mit Karte zu kaufen/)).toBeVisible();
    expect(await pages.sent(CHANGE)).toHaveLength(1);
    fireEvent.click(asked.getByRole('button', { name: 'Mit 0 € speichern' }));
    await waitFor(async () => expect(await pages.sent(CHANGE)).toHaveLength(2));
  });

  it('says when one was changed meanwhile, and asks for another look', async () => {
    await select(async (request) => {
      const { p_preview: isPreview } = await request.clone().json();
      return isPreview === true
        ? [row(one), row(other)]
        : json(409, {
            code: 'PT409',
            message: 'courses_unchanged',
            hint: 'courses_unchanged',
            details: JSON.stringify({ titles: ['Angst'] }),
          });
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Stand' }));
    await press('Vorschau');
    expect(await screen.findByText('Bitte wählen Sie einen Stand.')).toBeVisible();
    fireEvent.change(screen.getByRole('combobox', { name: 'Stand' }), { target: { value: 'published' } });
    await press('Vorschau');
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(await dialog.findByRole('button', { name: '2 Seminare ändern' }));
    expect(await dialog.findByText(/seit der Vorschau geändert: Angst\. Bitte sehen Sie sich/)).toBeVisible();
    expect(await button('Vorschau')).toBeEnabled();
  });
});
