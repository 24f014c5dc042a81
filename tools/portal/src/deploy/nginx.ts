import {
  AMBIGUOUS,
  CACHE_CONTROL,
  CONTENT_TYPES,
  HANDED_ON_CACHE_CONTROL,
  HANDED_ON_KINDS,
  HANDED_ON_METHODS,
  HANDED_ON_POLICY,
  headersOf,
  isCompressible,
  methodsOf,
  MISSING_CACHE_CONTROL,
  NOT_HANDED_BACK,
  NOT_HANDED_ON,
  UNKNOWN_TYPE,
  type HandedOn,
  type Headers,
  type Place,
  type Site,
} from '../serve/servers';
import { isText, POLICY_FILE, SHARED_FILES, SHARES_FOLDER } from '@nemus/release';
import { HASH_VARIABLES, type Backend, type DeployedSite } from './deployment';
import { indented, quoted } from './values';

/** Internal name of the 404 answer; no file and no address of the portal has such a name. */
const MISSING = '/.missing';

/** The `http` block of nginx, such as `/etc/nginx/conf.d/nemus.conf`. */
export function nginxConfig(sites: readonly DeployedSite[]): string {
  const blocks = [
    fallback(),
    ...sites.flatMap(visitorShares),
    ...sites.flatMap(endedPreviews),
    ...sites.flatMap((site) => [...behind(site), ...redirect(site), server(site)]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/**
 * Answers navigations, and addresses without an extension, with the page; other requests for a missing file get 404.
 */
function fallback(): string[] {
  return [
    '# Addresses without a file: navigations get the page.',
    ...block('map "$http_sec_fetch_mode|$http_accept|$uri" $nemus_fallback', [
      `default ${MISSING};`,
      String.raw`"~^navigate\|" /index.html;`,
      String.raw`"~^[^|]*\|[^|]*text/html" /index.html;`,
      String.raw`"~/\.?[^./]*$" /index.html;`,
    ]),
  ];
}

/** What `nemus-release deploy` has written: hashes for the policy, and the page for each hundredth of the visitors. */
function visitorShares({ site, root }: DeployedSite): string[][] {
  if (!site.page) return [];
  const shares = Array.from({ length: 99 }, (_, share) => `1% ${share};`);
  return [
    [`include ${root}/${POLICY_FILE};`],
    [
      '# An address keeps its share. Behind a CDN, set real_ip_header: otherwise all visitors have one address.',
      ...block('split_clients "$remote_addr $http_user_agent" $nemus_share', [...shares, '* 99;']),
    ],
  ];
}

/** Files of the shell, where a visitor's share decides about their release. */
function tried(path: string): string {
  const share = SHARED_FILES.includes(path.slice(1)) ? `/${SHARES_FOLDER}$nemus_share${path} ` : '';
  return `try_files ${share}$uri =404;`;
}

/** Previews that have ended: nginx compares no numbers, but their first digit that differs. */
function endedPreviews({ site }: DeployedSite): string[][] {
  if (site.page) return [];
  const later = Array.from({ length: 9 }, (_, digit) => String.raw`${digit}[^ ]* .*/0\.0\.0-\1[${digit + 1}-9]`);
  return [
    block('map "$msec $uri" $nemus_ended', [
      'default 0;',
      String.raw`"~^(\d*)(?:${later.join('|')})" 0;`,
      String.raw`"~/0\.0\.0-\d{10}[0-9a-f]{6}/" 1;`,
    ]),
  ];
}

/** Decides about requests for the backend, and knows its address. */
function behind({ site, backend }: DeployedSite): string[][] {
  if (!backend) return [];
  const paths = site.handedOn.map(({ path }) => path.slice(1)).join('|');
  return [
    [
      '# Its addresses are looked up when nginx starts: reload it when they change.',
      ...block('upstream nemus_backend', [`server ${backend.host}:${backend.port};`, 'keepalive 16;']),
    ],
    block('map "$request_method $uri" $nemus_refused', [
      'default 1;',
      '"~^(GET|HEAD) " 0;',
      `"~^(${HANDED_ON_METHODS.join('|')}) /(${paths})" 0;`,
    ]),
    [
      '# Nothing of the backend is code, a style or a frame, and no address of it has two meanings.',
      ...block('map $http_sec_fetch_dest $nemus_kind', [
        'default 1;',
        ...HANDED_ON_KINDS.map((kind) => `"${kind}" 0;`),
      ]),
    ],
    block('map $request_uri $nemus_ambiguous', ['default 0;', `"~*${AMBIGUOUS}" 1;`]),
    block('map $upstream_http_cache_control $nemus_uncached', ['default "";', `"" "${HANDED_ON_CACHE_CONTROL}";`]),
  ];
}

function redirect({ secure, host, port }: DeployedSite): string[][] {
  // On a port of its own it is behind another server.
  if (!secure || port !== 443) return [];
  // The configured name: a request may name any other.
  return [
    block('server', [...listen(host, 80, ''), `server_name ${host};`, `return 301 https://${host}$request_uri;`]),
  ];
}

function server(deployed: DeployedSite): string[] {
  const { name, site, host, port, root, secure } = deployed;
  return [
    `# ${name === 'portal' ? "The shell's page" : 'The release store'}.`,
    ...block('server', [
      ...listen(host, port, secure ? ' ssl http2' : ''),
      `server_name ${host};`,
      ...(secure ? encryption(deployed) : []),
      `root ${root};`,
      'server_tokens off;',
      '# A link in a published folder leads nowhere; with `from=` the module for brotli would find nothing.',
      'disable_symlinks on;',
      '# No redirect repeats the host that a request names.',
      'absolute_redirect off;',
      'max_ranges 1;',
      '',
      ...types(),
      '',
      ...compression(),
      '',
      ...headers(site, site.fileHeaders),
      ...refusals(site),
      '',
      ...(deployed.backend ? handOn(deployed, deployed.backend) : []),
      ...(site.page ? [] : ['if ($nemus_ended) { return 404; }', '']),
      ...site.places.flatMap((place) => location(deployed, place)),
      ...(site.page ? page(site, site.page) : block('location /', ['return 404;'])),
    ]),
  ];
}

function listen(host: string, port: number, how: string): string[] {
  const isLocal = host === 'localhost' || host.startsWith('127.');
  return isLocal ? [`listen 127.0.0.1:${port}${how};`] : [`listen ${port}${how};`, `listen [::]:${port}${how};`];
}

function encryption({ host, certificate }: DeployedSite): string[] {
  const { chain, key } = certificate ?? {
    chain: `/etc/letsencrypt/live/${host}/fullchain.pem`,
    key: `/etc/letsencrypt/live/${host}/privkey.pem`,
  };
  return [`ssl_certificate ${chain};`, `ssl_certificate_key ${key};`, 'ssl_protocols TLSv1.2 TLSv1.3;'];
}

function types(): string[] {
  return [
    ...block(
      'types',
      Object.entries(CONTENT_TYPES).map(([ending, type]) => `${type} ${ending};`),
    ),
    `default_type ${UNKNOWN_TYPE};`,
    'charset utf-8;',
    `charset_types ${typesOf(isText)};`,
  ];
}

function compression(): string[] {
  return [
    '# What the build and the publisher have compressed is sent as it is, the rest is compressed on the way.',
    'brotli_static on;',
    'gzip_static on;',
    'gzip on;',
    'gzip_vary on;',
    'gzip_proxied any;',
    'gzip_min_length 256;',
    `gzip_types ${typesOf(isCompressible)};`,
  ];
}

/** Both lists have `text/html` by themselves, and complain of a second one. */
function typesOf(wanted: (type: string) => boolean): string {
  return [...new Set(Object.values(CONTENT_TYPES).filter((type) => wanted(type) && type !== 'text/html'))].join(' ');
}

function refusals(site: Site): string[] {
  const methods = methodsOf(site);
  const own = headers(site, site.fileHeaders);
  return [
    'error_page 403 404 = @missing;',
    'error_page 405 = @refused;',
    site.handedOn.length > 0
      ? 'if ($nemus_refused) { return 405; }'
      : `if ($request_method !~ ^(${methods.join('|')})$) { return 405; }`,
    // An internal status that no client sees: it only selects the next location.
    ...(site.preflight ? ['error_page 418 = @preflight;', 'if ($request_method = OPTIONS) { return 418; }'] : []),
    '',
    ...block('location @missing', [
      'types { }',
      'default_type text/plain;',
      ...own,
      ...always({ 'Cache-Control': MISSING_CACHE_CONTROL }),
      String.raw`return 404 "Not found\n";`,
    ]),
    ...block(`location = ${MISSING}`, ['internal;', 'return 404;']),
    ...block('location @refused', [...own, ...always({ Allow: methods.join(', ') }), 'return 405;']),
    ...(site.preflight ? block('location @preflight', [...headers(site, site.preflight), 'return 204;']) : []),
  ];
}

/** Settings for all proxied requests, outside of their locations. */
function handOn({ site }: DeployedSite, backend: Backend): string[] {
  const { secure, host, port } = backend;
  const isUsual = port === (secure ? 443 : 80);
  return [
    '# The backend, under the same origin: no page has to ask whether it may.',
    'proxy_http_version 1.1;',
    `proxy_set_header Host ${isUsual ? host : `${host}:${port}`};`,
    'proxy_set_header Connection "";',
    '# The address that is seen here, whatever the request says.',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    ...NOT_HANDED_ON.map((name) => `proxy_set_header ${name} "";`),
    ...[...new Set([...NOT_HANDED_BACK, ...Object.keys(site.headers)])].map((name) => `proxy_hide_header ${name};`),
    'proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;',
    '# Personal data is never buffered in files.',
    'proxy_max_temp_file_size 0;',
    ...(secure
      ? [
          'proxy_ssl_server_name on;',
          `proxy_ssl_name ${host};`,
          'proxy_ssl_verify on;',
          'proxy_ssl_verify_depth 4;',
          'proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;',
          'proxy_ssl_protocols TLSv1.2 TLSv1.3;',
        ]
      : []),
    ...site.handedOn.flatMap((place) => handedOn(site, place, secure)),
    '',
  ];
}

function handedOn(site: Site, { path, megabytes }: HandedOn, secure: boolean): string[] {
  return block(`location ^~ ${path}`, [
    'if ($nemus_kind) { return 404; }',
    'if ($nemus_ambiguous) { return 404; }',
    `client_max_body_size ${megabytes}m;`,
    // A small body is buffered in memory; a large one is streamed.
    ...(megabytes > 2 ? ['proxy_request_buffering off;'] : [`client_body_buffer_size ${megabytes}m;`]),
    `proxy_pass ${secure ? 'https' : 'http'}://nemus_backend;`,
    ...headers(site, { 'Content-Security-Policy': HANDED_ON_POLICY }),
    'add_header Cache-Control $nemus_uncached always;',
  ]);
}

function location(deployed: DeployedSite, place: Place): string[] {
  const { site, files } = deployed;
  const { path, caching } = place;
  const own = [...headers(site, headersOf(site, place)), kept(CACHE_CONTROL[caching])];
  const file = files[path];
  if (file !== undefined) return block(`location = ${path}`, [`alias ${file};`, ...own]);
  if (!path.endsWith('/')) return block(`location = ${path}`, [tried(path), ...own]);
  return block(`location ${path}`, [
    ...block(String.raw`location ~ /\.`, ['return 404;']),
    'try_files $uri =404;',
    ...own,
  ]);
}

function page(site: Site, pageHeaders: Headers): string[] {
  return [
    ...block('location = /', ['rewrite ^ /index.html last;']),
    ...block('location = /index.html', [
      tried('/index.html'),
      ...headers(site, pageHeaders).map(withHashes),
      kept(CACHE_CONTROL.revalidate),
    ]),
    ...block(String.raw`location ~ /\.`, [`try_files ${MISSING} $nemus_fallback;`]),
    ...block('location /', [
      'try_files $uri $nemus_fallback;',
      ...headers(site, site.fileHeaders),
      kept(CACHE_CONTROL.revalidate),
    ]),
  ];
}

function block(name: string, lines: readonly string[]): string[] {
  return [`${name} {`, ...indented(lines), '}'];
}

/** All headers: a location with its own has none of the surrounding ones. */
function headers(site: Site, more: Headers): string[] {
  return always({ ...site.headers, ...more });
}

function always(some: Headers): string[] {
  return Object.entries(some).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
}

/** A policy with the hashes of the deployed pages. */
function withHashes(line: string): string {
  return HASH_VARIABLES.reduce((text, name) => text.replaceAll(`'${name}'`, `$${name}`), line);
}

/** Without `always`: errors are not cached, whatever the location says about its files. */
function kept(value: string): string {
  return `add_header Cache-Control ${quoted(value)};`;
}
