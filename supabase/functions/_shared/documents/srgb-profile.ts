/**
 * A colour profile for sRGB with only what ICC.1:2001-04 requires of a display profile: the three primaries and white
 * adapted to D50, and one gamma of 2.2 for each channel. Generated, since the usual files come with a licence and
 * kilobytes.
 */
export function createSrgbProfile(): Uint8Array {
  const tags: readonly (readonly [name: string, content: Uint8Array])[] = [
    ['desc', description('sRGB')],
    ['cprt', text('CC0')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
    ['rTRC', gamma(2.2)],
    ['gTRC', gamma(2.2)],
    ['bTRC', gamma(2.2)],
  ];
  const HEADER = 128;
  let end = HEADER + 4 + tags.length * 12;
  const places = tags.map(([, content]) => {
    const start = end;
    end += Math.ceil(content.length / 4) * 4;
    return start;
  });
  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  view.setUint32(0, end);
  view.setUint32(8, 0x02100000);
  sign(file, 12, 'mntr');
  sign(file, 16, 'RGB ');
  sign(file, 20, 'XYZ ');
  // 2026-01-01
  [2026, 1, 1, 0, 0, 0].forEach((part, index) => view.setUint16(24 + index * 2, part));
  sign(file, 36, 'acsp');
  file.set(fixed(0.9642), 68);
  file.set(fixed(1), 72);
  file.set(fixed(0.8249), 76);
  view.setUint32(HEADER, tags.length);
  tags.forEach(([name, content], index) => {
    const entry = HEADER + 4 + index * 12;
    const place = places[index] ?? 0;
    sign(file, entry, name);
    view.setUint32(entry + 4, place);
    view.setUint32(entry + 8, content.length);
    file.set(content, place);
  });
  return file;
}

function sign(file: Uint8Array, place: number, letters: string) {
  file.set(new TextEncoder().encode(letters), place);
}

/** s15Fixed16Number */
function fixed(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, Math.round(value * 65536));
  return bytes;
}

function tag(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length);
  sign(bytes, 0, type);
  bytes.set(content, 8);
  return bytes;
}

const xyz = (x: number, y: number, z: number) => tag('XYZ ', new Uint8Array([...fixed(x), ...fixed(y), ...fixed(z)]));

const text = (content: string) => tag('text', new TextEncoder().encode(`${content}\0`));

/** textDescriptionType: ASCII text, without Unicode and ScriptCode. */
function gamma(value: number): Uint8Array {
  const bytes = new Uint8Array(6);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 1);
  view.setUint16(4, Math.round(value * 256));
  return tag('curv', bytes);
}

/** textDescriptionType: the text in ASCII, then none in Unicode and none in ScriptCode. */
function description(content: string): Uint8Array {
  const letters = new TextEncoder().encode(`${content}\0`);
  const bytes = new Uint8Array(4 + letters.length + 8 + 3 + 67);
  new DataView(bytes.buffer).setUint32(0, letters.length);
  bytes.set(letters, 4);
  return tag('desc', bytes);
}
