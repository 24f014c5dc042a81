/**
 * Downloads a file made in the browser.
 * @param type MIME type, such as `application/pdf`
 */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address before the next task; revoked earlier, it would save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** A file name of letters, digits and hyphens: "Übung: Angst" becomes `uebung-angst`. */
export function fileNameOf(title: string): string {
  const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
  return title
    .normalize('NFC')
    .toLocaleLowerCase('de')
    .replaceAll(/[äöüß]/g, (letter) => german[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
