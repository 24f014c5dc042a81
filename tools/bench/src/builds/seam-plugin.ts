import path from 'node:path';
import { rspack } from '@rspack/core';
import { ROOT } from './paths';
import { SEAM, withoutExtension } from './seam';

/** Packages are imported by name, files of the same package by path. */
const PACKAGES: Readonly<Record<string, string>> = { '@nemus/loader': path.join(ROOT, 'libs/loader/src/index.ts') };

/** Replaces the originals with the substitutes, wherever they are imported. */
export function seamPlugin() {
  return new rspack.NormalModuleReplacementPlugin(/^(\.|@nemus\/)/, (data) => {
    const host = /^@nemus\/host\/(.+)$/.exec(data.request)?.[1];
    const named = host === undefined ? PACKAGES[data.request] : path.join(ROOT, 'libs/host/src', host);
    if (!named && !data.request.startsWith('.')) return;
    const substitute = SEAM.get(withoutExtension(named ?? path.resolve(data.context, data.request)));
    if (substitute) data.request = substitute;
  });
}
