/** What Noto Sans does not have of Latin, Greek and Cyrillic, or any other script; `private.nemus_unprintable` is the same. */
const UNPRINTABLE =
  /[^\u{2de0}-\u{2e5d}\p{Cc}\u{0020}-\u{0377}\u{037a}-\u{037f}\u{0384}-\u{038a}\u{038c}\u{038e}-\u{03a1}\u{03a3}-\u{03e1}\u{03f0}-\u{052f}\u{061c}\u{180e}\u{1c80}-\u{1c88}\u{1d00}-\u{1df9}\u{1dfb}-\u{1f15}\u{1f18}-\u{1f1d}\u{1f20}-\u{1f45}\u{1f48}-\u{1f4d}\u{1f50}-\u{1f57}\u{1f59}\u{1f5b}\u{1f5d}\u{1f5f}-\u{1f7d}\u{1f80}-\u{1fb4}\u{1fb6}-\u{1fc4}\u{1fc6}-\u{1fd3}\u{1fd6}-\u{1fdb}\u{1fdd}-\u{1fef}\u{1ff2}-\u{1ff4}\u{1ff6}-\u{1ffe}\u{2000}-\u{2064}\u{2066}-\u{2071}\u{2074}-\u{208e}\u{2090}-\u{209c}\u{20a0}-\u{20c0}\u{2100}-\u{215f}\u{2183}\u{2184}\u{2212}\u{2c60}-\u{2c7f}\u{3000}\u{a640}-\u{a69f}\u{a700}-\u{a7ca}\u{ab30}-\u{ab6b}\u{fb00}-\u{fb06}\u{feff}\u{ff01}-\u{ff5e}]/u;

/** What to do about a character that no document can print. */
export const unprintableText = (character: string): string =>
  `Das Zeichen „${character}“ kann auf keinem Dokument gedruckt werden. Bitte schreiben Sie die Angabe in lateinischer, griechischer oder kyrillischer Schrift, Namen wie im Reisepass.`;

/** The first character of a name that no document font has; null if there is none. */
export const unprintable = (name: string): string | null => UNPRINTABLE.exec(name.normalize('NFC'))?.[0] ?? null;

/** Why a name cannot be accepted, for a form; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  const character = unprintable(name);
  return character === null ? undefined : unprintableText(character);
}
