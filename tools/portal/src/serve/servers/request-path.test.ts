import { requestPath } from './request-path';

it.each([
  ['/', '/'],
  ['/auth?x=1', '/auth'],
  ['//', '/'],
  ['//stranger.example/a', '/stranger.example/a'],
  ['/a/%2e%2e/b', '/b'],
])('reads the path of %s', (url, path) => {
  expect(requestPath({ url })).toBe(path);
});
