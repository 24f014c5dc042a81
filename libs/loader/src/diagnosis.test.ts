import { digestOf } from '@nemus/registry';
import { diagnose } from './diagnosis';
import { MemoryStore, STORE } from './loader-fixtures';

async function file(name: string) {
  return { url: `${STORE}${name}`, integrity: await digestOf(name) };
}

describe('finding out why a file is lost', () => {
  it('distinguishes wrong bytes, a missing file and a lost connection', async () => {
    const store = new MemoryStore();
    store.set('right.js', 'right.js');
    store.set('wrong.js', 'something else');
    store.set('gone.js', 404);
    store.set('down.js', 'network');
    const kindOf = async (name: string) => (await diagnose(store.fetch, [await file(name)], 100))?.kind ?? null;
    expect(await kindOf('right.js')).toBeNull();
    expect(await kindOf('wrong.js')).toBe('integrity');
    expect(await kindOf('gone.js')).toBe('http');
    expect(await kindOf('down.js')).toBe('network');
  });

  it.each([
    ['a.js', 'application/javascript', null],
    ['a.js', 'application/octet-stream', 'http'],
    ['a.css?retry=1', 'text/css; charset=utf-8', null],
    ['a.css', 'text/plain', 'http'],
  ])('takes sound bytes of %s as %s for %s', async (name, type, kind) => {
    const answer = new Response(name, { headers: { 'Content-Type': type } });
    const problem = await diagnose(() => Promise.resolve(answer), [await file(name)], 100);
    expect(problem?.kind ?? null).toBe(kind);
  });

  it('names wrong bytes before anything else', async () => {
    const store = new MemoryStore();
    store.set('wrong.js', 'something else');
    const suspects = [await file('gone.js'), await file('wrong.js')];
    expect(await diagnose(store.fetch, suspects, 100)).toMatchObject({ kind: 'integrity' });
    expect(await diagnose(store.fetch, [], 100)).toBeNull();
  });
});
