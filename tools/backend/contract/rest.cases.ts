import type { SupabaseClient } from '@supabase/supabase-js';
import { demoClient, DEMO, newClient, type Target } from './target';

/** Tables, functions and their policies. */
export function restContract(target: () => Target): void {
  describe('rest', () => {
    let piw: SupabaseClient;
    let piwId = '';
    let institution: SupabaseClient;
    let institutionId = '';

    beforeAll(async () => {
      ({ client: piw, id: piwId } = await demoClient(target(), DEMO.piw));
      ({ client: institution, id: institutionId } = await demoClient(target(), DEMO.institution));
    });
    afterAll(async () => {
      await piw.auth.signOut({ scope: 'local' });
      await institution.auth.signOut({ scope: 'local' });
    });

    test('one row asked for and none found is PGRST116', async () => {
      const { data, error, status } = await piw
        .from('nemus_subscriptions')
        .select('*')
        .eq('institution_id', piwId)
        .single();
      expect(data).toBeNull();
      expect(status).toBe(406);
      expect(error?.code).toBe('PGRST116');
    });

    test('one row or none answers null', async () => {
      const answer = await piw.from('nemus_subscriptions').select('*').eq('institution_id', piwId).maybeSingle();
      expect(answer).toMatchObject({ data: null, error: null });
    });

    test('a profile brings the institutions that the account acts for, as the page asks for it early', async () => {
      const columns =
        'user_id,nemus_staff(role),nemus_members(institution_id,roles,chosen_at,nemus_institution_settings(institution_name))';
      const { data } = await institution.from('nemus_profiles').select(columns).eq('user_id', institutionId).single();
      expect(data).toMatchObject({
        nemus_members: [
          {
            institution_id: institutionId,
            roles: ['administration'],
            nemus_institution_settings: { institution_name: expect.any(String) },
          },
        ],
      });
      const { data: own } = await piw.from('nemus_profiles').select(columns).eq('user_id', piwId).single();
      expect(own).toMatchObject({ nemus_members: [] });
    });

    test('a profile brings the rights about releases, its own alone', async () => {
      const columns = 'nemus_release_operators(user_id),nemus_release_members(team)';
      const { data } = await piw.from('nemus_profiles').select(columns).eq('user_id', piwId).single();
      expect(data).toEqual({ nemus_release_operators: null, nemus_release_members: [] });
    });

    test('courses come in the order that was asked for, with numbers as numbers', async () => {
      const { data } = await piw.from('nemus_courses').select('*').eq('is_active', true).order('title').limit(5);
      expect(data).toHaveLength(5);
      const titles = data?.map((course: { title: string }) => course.title);
      const { data: reversed } = await piw
        .from('nemus_courses')
        .select('title')
        .eq('is_active', true)
        .order('title', { ascending: false });
      expect(
        reversed
          ?.slice(-5)
          .map((course) => course.title)
          .reverse(),
      ).toEqual(titles);
      for (const course of data ?? []) {
        expect(typeof course.price_euros).toBe('number');
        expect(typeof course.duration_hours).toBe('number');
        expect(typeof course.credit_cost).toBe('number');
        expect(course.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
      }
    });

    test('pages and counts', async () => {
      const { data, count, status } = await piw
        .from('nemus_courses')
        .select('id', { count: 'exact' })
        .order('id')
        .range(2, 4);
      expect(data).toHaveLength(3);
      expect(count).toBeGreaterThan(5);
      expect(status).toBe(206);
      const head = await piw.from('nemus_courses').select('id', { count: 'exact', head: true });
      expect(head.count).toBe(count);
    });

    test('filters combine', async () => {
      const { data } = await piw
        .from('nemus_courses')
        .select('title, description, difficulty')
        .or('title.ilike.%therapie%,description.ilike.%therapie%')
        .in('difficulty', ['Anfänger', 'Experte']);
      expect(data?.length).toBeGreaterThan(0);
      for (const course of data ?? []) {
        expect(`${course.title} ${course.description}`.toLowerCase()).toContain('therapie');
        expect(course.difficulty).not.toBe('Fortgeschritten');
      }
    });

    test('logbook entries are searched by the form of every search, beside other filters', async () => {
      const { data: all } = await piw
        .from('nemus_logbook_entries')
        .select('id, note, category')
        .neq('note', '')
        .limit(1);
      const [entry] = all ?? [];
      const word = entry?.note.split(/\W/)[0]?.toLowerCase() ?? '';
      expect(word).not.toBe('');
      const found = await piw
        .from('nemus_logbook_entries')
        .select('id, site:nemus_logbook_sites!own_site(name)', { count: 'exact' })
        .or(`search_text.like.%${word}%,site_id.in.(${crypto.randomUUID()})`)
        .eq('category', entry?.category ?? '')
        .order('done_on', { ascending: false })
        .range(0, 49);
      expect(found.error).toBeNull();
      expect(found.data?.map(({ id }) => id)).toContain(entry?.id);
      const none = await piw.from('nemus_logbook_entries').select('id').or('search_text.like.%#%');
      expect(none.data).toEqual([]);
    });

    test('enrolments bring their course with them, newest first', async () => {
      const { data, error } = await piw
        .from('nemus_course_enrollments')
        .select('id, status, enrolled_at, nemus_courses(title, competency, duration_hours)')
        .eq('user_id', piwId)
        .order('enrolled_at', { ascending: false });
      expect(error).toBeNull();
      expect(data?.length).toBeGreaterThan(0);
      const times = data?.map((row) => Date.parse(row.enrolled_at)) ?? [];
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(data?.[0]?.nemus_courses).toEqual({
        title: expect.any(String),
        competency: expect.any(String),
        duration_hours: expect.any(Number),
      });
    });

    test('an inner join filters the outer rows', async () => {
      const { data } = await piw
        .from('nemus_course_enrollments')
        .select('id, course:nemus_courses!inner(title)')
        .eq('course.title', 'there is no such course');
      expect(data).toEqual([]);
    });

    test('a row for another account is refused by the policy', async () => {
      const row = {
        user_id: institutionId,
        course_id: crypto.randomUUID(),
        enrollment_type: 'institution_credits',
        status: 'not_started',
      };
      const { error, status } = await piw.from('nemus_course_enrollments').insert(row);
      expect(status).toBe(403);
      expect(error?.code).toBe('42501');
    });

    test('a column that was not granted is refused', async () => {
      const { error, status } = await piw
        .from('nemus_profiles')
        .update({ user_type: 'institution' })
        .eq('user_id', piwId);
      expect(status).toBe(403);
      expect(error?.code).toBe('42501');
    });

    test('a failed check keeps its code', async () => {
      const score = { score: 1, total_questions: 3, percentage: 99, lives_remaining: 1 };
      const row = { user_id: piwId, course_id: 'rechtliche-grundlagen', block_id: 'block-a', ...score };
      const { error, status } = await piw.from('nemus_quiz_scores').insert(row);
      expect(status).toBe(400);
      expect(error?.code).toBe('23514');
    });

    test('an error that the database raises keeps code, status, hint and values', async () => {
      const { data: course } = await piw.from('nemus_courses').select('id').limit(1).single();
      const row = {
        user_id: piwId,
        course_id: course?.id,
        enrollment_type: 'institution_credits',
        status: 'not_started',
      };
      const { error, status } = await piw.from('nemus_course_enrollments').insert(row);
      expect(status).toBe(403);
      const code = 'institution_required';
      expect(error).toMatchObject({ code: 'PT403', message: code, hint: code, details: '{"of": "credits"}' });
    });

    test('a value of the wrong type is 22P02', async () => {
      const { error, status } = await piw.from('nemus_profiles').select('*').eq('user_id', 'no-uuid');
      expect(status).toBe(400);
      expect(error?.code).toBe('22P02');
    });

    test.each(['true', 'null', '{}', '{a,b}', '[]', '1e309', 'NaN'])(
      'a column of text is compared with %s',
      async (value) => {
        const answer = await piw.from('nemus_block_positions').select('*').eq('block_id', value);
        expect(answer).toMatchObject({ error: null, data: [] });
      },
    );

    test('functions are called by name', async () => {
      const { data, error } = await piw.rpc('nemus_leaderboard', {
        p_course: 'rechtliche-grundlagen',
        p_block: 'block-a',
      });
      expect(error).toBeNull();
      expect(Array.isArray(data)).toBe(true);
    });

    test('what does not exist says so', async () => {
      expect((await piw.rpc('nemus_nothing')).error?.code).toBe('PGRST202');
      expect((await piw.from('nemus_nothing').select('*')).error?.code).toBe('PGRST205');
      expect((await piw.from('nemus_courses').select('nothing')).error?.code).toBe('42703');
    });

    test('schemas that are not exposed are out of reach', async () => {
      const { error, status } = await piw.schema('private').from('nemus_settings').select('*');
      expect(status).toBe(406);
      expect(error?.code).toBe('PGRST106');
    });

    test('a visitor sees nothing', async () => {
      const visitor = newClient(target());
      for (const table of ['nemus_courses', 'nemus_profiles', 'nemus_credit_balances', 'nemus_quiz_scores']) {
        const { error, status } = await visitor.from(table).select('*');
        expect([table, status, error?.code]).toEqual([table, 401, '42501']);
      }
    });

    test('a token without a valid signature is refused', async () => {
      const { apiUrl, publishableKey } = target();
      const answer = await fetch(`${apiUrl}/rest/v1/nemus_courses?select=id`, {
        headers: {
          apikey: publishableKey,
          authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x',
        },
      });
      expect(answer.status).toBe(401);
    });
  });
}
