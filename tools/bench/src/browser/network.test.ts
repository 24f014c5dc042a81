import { depthOf, type SeenRequest } from './network';

const request = (start: number, end: number): SeenRequest => ({
  url: 'http://localhost/',
  method: 'GET',
  type: 'Script',
  start,
  end,
  bytes: 0,
  fromCache: false,
  byWorker: false,
  protocol: 'h2',
});

test('requests beside each other are one level, requests that waited are more', () => {
  expect(depthOf([request(0, 1), request(0, 2), request(0.5, 1.5)])).toBe(1);
  expect(depthOf([request(0, 1), request(1, 2), request(0, 5), request(2.5, 3)])).toBe(3);
  expect(depthOf([])).toBe(0);
});
