import { checkLogbook } from './logbook-check';

/** A database that answers so, and what it was asked. */
function database(answer: Response) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const check = () =>
    checkLogbook({
      url: 'https://project.example',
      secretKey: 'sb_secret_x',
      ask: (url, init) => {
        asked.push({ url, init });
        return Promise.resolve(answer);
      },
    });
  return { asked, check };
}

it('says that all logbooks are sound', async () => {
  const { asked, check } = database(Response.json([]));
  expect(await check()).toEqual({ lines: ['All logbooks are sound.'], sound: true });
  expect(asked[0]).toMatchObject({
    url: 'https://project.example/rest/v1/rpc/nemus_check_logbook',
    init: { method: 'POST', headers: { apikey: 'sb_secret_x' } },
  });
});

it('says whose logbook is not, where, and how', async () => {
  const { check } = database(
    Response.json([
      { user_id: 'u1', number: 3, problem: 'changed' },
      { user_id: 'u2', number: null, problem: 'entry' },
    ]),
  );
  expect(await check()).toEqual({
    sound: false,
    lines: [
      'Logbook of u1, step 3: it says something else than when it was written.',
      'Logbook of u2, an entry without a step: the confirmed entry is gone or says something else than at its confirmation.',
    ],
  });
});

it('never takes a failure for soundness', async () => {
  await expect(database(new Response(null, { status: 401 })).check()).rejects.toThrow('401');
  await expect(database(Response.json({ fine: true })).check()).rejects.toThrow();
});
