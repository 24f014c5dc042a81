import { readFileSync } from 'node:fs';
import path from 'node:path';

/** In the browser the bundler resolves the files; tests read them from the package. */
export function readFontFile(weight: 'regular' | 'bold'): Promise<Uint8Array> {
  const name = weight === 'bold' ? '700Bold/Figtree_700Bold' : '400Regular/Figtree_400Regular';
  const folder = path.dirname(require.resolve('@expo-google-fonts/figtree/package.json'));
  return Promise.resolve(new Uint8Array(readFileSync(path.join(folder, `${name}.ttf`))));
}
