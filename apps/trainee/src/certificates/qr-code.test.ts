import { qrCode } from './qr-code';

const ADDRESS = 'https://portal.example/zertifikat/7K3M-9QXT-2B4C-HW8P';

/** The code as rows of signs. */
function rowsOf({ size, runs }: ReturnType<typeof qrCode>): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const { x, y, length } of runs) rows[y]?.fill('#', x, x + length);
  return rows.map((row) => row.join(''));
}

it('has the three finder patterns, and only sizes of the standard', () => {
  const rows = rowsOf(qrCode(ADDRESS));
  expect((rows.length - 17) % 4).toBe(0);
  const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(corner);
  expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(corner);
  expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(corner);
});

it('is another one for another number', () => {
  expect(rowsOf(qrCode(ADDRESS))).not.toEqual(rowsOf(qrCode(ADDRESS.replace('7K3M', '7K3N'))));
  expect(rowsOf(qrCode(ADDRESS))).toEqual(rowsOf(qrCode(ADDRESS)));
});
