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
  ['switch-first', 'Another area, first time'],
  ['switch-later', 'Another area, again'],
] as const;

export const CONDITION_TITLES = [
  ['slow', 'Slow 4G (1.6 Mbit/s, 150 ms), processor 4× slower'],
  ['fast', 'Without throttling'],
] as const;

const TITLES: Readonly<Record<string, string>> = {
  portal: 'Portal',
  tuned: 'Tuned monolith',
};

export function titleOf(variant: string): string {
  return TITLES[variant] ?? variant;
}

/** Whether an occasion starts with a click on an open page. */
export function isSwitch(occasion: string): boolean {
  return !['sign-in', 'cold', 'warm'].includes(occasion);
}
