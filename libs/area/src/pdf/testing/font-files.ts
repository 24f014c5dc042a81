import { readFileSync } from 'node:fs';
import path from 'node:path';

const NAMES = {
  figtree: ['@expo-google-fonts/figtree', 'Figtree'],
  noto: ['@expo-google-fonts/noto-sans', 'NotoSans'],
} as const;

/** In the browser the bundler resolves the files; tests read them from the package. */
export function readFontFile(family: keyof typeof NAMES, weight: 'regular' | 'bold'): Promise<Uint8Array> {
  const [library, name] = NAMES[family];
  const file = weight === 'bold' ? `700Bold/${name}_700Bold` : `400Regular/${name}_400Regular`;
  const folder = path.dirname(require.resolve(`${library}/package.json`));
  return Promise.resolve(new Uint8Array(readFileSync(path.join(folder, `${file}.ttf`))));
}
