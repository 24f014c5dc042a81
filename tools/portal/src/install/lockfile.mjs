#!/usr/bin/env node
/**
 * `npm run lockfile`: completes package-lock.json after `npm install`, and the one of the Supabase command line.
 *
 * npm leaves optional packages out of the lockfile that the registry at hand does not have, such as the builds of a
 * native tool for other systems, and `npm ci` then refuses the lockfile as incomplete. Here they are written down with
 * their version and the system that they are for, so that every system installs its own and skips the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Every lockfile of the repository. */
export const FILES = ['package-lock.json', 'tools/backend/supabase-cli/npm/package-lock.json'];

const SYSTEMS = ['darwin', 'win32', 'linux', 'freebsd', 'openbsd', 'netbsd', 'android', 'aix', 'sunos', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32', 'arm'];

/** System and processor that a package names itself after; empty when its name has neither. */
export function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[/-]/);
  const os = words.includes('windows') ? 'win32' : SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }) };
}

/** Where Node would look for a package from a folder of the lockfile, nearest first. */
function placesOf(folder, name) {
  const places = [];
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    places.push(`${at}${at && '/'}node_modules/${name}`);
    if (!at.includes('node_modules/') || at === '') break;
    if (!at.includes('/node_modules/')) {
      places.push(`node_modules/${name}`);
      break;
    }
  }
  return places;
}

/** Adds what is missing; returns the names that were added. Throws for one whose system cannot be told. */
export function completeLockfile(lockfile) {
  const added = [];
  for (const [folder, entry] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = placesOf(folder, name);
      if (places.some((place) => lockfile.packages[place])) continue;
      const platform = platformOf(name);
      if (!platform.os && !platform.cpu) throw new Error(`${name} is missing, and its name does not tell its system.`);
      lockfile.packages[`node_modules/${name}`] = {
        version: version.replace(/^[\^~]/, ''),
        ...platform,
        optional: true,
      };
      added.push(name);
    }
  }
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of FILES) {
    const file = path.join(root, name);
    const lockfile = JSON.parse(readFileSync(file, 'utf8'));
    const added = completeLockfile(lockfile);
    const { '': own, ...others } = lockfile.packages;
    lockfile.packages = { '': own, ...Object.fromEntries(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))) };
    writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
    process.stdout.write(added.length === 0 ? `${name} is complete.\n` : `Added to ${name}: ${added.join(', ')}\n`);
  }
}
