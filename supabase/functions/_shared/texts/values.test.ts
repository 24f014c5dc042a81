import { endSentence } from './values.ts';

it.each([
  ['zusammen 24 UE', 'zusammen 24 UE.'],
  ['zusammen 24 UE\u00A020\u00A0Min.', 'zusammen 24 UE\u00A020\u00A0Min.'],
  ['Ihr Konto handelt für Praxis am Park e. V.', 'Ihr Konto handelt für Praxis am Park e. V.'],
  ['24,00 € inkl. 19 % USt.', '24,00 € inkl. 19 % USt.'],
  ['Schaffen Sie das?', 'Schaffen Sie das?'],
  ['der Kurs „Was tun?“', 'der Kurs „Was tun?“.'],
  ['der Kurs „Bindung“', 'der Kurs „Bindung“.'],
])('%j ends as %j', (text, sentence) => expect(endSentence(text)).toBe(sentence));
