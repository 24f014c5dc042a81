import { createDataClient } from '@nemus/data';
import { book } from './book';
import { fetchCourseTitles } from './fetchCourseTitles';

const clientOf = (status: number, body: unknown) =>
  createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: () => Promise.resolve(new Response(JSON.stringify(body), { status })),
  });

it('reads rows', async () => {
  const rows = [{ id: 'recht', title: 'Rechtliche Grundlagen' }];
  await expect(fetchCourseTitles(clientOf(200, rows))).resolves.toEqual(rows);
});

it('refuses rows of another shape', async () => {
  await expect(fetchCourseTitles(clientOf(200, [{ id: 'recht' }]))).rejects.toMatchObject({ code: 'malformed' });
});

it('reports a refusal by its code', async () => {
  const refusal = { code: 'PT409', message: 'insufficient_credits', hint: 'insufficient_credits' };
  await expect(book(clientOf(409, refusal), 'recht', ['t'])).resolves.toBeNull();
  await expect(book(clientOf(200, { id: 'b', credits_spent: 3 }), 'recht', ['t'])).resolves.toBe(3);
});
