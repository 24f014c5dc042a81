/** Addresses of the fonts' files, next to the code of the release; one is fetched when a document needs it. */
const FILES = {
  figtree: {
    regular: new URL('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf', import.meta.url),
    bold: new URL('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf', import.meta.url),
  },
  noto: {
    regular: new URL('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf', import.meta.url),
    bold: new URL('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf', import.meta.url),
  },
} as const;
export type FontFamily = keyof typeof FILES;

/** Fetches one weight of a font. Rejects when the release's files are unreachable. */
export async function readFontFile(family: FontFamily, weight: 'regular' | 'bold'): Promise<ArrayBuffer> {
  const answer = await fetch(FILES[family][weight]);
  if (!answer.ok) throw new Error(`The font file answered with ${answer.status}.`);
  return answer.arrayBuffer();
}
