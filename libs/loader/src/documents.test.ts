import { fetchBytes } from './documents';
import { MemoryStore, STORE } from './loader-fixtures';

describe('fetching a document', () => {
  it('gives its bytes', async () => {
    const store = new MemoryStore();
    store.set('a.json', '{}');
    expect(new TextDecoder().decode(await fetchBytes(store.fetch, `${STORE}a.json`, 100))).toBe('{}');
  });

  it('says what an error status is', async () => {
    const store = new MemoryStore();
    store.set('a.json', 503);
    const refused = fetchBytes(store.fetch, `${STORE}a.json`, 100);
    await expect(refused).rejects.toMatchObject({ kind: 'http', message: `${STORE}a.json answered 503.` });
  });

  it('says that nothing answered', async () => {
    const store = new MemoryStore();
    store.set('a.json', 'network');
    await expect(fetchBytes(store.fetch, `${STORE}a.json`, 100)).rejects.toMatchObject({ kind: 'network' });
  });

  it('gives up an answer that does not come', async () => {
    const hanging = (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await expect(fetchBytes(hanging, `${STORE}a.json`, 10)).rejects.toMatchObject({ kind: 'timeout' });
  });
});
