/** Addresses of the font's files, next to the code of the release. */
const FILES = {
  regular: new URL('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf', import.meta.url),
  bold: new URL('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf', import.meta.url),
} as const;

/** Fetches one weight of the font. Rejects when the release's files are unreachable. */
export async function readFontFile(weight: keyof typeof FILES): Promise<ArrayBuffer> {
  const answer = await fetch(FILES[weight]);
  if (!answer.ok) throw new Error(`The font file answered with ${answer.status}.`);
  return answer.arrayBuffer();
}
