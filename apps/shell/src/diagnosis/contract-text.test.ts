import { adapterTexts, contractText } from './contract-text';

const SHELL = { contract: '2.0.0', adapters: [{ contract: '1.8.0', until: '2027-06-30' }] };

it.each([
  ['^2.0.0', '2026-12-01', null],
  ['^1.6.0', '2026-12-01', 'Läuft über den Adapter von Vertrag 1, der am 30.06.2027 endet.'],
  [
    '^1.6.0',
    '2027-07-01',
    'Der Adapter von Vertrag 1 endete am 30.06.2027; ab dem 30.07.2027 wird diese Version nicht mehr geöffnet.',
  ],
  [
    '^1.6.0',
    '2027-07-30',
    'Der Adapter von Vertrag 1 endete am 30.06.2027; seit dem 30.07.2027 wird diese Version nicht geöffnet.',
  ],
  ['^3.0.0', '2026-12-01', 'Gebaut für Vertrag ^3.0.0; das Portal hat 2.0.0.'],
])('%s on %s: %s', (range, day, text) => expect(contractText(range, new Date(day), SHELL)).toBe(text));

it('lists the contracts that the portal runs besides its own', () => {
  expect(adapterTexts(SHELL)).toEqual(['1.8.0: Freigaben bis 30.06.2027, geöffnet bis 30.07.2027']);
  expect(adapterTexts()).toEqual([]);
});
