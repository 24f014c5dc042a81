import {
  CACHE_CONTROL,
  CONTENT_TYPES,
  headersOf,
  isCompressible,
  isText,
  methodsOf,
  MISSING_CACHE_CONTROL,
  UNKNOWN_TYPE,
  type Headers,
  type Place,
  type Site,
} from '../servers';
import type { DeployedSite } from './deployment';
import { indented, quoted } from './values';

/** Leads to the answer that something is missing; no file has such a name, and no address of the portal. */
const MISSING = '/.missing';

/** What nginx reads inside of its `http` block, such as `/etc/nginx/conf.d/nemus.conf`. */
export function nginxConfig(sites: readonly DeployedSite[]): string {
  const blocks = [fallback(), ...sites.flatMap((site) => [...redirect(site), server(site)])];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The page answers what somebody opens, and what has no ending; a program hears that a file is missing. */
function fallback(): string[] {
  return [
    '# Where an address leads that is no file: to the page when somebody opens it.',
    ...block('map "$http_sec_fetch_mode|$http_accept|$uri" $nemus_fallback', [
      `default ${MISSING};`,
      String.raw`"~^navigate\|" /index.html;`,
      String.raw`"~^[^|]*\|[^|]*text/html" /index.html;`,
      String.raw`"~/\.?[^./]*$" /index.html;`,
    ]),
  ];
}

function redirect({ secure, host, port }: DeployedSite): string[][] {
  // On a port of its own it stands behind something else.
  if (!secure || port !== 443) return [];
  // The name as it is known here: a request may name any other.
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
    `if ($request_method !~ ^(${methods.join('|')})$) { return 405; }`,
    // No status that anybody hears: it only leads on.
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

function location({ site, files }: DeployedSite, place: Place): string[] {
  const { path, caching } = place;
  const own = [...headers(site, headersOf(site, place)), kept(CACHE_CONTROL[caching])];
  const file = files[path];
  if (file !== undefined) return block(`location = ${path}`, [`alias ${file};`, ...own]);
  if (!path.endsWith('/')) return block(`location = ${path}`, ['try_files $uri =404;', ...own]);
  return block(`location ${path}`, [
    ...block(String.raw`location ~ /\.`, ['return 404;']),
    'try_files $uri =404;',
    ...own,
  ]);
}

function page(site: Site, pageHeaders: Headers): string[] {
  return [
    ...block('location = /', ['rewrite ^ /index.html last;']),
    ...block('location = /index.html', [...headers(site, pageHeaders), kept(CACHE_CONTROL.revalidate)]),
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

/** All of them: a place with headers of its own has none of those around it. */
function headers(site: Site, more: Headers): string[] {
  return always({ ...site.headers, ...more });
}

function always(some: Headers): string[] {
  return Object.entries(some).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
}

/** Without `always`: what fails is not kept, whatever the place says of its files. */
function kept(value: string): string {
  return `add_header Cache-Control ${quoted(value)};`;
}
