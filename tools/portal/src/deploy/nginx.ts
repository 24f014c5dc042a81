import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isText, POLICY_FILE, SHARED_FILES, SHARES_FOLDER } from '@nemus/release';
import { Eta } from 'eta';
import * as servers from '../serve/servers';
import { HASH_VARIABLES, type DeployedSite } from './deployment';
import { quoted } from './values';

const TEMPLATE = readFileSync(path.join(import.meta.dirname, 'nginx.conf.eta'), 'utf8');
// Values are checked and quoted here; what is escaped for HTML would mean something else to nginx.
const eta = new Eta({ useWith: true, autoEscape: false });

/** The `http` block of nginx, such as `/etc/nginx/conf.d/nemus.conf`. */
export function nginxConfig(sites: readonly DeployedSite[]): string {
  const view = { ...servers, isText, POLICY_FILE, quoted, sites, listen, typesOf, headers, tried, withHashes };
  return `${eta.renderString(TEMPLATE, view).trimEnd()}\n`;
}

function listen(host: string, port: number, how: string): string {
  const isLocal = host === 'localhost' || host.startsWith('127.');
  const places = isLocal ? [`127.0.0.1:${port}`] : [port, `[::]:${port}`];
  return places.map((place) => `\tlisten ${place}${how};\n`).join('');
}

/** Lists of types have `text/html` by themselves, and complain of a second one. */
function typesOf(wanted: (type: string) => boolean): string {
  const types = Object.values(servers.CONTENT_TYPES).filter((type) => wanted(type) && type !== 'text/html');
  return [...new Set(types)].join(' ');
}

/** All headers: a location with its own has none of the surrounding ones. */
function headers(site: servers.Site, more: servers.Headers, depth = 1): string {
  return Object.entries({ ...site.headers, ...more })
    .map(([name, value]) => `${'\t'.repeat(depth)}add_header ${name} ${quoted(value)} always;\n`)
    .join('');
}

/** Files of the shell, where a visitor's share decides about their release. */
function tried(file: string): string {
  const share = SHARED_FILES.includes(file.slice(1)) ? `/${SHARES_FOLDER}$nemus_share${file} ` : '';
  return `try_files ${share}$uri =404`;
}

/** A policy with the hashes of the deployed pages. */
function withHashes(lines: string): string {
  return HASH_VARIABLES.reduce((text, name) => text.replaceAll(`'${name}'`, `$${name}`), lines);
}
