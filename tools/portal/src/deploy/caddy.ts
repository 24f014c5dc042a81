import {
  AMBIGUOUS,
  CACHE_CONTROL,
  CONTENT_TYPES,
  DELTA_ENCODING,
  HAD,
  HANDED_ON_CACHE_CONTROL,
  HANDED_ON_KINDS,
  HANDED_ON_METHODS,
  HANDED_ON_POLICY,
  headersOf,
  isCompressible,
  isText,
  methodsOf,
  MISSING_CACHE_CONTROL,
  NOT_HANDED_BACK,
  NOT_HANDED_ON,
  UNKNOWN_TYPE,
  type Headers,
  type Place,
  type Site,
} from '../serve/servers';
import type { Backend, DeployedSite } from './deployment';
import { indented, quoted } from './values';

/** What begins with a dot, at any depth. */
const HIDDEN = String.raw`path_regexp /\.`;

/** The sites as a Caddyfile, or as a file that one imports. */
export function caddyfile(sites: readonly DeployedSite[]): string {
  return `${sites.map((site) => server(site).join('\n')).join('\n\n')}\n`;
}

function server(deployed: DeployedSite): string[] {
  const { name, site, host, port, root, secure, certificate } = deployed;
  const isLocal = host === 'localhost' || host.startsWith('127.');
  return [
    `# ${name === 'portal' ? "The shell's page" : 'The release store'}.`,
    ...block(`${secure ? 'https' : 'http'}://${host}:${port}`, [
      ...(isLocal ? ['bind 127.0.0.1'] : []),
      ...(secure && certificate ? [`tls ${certificate.chain} ${certificate.key}`] : []),
      `root * ${root}`,
      '# What has no compressed form beside it is compressed on the way.',
      ...block('encode gzip', [
        'minimum_length 256',
        ...block(
          'match',
          typesOf(isCompressible).map((type) => `header Content-Type ${type}*`),
        ),
      ]),
      '',
      '# In this order, the first that fits.',
      ...block('route', [
        ...headers(site.headers),
        ...(deployed.backend ? handOn(site, deployed.backend) : []),
        ...methods(site),
        '# No file has such a name, and asking the system for one would be an error of the server.',
        String.raw`@impossible path_regexp \x00`,
        'error @impossible 404',
        ...generations(deployed),
        ...types(),
        ...differences(deployed),
        ...site.places.flatMap((place) => location(deployed, place)),
        ...(site.page ? page(site, site.page) : ['error 404']),
      ]),
      '',
      ...block('handle_errors', [
        ...headers({ ...site.headers, ...site.fileHeaders }),
        '@missing expression {err.status_code} in [403, 404]',
        ...block('handle @missing', [
          ...headers({ 'Cache-Control': MISSING_CACHE_CONTROL, 'Content-Type': 'text/plain; charset=utf-8' }),
          String.raw`respond "Not found" 404`,
        ]),
        ...block('handle', ['respond {err.status_code}']),
      ]),
    ]),
  ];
}

/** Lets browsers keep a file as the dictionary of its next version. Before the types, so that `Vary` is added to theirs. */
function generations({ site, deltas }: DeployedSite): string[] {
  if (deltas === null) return [];
  return site.generations.flatMap((each, index) => [
    `@generation_${index} path_regexp generation ${each}`,
    ...block(`header @generation_${index}`, [
      'Use-As-Dictionary `match="{re.generation.1}*{re.generation.2}"`',
      '+Vary Available-Dictionary',
      'defer',
    ]),
  ]);
}

/** Sends what differs to a browser that has a version before. */
function differences({ site, deltas }: DeployedSite): string[] {
  if (deltas === null) return [];
  const file = `{path}/{re.had.1}.${DELTA_ENCODING}`;
  return [
    ...block('@had', [
      `header_regexp had Available-Dictionary ${HAD}`,
      `header_regexp accepted Accept-Encoding "(^|[ ,])${DELTA_ENCODING}(,|$)"`,
    ]),
    // In two steps: the parts of one matcher come in no order, and the file's name comes from the header.
    ...block('route @had', [
      ...block('@delta', block('file', [`root ${deltas}`, `try_files ${file}`])),
      ...block('route @delta', [
        ...headers({
          ...site.fileHeaders,
          'Cache-Control': CACHE_CONTROL.immutable,
          'Content-Encoding': DELTA_ENCODING,
        }),
        `root * ${deltas}`,
        `rewrite * ${file}`,
        ...block('file_server', ['hide .*', 'index none', 'disable_canonical_uris']),
      ]),
    ]),
  ];
}

