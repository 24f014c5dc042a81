import { findOfDevelopment } from './of-development';

test('names the builds that would take changes over, and what they carry for it', () => {
  const found = findOfDevelopment({
    shell: { react: 20_000, 'react-refresh': 30_000, '@rspack/core': 9_000 },
    trainee: { 'pdf-lib': 780_000 },
  });
  expect(found).toEqual([['shell', ['react-refresh', '@rspack/core']]]);
});
