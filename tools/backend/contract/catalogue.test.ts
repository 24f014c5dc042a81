import { startProcess, temporaryFolder, type BackendProcess } from './process';
import { demoClient, isHosted, START_TIME } from './target';

jest.setTimeout(START_TIME);

if (!isHosted) {
  describe('a new database without the catalogue', () => {
    const temporary = temporaryFolder();
    let backend: BackendProcess;

    beforeAll(async () => {
      backend = await startProcess({ NEMUS_DATA_DIR: temporary.path, NEMUS_CATALOGUE: 'off' });
    });
    afterAll(async () => {
      await backend.end('SIGKILL');
      temporary.remove();
    });

    test('has the staff that writes one, and no course yet', async () => {
      const { client } = await demoClient(backend.ready, 'demo.akademie@nemus.example');
      const { data: roles } = await client.from('nemus_staff').select('role').order('role');
      expect(roles?.map(({ role }) => role)).toEqual(['catalogue', 'orders', 'people', 'teaching']);
      for (const table of ['nemus_courses', 'nemus_learning_courses', 'nemus_learning_blocks']) {
        expect((await client.from(table).select('*')).data).toEqual([]);
      }
    });
  });
}
