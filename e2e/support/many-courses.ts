import type { Page } from '@playwright/test';

/** Courses per page, as the database has them. */
const PER_PAGE = 24;

/** An unrealistic number of courses, as a load test for lists. */
const MANY_COURSES = Array.from({ length: 10_000 }, (_, number) => ({
  id: `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  title: `Kurs ${number}`,
  description: number % 100 === 0 ? 'Ein Seminar über Traumafolgen.' : 'Ein Seminar mit Übungen.',
  competency: 'fachliche_kompetenz',
  duration_hours: 12,
  difficulty: 'Anfänger',
  price_euros: 240,
  credit_cost: 120,
  is_premium: false,
  enrollment: null,
  next_date: null,
  more_dates: 0,
  is_buyable: true,
  is_asked: false,
}));

/** The catalogue has ten thousand courses, of which a hundred have "trauma" in their description. */
export async function answerManyCourses(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/rest/v1/rpc/nemus_catalogue_page',
    (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const search = (asked.get('p_search') ?? '').toLowerCase();
      const found = MANY_COURSES.filter(({ description }) => description.toLowerCase().includes(search));
      const from = (Number(asked.get('p_page') ?? 1) - 1) * PER_PAGE;
      return route.fulfill({
        json: {
          courses: found.slice(from, from + PER_PAGE),
          similar: [],
          total: found.length,
          counts: { fachliche_kompetenz: found.length },
          edition: search,
          months: [],
          houses: [],
        },
        headers: { 'access-control-allow-origin': '*' },
      });
    },
  );
}
