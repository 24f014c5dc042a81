import { createShutdown } from './shutdown';

test('listeners first, data last, each once and in spite of failures', async () => {
  const seen: string[] = [];
  const shutdown = createShutdown();
  shutdown.add('data', () => void seen.push('lock'));
  shutdown.add('data', () => void seen.push('database'));
  shutdown.add('listeners', () => void seen.push('port'));
  shutdown.add('work', () => {
    seen.push('functions');
    throw new Error('stuck');
  });
  const first = shutdown.run();
  await expect(first).rejects.toThrow('stuck');
  expect(shutdown.run()).toBe(first);
  expect(seen).toEqual(['port', 'functions', 'database', 'lock']);
});
