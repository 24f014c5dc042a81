import { ORDINARY_SEAM, TUNED_SEAM } from './seam';

test('every substitute for composition replaces an existing file', () => {
  // Reading the tables throws when a file has moved: the programs would be built with what they are compared with.
  for (const seam of [ORDINARY_SEAM, TUNED_SEAM]) expect(seam.size).toBeGreaterThan(0);
  expect(TUNED_SEAM.size).toBeLessThan(ORDINARY_SEAM.size);
});
