import type { Addresses } from './addresses';

/** The summary after start: addresses and demo accounts. */
export function startTable(
  addresses: Addresses,
  { seconds, sampleData }: { seconds: number; sampleData: boolean },
): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Portal', addresses.portal],
    ['Mail inbox', addresses.mail],
    ['SMS sandbox', `${addresses.mail}/sms`],
    ['Payment sandbox', addresses.checkout],
    ['Release store', addresses.store],
    ['Supabase API', addresses.api],
  ];
  const accounts: readonly (readonly [string, string])[] = [
    ['Trainee', 'demo.piw@nemus.example'],
    ['Institution', 'demo.institution@nemus.example'],
    ['Academy', 'demo.akademie@nemus.example'],
    ['Operator', 'demo.betrieb@nemus.example'],
    ['Confirmer', 'demo.supervision@nemus.example'],
    ['Password', 'nemus-demo-2026'],
  ];
  const width = Math.max(...[...rows, ...accounts].map(([name]) => name.length)) + 2;
  const lines = (table: typeof rows) => table.map(([name, value]) => `    ${name.padEnd(width)}${value}`).join('\n');
  return [
    `\n  Nemus runs (${seconds} s${sampleData ? '' : ', without sample data'}).\n`,
    lines(rows),
    '',
    lines(accounts),
    '\n  Ctrl-C stops everything. Data stays in the data folder until you delete it.\n',
  ].join('\n');
}
