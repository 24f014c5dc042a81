import { certificatePath, numberInPath } from './certificate-address';

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

it('writes the number of an address in capitals', () => {
  expect(certificatePath(' 7k3m/x ')).toBe('/zertifikat/7K3M%2FX');
});
