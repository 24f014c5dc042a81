import path from 'node:path';
import { readSettings, ROOT, SettingsError } from './settings';

describe('readSettings', () => {
  it('takes the documented addresses when nothing is set', () => {
    expect(readSettings({}).ports).toEqual({ portal: 4200, store: 4210, api: 54321, mail: 54324, checkout: 4242 });
  });

  it('keeps data in an ignored folder of the repository', () => {
    expect(readSettings({}).dataDir).toBe(path.join(ROOT, '.nemus'));
  });

  it('has early start and worker on, as by default', () => {
    expect(readSettings({})).toMatchObject({ earlyStart: true, worker: true });
    expect(readSettings({ NEMUS_WORKER: 'off' })).toMatchObject({ earlyStart: true, worker: false });
  });

  it('names the variable and the value that cannot be used', () => {
    expect(() => readSettings({ NEMUS_PORTAL_PORT: 'abc' })).toThrow(SettingsError);
    expect(() => readSettings({ NEMUS_PORTAL_PORT: 'abc' })).toThrow(/NEMUS_PORTAL_PORT="abc"/);
  });

  it('refuses a database address that is not a Postgres one', () => {
    expect(() => readSettings({ DB_URL: 'mysql://x' })).toThrow(/DB_URL/);
  });
});
