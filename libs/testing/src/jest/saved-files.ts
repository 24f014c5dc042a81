/** A file that a page offered as a download. */
export interface SavedFile {
  readonly name: string;
  readonly type: string;
  bytes(): Promise<Buffer>;
}

/** Catches downloads, which jsdom does not support: links with a file name, and object URLs. */
export function catchDownloads(): { readonly files: readonly SavedFile[]; restore(): void } {
  const contents = new Map<string, Blob>();
  const files: SavedFile[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (content) => {
    const address = `blob:portal/${contents.size + 1}`;
    if (content instanceof Blob) contents.set(address, content);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (content) files.push({ name: this.download, type: content.type, bytes: () => bytesOf(content) });
  });
  return {
    files,
    restore() {
      click.mockRestore();
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    },
  };
}

/** With a FileReader, which jsdom has; its blobs cannot be read otherwise. */
function bytesOf(content: Blob): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.onload = () =>
      typeof reader.result === 'string' || reader.result === null
        ? reject(new Error('The file was read as text.'))
        : resolve(Buffer.from(new Uint8Array(reader.result)));
    reader.readAsArrayBuffer(content);
  });
}
