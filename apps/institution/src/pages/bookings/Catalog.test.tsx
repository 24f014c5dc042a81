/** @jest-environment ../../jest.browser.mjs */
import type { CataloguePage } from '@nemus/data';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleCourse } from '../../examples/rows';

const pages = pagesUnderTest(app, 'institution');
const card = (number: number) => ({
  ...exampleCourse({ id: `course-${number}`, title: `Kurs ${number}` }),
  enrollment: null,
  next_date: null,
  more_dates: 0,
  is_buyable: true,
  is_asked: false,
});
const list = Array.from({ length: 30 }, (_, number) => card(number));
/** The page that a request names. */
function answer({ url }: Pick<Request, 'url'>): CataloguePage {
  const from = (Number(new URL(url).searchParams.get('p_page') ?? 1) - 1) * 24;
  // The last of the page: role queries over 24 cards take long.
  const courses = list.slice(from, from + 24).slice(-2);
  return { courses, similar: [], total: list.length, counts: {}, edition: 'e', months: [], houses: [] };
}
const asked = () => pages.asked('rpc/nemus_catalogue_page').map(({ url }) => new URL(url).searchParams.toString());

it('is read page by page, as the address names it, with own courses in between', async () => {
  const { ports } = await pages.open('/course-bookings?ansicht=buchen', { 'rpc/nemus_catalogue_page': answer });
  expect(await screen.findByText('30 Kurse gefunden')).toBeVisible();
  expect(asked()).toEqual(['']);
  fireEvent.click(screen.getByText('Weiter'));
  expect(await screen.findByText('Kurs 29')).toBeVisible();
  expect(asked()).toEqual(['', 'p_page=2']);
  expect(ports.navigation.getLocation().search).toContain('seite=2');
});

it('shows the last page when the address names one beyond it, and ignores unknown filters', async () => {
  await pages.open('/course-bookings?ansicht=buchen&seite=9&niveau=nie&kompetenz=keine', {
    'rpc/nemus_catalogue_page': answer,
  });
  expect(await screen.findByText('Kurs 29')).toBeVisible();
  await waitFor(() => expect(asked()).toEqual(['p_page=9', 'p_page=2']));
});
