import { overrideAddress, storePlace } from './override-address';

const RELEASE = 'http://localhost:4210/releases/alpha/1.0.0-aaaaaaaa/';

it.each([
  ['as it is', 'http://localhost:4300/', 'http://localhost:4300/'],
  ['a host in capitals', 'http://LOCALHOST:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['a scheme in capitals', 'HTTP://localhost:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['dots', 'http://localhost:4210/x/../releases/./alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['dots in disguise', 'http://localhost:4210/x/%2e%2E/releases/%2e/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['dots over the root', 'http://localhost:4210/../../releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['an empty name', 'http://@localhost:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['a port with a zero', 'http://localhost:04210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['one slash', 'http:/localhost:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['wide letters', 'http://ｌｏｃａｌｈｏｓｔ:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['an escaped host', 'http://%6cocalhost:4210/releases/alpha/1.0.0-aaaaaaaa/', RELEASE],
  ['the default port', 'https://store.example:443/releases/', 'https://store.example/releases/'],
  ['the default port of http', 'http://store.example:80/', 'http://store.example/'],
  ['a number for a host', 'http://2130706433:4210/releases/', 'http://127.0.0.1:4210/releases/'],
])('is the one that browsers request: %s', (_case, given, asked) => {
  expect(overrideAddress(given)).toBe(asked);
});

it.each([
  ['a name', 'http://me@localhost:4210/'],
  ['a password', 'http://me:secret@localhost:4210/'],
  ['a password alone', 'http://:secret@localhost:4210/'],
  ['a host of the store as a name', 'http://localhost:4210@evil.example/'],
  ['a trailing dot', 'http://localhost.:4210/releases/'],
  ['a backslash', 'http:\\\\localhost:4210\\releases/'],
  ['a backslash in the path', 'http://localhost:4210/x\\..\\releases/'],
  ['a tab', 'http://local\thost:4210/releases/'],
  ['a line end', 'http://localhost:4210/rel\neases/'],
  ['a blank before it', ' http://localhost:4210/releases/'],
  ['a NUL', 'http://localhost:4210/releases/\0/'],
  ['an escaped slash', 'http://localhost:4210/releases%2falpha/'],
  ['an escaped backslash', 'http://localhost:4210/x%5c..%5creleases/'],
  ['an escaped letter', 'http://localhost:4210/%72eleases/alpha/'],
  ['a twice escaped dot', 'http://localhost:4210/x/%252e%252e/releases/'],
  ['two slashes', 'http://localhost:4210//releases/alpha/'],
  ['a query', 'http://localhost:4210/releases/?x=/'],
  ['a fragment', 'http://localhost:4210/releases/#/'],
  ['an empty query', 'http://localhost:4210/releases/?'],
  ['an empty fragment', 'http://localhost:4210/releases/#'],
  ['a file', 'http://localhost:4210/releases/alpha'],
  ['a script', 'javascript:alert(1)/'],
  ['a file of this machine', 'file:///srv/releases/'],
  ['data', 'data:text/html,/'],
  ['a blob', 'blob:http://localhost:4210/'],
  ['no address', 'releases/'],
  ['another site by its slashes', '//localhost:4210/releases/'],
])('is none with %s', (_case, given) => {
  expect(overrideAddress(given)).toBeNull();
});

const BUCKET = 'https://p.example/storage/v1/object/public/nemus-releases/';

it.each<[string, string, string, object]>([
  ['in the store', RELEASE, 'http://localhost:4210/', { kind: 'inside', path: 'releases/alpha/1.0.0-aaaaaaaa/' }],
  ['in a bucket', `${BUCKET}releases/a/`, BUCKET, { kind: 'inside', path: 'releases/a/' }],
  ['in another bucket', 'https://p.example/storage/v1/object/public/avatars/releases/a/', BUCKET, { kind: 'beside' }],
  [
    'in a bucket whose name begins like it',
    'https://p.example/storage/v1/object/public/nemus-releases-of-mine/a/',
    BUCKET,
    { kind: 'beside' },
  ],
  ['on another port', 'http://localhost:4300/releases/alpha/', 'http://localhost:4210/', { kind: 'elsewhere' }],
  ['with another scheme', 'https://localhost:4210/releases/', 'http://localhost:4210/', { kind: 'elsewhere' }],
  ['on a host that begins like it', 'http://localhost.evil.example/', 'http://localhost/', { kind: 'elsewhere' }],
])('recognises what is %s', (_case, address, store, place) => {
  expect(storePlace(address, store)).toEqual(place);
});
