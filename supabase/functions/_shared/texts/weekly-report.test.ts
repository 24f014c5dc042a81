import { newsText } from './notifications.ts';
import { reportLines, reportSentence } from './weekly-report.ts';

const figures = {
  linked: 1200,
  active: 7,
  confirmed_minutes: 750,
  open_entries: 4,
  bookings: 2,
  places: 1,
  next_dates: 1,
  next_places: 9,
  credits_used: 1250,
  credits_left: 0,
  behind: 3,
};

it('says every figure once, in the way in which numbers are written', () => {
  expect(reportLines(figures).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Aktive PiW: 7 von 1.200',
    'Bestätigte Stunden: 12,5',
    'Buchungen: 2 (1 Platz)',
    'Verwendete Credits: 1.250',
    'Verfügbare Credits: 0',
    'Einträge, die auf Bestätigung warten: 4',
    'Termine in den nächsten sieben Tagen: 1 (9 Plätze)',
    'PiW im Rückstand: 3',
  ]);
});

it('the mail says the figures of the page', () => {
  expect(newsText('weekly_report', { from: '2026-11-16', until: '2026-11-22', figures })).toEqual({
    title: 'Wochenbericht vom 16.11.2026 bis 22.11.2026',
    sentence: reportSentence(figures),
  });
  for (const { label, value } of reportLines(figures)) expect(reportSentence(figures)).toContain(`${label}: ${value}`);
});

it('a report with odd figures is named, and says none', () => {
  expect(newsText('weekly_report', { from: '2026-11-16', until: '2026-11-22', figures: { linked: 'x' } })).toEqual({
    title: 'Wochenbericht',
    sentence: '',
  });
});
