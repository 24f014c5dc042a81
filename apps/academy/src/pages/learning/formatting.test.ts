import { formatText, type Format } from './formatting';

/** The text after a format; the selection is in square brackets, before and after. */
function apply(format: Format, marked: string): string {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const { from, to, insert, selection } = formatText(format, text, start, end);
  const after = text.slice(0, from) + insert + text.slice(to);
  return `${after.slice(0, selection[0])}⟦${after.slice(selection[0], selection[1])}⟧${after.slice(selection[1])}`;
}

it.each<[Format, string, string]>([
  ['bold', 'Das ⟦gilt⟧ hier.', 'Das **⟦gilt⟧** hier.'],
  ['bold', 'Das **⟦gilt⟧** hier.', 'Das ⟦gilt⟧ hier.'],
  ['bold', 'Das⟦ gilt ⟧hier.', 'Das **⟦gilt⟧** hier.'],
  ['bold', 'Das ⟦⟧ hier.', 'Das **⟦⟧** hier.'],
  ['bold', 'Das *⟦gilt⟧* hier.', 'Das ***⟦gilt⟧*** hier.'],
  ['italic', 'Das **⟦gilt⟧** hier.', 'Das ***⟦gilt⟧*** hier.'],
  ['italic', 'Das *⟦gilt⟧* hier.', 'Das ⟦gilt⟧ hier.'],
  ['bold', '⟦Patient*innen⟧', '**⟦Patient\\*innen⟧**'],
  ['bold', '**⟦Patient\\*innen⟧**', '⟦Patient*innen⟧'],
  ['heading', 'Eins\nZw⟦⟧ei\nDrei', 'Eins\n## Zwei⟦⟧\nDrei'],
  ['heading', '## Zw⟦⟧ei', 'Zwei⟦⟧'],
  ['list', '⟦Eins\n\nZwei⟧', '⟦- Eins\n\n- Zwei⟧'],
  ['list', '⟦- Eins\n- Zwei⟧', '⟦Eins\nZwei⟧'],
  ['numbers', '⟦- Eins\n- Zwei⟧\nDrei', '⟦1. Eins\n2. Zwei⟧\nDrei'],
  ['numbers', '⟦Eins\n⟧Zwei', '⟦1. Eins⟧\nZwei'],
  ['quote', '⟦⟧', '> ⟦⟧'],
  ['link', 'Siehe ⟦hier⟧.', 'Siehe [hier](⟦https://⟧).'],
  ['link', '⟦⟧', '[Text](⟦https://⟧)'],
])('%s: %j becomes %j', (format, before, after) => {
  expect(apply(format, before)).toBe(after);
});