function handOn(site: Site, backend: Backend): string[] {
  const { secure, host, port } = backend;
  const isUsual = port === (secure ? 443 : 80);
  const paths = site.handedOn.map(({ path }) => `${path}*`).join(' ');
  const kinds = HANDED_ON_KINDS.map((kind) => `'${kind}'`).join(', ');
  const leftOut = [...new Set([...NOT_HANDED_BACK, ...Object.keys(site.headers)])];
  return [
    '# Nothing of the backend is code, a style or a frame, and no address of it has two meanings.',
    ...block('@kind', [
      `path ${paths}`,
      `expression !({http.request.header.Sec-Fetch-Dest} in [${kinds}]) || {http.request.orig_uri}.matches('(?i)${AMBIGUOUS}') || {http.request.header.Upgrade} != ''`,
    ]),
    'error @kind 404',
    '# The backend, under the same origin: no page has to ask whether it may.',
    ...site.handedOn.flatMap(({ path, megabytes }) => {
      const name = `@${path.replaceAll(/\W/g, '')}`;
      return [
        ...block(name, [`path ${path}*`, `method ${HANDED_ON_METHODS.join(' ')}`]),
        ...block(`handle ${name}`, [
          ...headers({ 'Content-Security-Policy': HANDED_ON_POLICY, '?Cache-Control': HANDED_ON_CACHE_CONTROL }),
          ...block('request_body', [`max_size ${megabytes}MiB`]),
          ...block(`reverse_proxy ${secure ? 'https' : 'http'}://${host}:${port}`, [
            `header_up Host ${isUsual ? host : `${host}:${port}`}`,
            // Caddy itself sets the client's address, whatever the request claims.
            ...NOT_HANDED_ON.map((each) => `header_up -${each}`),
            ...leftOut.map((each) => `header_down -${each}`),
          ]),
        ]),
      ];
    }),
  ];
}

function methods(site: Site): string[] {
  const allowed = methodsOf(site);
  return [
    ...(site.preflight
      ? ['@preflight method OPTIONS', ...block('handle @preflight', [...headers(site.preflight), 'respond 204'])]
      : []),
    `@refused not method ${allowed.join(' ')}`,
    ...block('handle @refused', [...headers({ ...site.fileHeaders, Allow: allowed.join(', ') }), 'respond 405']),
  ];
}

/** Caddy would take the types of the machine that it runs on. */
function types(): string[] {
  const endings = (wanted: (type: string) => boolean) =>
    Object.entries(CONTENT_TYPES).flatMap(([ending, type]) => (wanted(type) ? [`*.${ending}`] : []));
  return [
    `header Content-Type ${UNKNOWN_TYPE}`,
    ...[...new Set(Object.values(CONTENT_TYPES))].flatMap((type) => [
      `@${type.replaceAll(/\W/g, '_')} path ${endings((each) => each === type).join(' ')}`,
      `header @${type.replaceAll(/\W/g, '_')} Content-Type "${isText(type) ? `${type}; charset=utf-8` : type}"`,
    ]),
    `@compressible path ${endings(isCompressible).join(' ')}`,
    '# Set at the end, since sending a compressed form would add another one.',
    ...block('header @compressible', VARY),
  ];
}

function location({ site, files }: DeployedSite, place: Place): string[] {
  const { path, caching } = place;
  const own = headers({ ...headersOf(site, place), 'Cache-Control': CACHE_CONTROL[caching] });
  const file = files[path];
  if (file !== undefined) {
    const folder = file.slice(0, file.lastIndexOf('/')) || '/';
    return block(`handle ${path}`, [
      ...own,
      `root * ${folder}`,
      `rewrite * ${file.slice(file.lastIndexOf('/'))}`,
      ...FILES,
    ]);
  }
  return block(`handle ${path}${path.endsWith('/') ? '*' : ''}`, [...own, ...FILES]);
}

function page(site: Site, pageHeaders: Headers): string[] {
  const html = CONTENT_TYPES['html'] ?? UNKNOWN_TYPE;
  return [
    '@file {',
    ...indented(['file', 'not path / /index.html', `not ${HIDDEN}`]),
    '}',
    ...block('handle @file', [
      ...headers({ ...site.fileHeaders, 'Cache-Control': CACHE_CONTROL.revalidate }),
      ...FILES,
    ]),
    '# Navigations, and addresses without an extension, get the page; other requests for a missing file get 404.',
    String.raw`@opened expression {http.request.header.Sec-Fetch-Mode} == 'navigate' || {http.request.header.Accept}.contains('text/html') || {path}.matches('/[.]?[^./]*$')`,
    ...block('handle @opened', [
      ...headers({
        ...pageHeaders,
        'Cache-Control': CACHE_CONTROL.revalidate,
        'Content-Type': `${html}; charset=utf-8`,
      }),
      ...block('header', VARY),
      'rewrite * /index.html',
      ...FILES,
    ]),
    'error 404',
  ];
}

const VARY = ['Vary Accept-Encoding', 'defer'];

const FILES = [
  'file_server {',
  ...indented(['precompressed br gzip', 'hide .*', 'index none', 'disable_canonical_uris']),
  '}',
];

function typesOf(wanted: (type: string) => boolean): string[] {
  return [...new Set(Object.values(CONTENT_TYPES).filter(wanted))];
}

function block(name: string, lines: readonly string[]): string[] {
  return [`${name} {`, ...indented(lines), '}'];
}

function headers(some: Headers): string[] {
  return Object.entries(some).map(([name, value]) => `header ${name} ${quoted(value)}`);
}
