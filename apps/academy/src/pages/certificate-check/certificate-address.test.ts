import { certificatePath, isOlderNumber, numberInPath } from './certificate-address';

const NUMBER = '7K3M-9QXT-2B4C-HW8P';

it.each([
  ['/zertifikat', ''],
  ['/zertifikat/', ''],
  [`/zertifikat/${NUMBER}`, NUMBER],
  ['/zertifikat/a%20b', 'a b'],
  ['/zertifikat/%E0%A4%A', '%E0%A4%A'],
])('reads the number of %s', (path, number) => {
  expect(numberInPath(path)).toBe(number);
});

it.each([
  'Nr. 7K3M\u20139QXT\u20132B4C\u2013HW8P',
  'Zertifikat Nr.: 7k3m 9qxt 2b4c hw8p.',
  '\u200B7K3M\u00A09QXT\u00A02B4C\u00A0HW8P',
])('reads the number of a pasted %j', (pasted) => {
  expect(numberInPath(`/zertifikat/${encodeURIComponent(pasted)}`)).toBe(NUMBER);
  expect(certificatePath(pasted)).toBe(`/zertifikat/${NUMBER}`);
});

it.each(['Nr. T-1A2B3C4D', 'T\u20131A2B3C4D', 'Zertifikat Nr.: K-1A2B', 'NZ\u20111041'])(
  'knows %j for an older one',
  (pasted) => {
    expect(isOlderNumber(numberInPath(`/zertifikat/${encodeURIComponent(pasted)}`))).toBe(true);
  },
);

it('writes the number of an address in capitals', () => {
  expect(certificatePath(' 7k3m/x ')).toBe('/zertifikat/7K3M%2FX');
});
