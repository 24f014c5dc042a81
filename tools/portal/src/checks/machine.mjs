#!/usr/bin/env node
/**
 * An input of every cached test (`machine` in `nx.json`): the installed programs that tests use. With another Node,
 * browser, PostgreSQL, nginx or Ceph, no result is taken from the cache.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { findTestChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';

/** A program's version output, on either stream; "none" when it is missing. */
function versionOf(program, ...options) {
  const { stdout, stderr } = spawnSync(program, options.length > 0 ? options : ['--version'], { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`.split('\n')[0] || 'none';
}

const DEBIAN = '/usr/lib/postgresql';
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().join(',') : '';
const chromium = findTestChromium();
process.stdout.write(
  [
    `node ${process.version} ${process.platform} ${process.arch}`,
    chromium ? versionOf(chromium) : 'no chromium',
    `initdb ${versionOf('initdb')} ${versions}`,
    `nginx ${versionOf('nginx', '-V')}`,
    `firefox ${versionOf('firefox-esr')}`,
    `webkit ${versionOf('dpkg-query', '-W', 'webkit2gtk-driver')}`,
    `ceph ${versionOf('radosgw')}`,
    `required ${process.env['NEMUS_REQUIRE_POSTGRES'] ?? ''} ${process.env['NEMUS_REQUIRE_SERVERS'] ?? ''}`,
  ].join('\n'),
);
