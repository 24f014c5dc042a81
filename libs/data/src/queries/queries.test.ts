import { createDataClient, type DataClient } from '../client';
import { DataError } from '../errors';
import { fetchCompetencyProgress } from './fetchCompetencyProgress';
import { fetchCataloguePage, fetchCourseOffer } from './fetchCatalogue';
import { fetchCreditBalance } from './fetchCreditBalance';
import { fetchEnrolledCourseIds } from './fetchEnrolledCourseIds';
import { fetchEnrollments } from './fetchEnrollments';
import { fetchQuizScores } from './fetchQuizScores';
import { fetchSubscription } from './fetchSubscription';

/** A client whose server is a function; records the requested addresses. */
function createClient(answer: (url: URL) => Response): { client: DataClient; asked: string[] } {
  const asked: string[] = [];
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      asked.push(decodeURIComponent(`${url.pathname}${url.search}`).replaceAll('+', ' '));
      return Promise.resolve(answer(url));
    },
  });
  return { client, asked };
}

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

const enrollment = (number: number) => ({
  id: `enrollment-${number}`,
  user_id: 'user',
  course_id: `course-${number}`,
  enrollment_type: 'direct_purchase',
  status: 'not_started',
  progress_percentage: 0,
  enrolled_at: '2026-11-01T08:00:00+00:00',
  course: null,
});

describe('a list', () => {
  it('is read to its end when it is longer than one answer', async () => {
    const total = 2_345;
    const { client, asked } = createClient((url) => {
      const from = Number(url.searchParams.get('offset') ?? 0);
      const limit = Number(url.searchParams.get('limit'));
      const rows = Array.from({ length: Math.min(limit, total - from) }, (_, row) => enrollment(from + row));
      return json(rows, { headers: { 'content-range': `${from}-${from + rows.length - 1}/${total}` } });
    });
    const enrollments = await fetchEnrollments(client, 'user');
    expect(enrollments).toHaveLength(total);
    expect(new Set(enrollments.map(({ id }) => id)).size).toBe(total);
    expect(asked).toHaveLength(3);
  });

  it('does not show half of a row', async () => {
    const { client } = createClient(() => json([{ ...enrollment(1), progress_percentage: 'viel' }]));
    await expect(fetchEnrollments(client, 'user')).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('the catalogue', () => {
  const all = {
    search: ' ',
    competency: null,
    difficulty: null,
    month: null,
    house: null,
    online: false,
    free: false,
    most: null,
    ownLast: true,
  };
  const empty = { courses: [], similar: [], total: 0, counts: {}, edition: '', months: [], houses: [] };

  it('is requested page by page, with the filters that are set', async () => {
    const { client, asked } = createClient(() => json(empty));
    await fetchCataloguePage(client, all, 1);
    await fetchCataloguePage(client, { ...all, search: 'x'.repeat(300), free: true, most: 150 }, 3);
    expect(asked).toEqual([
      '/rest/v1/rpc/nemus_catalogue_page?p_own_last=true',
      `/rest/v1/rpc/nemus_catalogue_page?p_search=${'x'.repeat(200)}&p_free=true&p_most=150&p_own_last=true&p_page=3`,
    ]);
  });

  it('asks for no course with an invalid id', async () => {
    const { client, asked } = createClient(() => json(null));
    expect(await fetchCourseOffer(client, 'weg')).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('reads of one account', () => {
  it('requests enrolments with their course, newest first', async () => {
    const { client, asked } = createClient(() => json([]));
    await expect(fetchEnrollments(client, 'u1')).resolves.toEqual([]);
    expect(asked[0]).toContain('user_id=eq.u1');
    expect(asked[0]).toContain(
      'course:nemus_courses(title,competency,duration_hours,has_dates,theory_units,practical_units)',
    );
    expect(asked[0]).toContain('order=enrolled_at.desc');
  });

  it('knows the courses that the account is enrolled in', async () => {
    const { client } = createClient(() => json([{ course_id: 'a' }, { course_id: 'b' }]));
    await expect(fetchEnrolledCourseIds(client, 'u1')).resolves.toEqual(new Set(['a', 'b']));
  });

  it('counts a competency without a row as not begun', async () => {
    const { client } = createClient(() =>
      json([{ competency: 'beziehungsgestaltung', total_progress_percentage: 65 }]),
    );
    await expect(fetchCompetencyProgress(client, 'u1')).resolves.toEqual({
      fachliche_kompetenz: 0,
      diagnostische_kompetenz: 0,
      methoden_kompetenz: 0,
      beziehungsgestaltung: 65,
      personale_kompetenz: 0,
      professionelle_haltung: 0,
      isSample: false,
    });
  });

  it('takes having no balance and no subscription for an ordinary state', async () => {
    const { client } = createClient(() => json([]));
    await expect(fetchCreditBalance(client)).resolves.toBeNull();
    await expect(fetchSubscription(client)).resolves.toBeNull();
  });

  it('reads balance and subscription', async () => {
    const balance = { institution_id: 'u1', total_credits: 200, used_credits: 50, available_credits: 150 };
    const subscription = {
      institution_id: 'u1',
      tier: 'yearly',
      status: 'active',
      current_period_end: null,
      cancel_at_period_end: false,
    };
    await expect(fetchCreditBalance(createClient(() => json([balance])).client)).resolves.toEqual(balance);
    await expect(fetchSubscription(createClient(() => json([subscription])).client)).resolves.toEqual(subscription);
  });
});

describe('fetchQuizScores', () => {
  it('requests the ten best runs of the block', async () => {
    const { client, asked } = createClient(() => json([]));
    await fetchQuizScores(client, 'rechtliche-grundlagen', 'block-a');
    expect(asked[0]).toContain('order=percentage.desc,completed_at.asc');
    expect(asked[0]).toContain('limit=10');
  });
});

it('carries the code of the database, and our message: its own is English', async () => {
  const { client } = createClient(() => json({ code: '42501', message: 'permission denied' }, { status: 403 }));
  const failure: unknown = await fetchCompetencyProgress(client, 'user').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DataError);
  expect(failure).toMatchObject({
    code: '42501',
    status: 403,
    message: 'Für diese Daten fehlt Ihnen die Berechtigung.',
    cause: expect.objectContaining({ message: 'permission denied' }),
  });
});

it('turns code and values of the database into the sentence of the table', async () => {
  const code = 'insufficient_credits';
  const refusal = { code: 'PT409', hint: code, message: code, details: '{"available": 3}' };
  const { client } = createClient(() => json(refusal, { status: 409 }));
  await expect(fetchCompetencyProgress(client, 'user')).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'Nicht genügend Credits (3 verfügbar)',
    status: 409,
  });
});
