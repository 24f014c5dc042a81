/** The measured occasions, in the reports' words. */
export const ROLE_TITLES = [
  ['piw', 'Trainee'],
  ['institution', 'Institution'],
] as const;

export const OCCASIONS = [
  ['sign-in', 'Sign-in page usable, very first visit'],
  ['after-sign-in', 'From "Anmelden" to the dashboard with data'],
  ['cold', 'Dashboard with data, cold'],
  ['warm', 'Dashboard with data, warm'],
  ['catalogue', 'Catalogue cold, until the first card is usable'],
  ['switch-first', 'Another area, first time'],
  ['switch-later', 'Another area, again'],
  ['logbook', "Logbook from the menu; a trainee's until the first field"],
] as const;

export const CONDITION_TITLES = [
  ['slow', 'Slow 4G (1.6 Mbit/s, 150 ms), processor 4× slower'],
  ['line', 'Slow 4G, processor not slowed'],
] as const;

export const INTERACTIONS = [
  ['typing', 'Typing in the search of the catalogue'],
  ['entry', 'Saving an entry of the logbook'],
  ['dialog', 'Opening a dialog'],
  ['ticking', 'Ticking a list of 30'],
  ['switching', 'Switching areas'],
] as const;

const TITLES: Readonly<Record<string, string>> = {
  portal: 'Portal',
  before: 'Portal of d248a6d1',
  tuned: 'Tuned monolith',
};

export function titleOf(variant: string): string {
  return TITLES[variant] ?? variant;
}

/** Whether an occasion starts with a click on an open page. */
export function isSwitch(occasion: string): boolean {
  return !['sign-in', 'cold', 'warm', 'catalogue'].includes(occasion);
}
