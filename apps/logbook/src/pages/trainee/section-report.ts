import type { HourCategory, SectionHours } from '@nemus/data';

/** A section of employment in one year with its minutes of each category. */
export interface ReportedSection extends Pick<
  SectionHours,
  'site_id' | 'name' | 'started_on' | 'ended_on' | 'share' | 'year'
> {
  readonly minutes: Readonly<Record<HourCategory, number>>;
}

const NOTHING = { theory: 0, practice: 0, supervision: 0, self_experience: 0, elearning: 0 } as const;

/** One row for each section and year, in the order of the report. */
export function sectionsOf(rows: readonly SectionHours[]): ReportedSection[] {
  const sections = new Map<string, ReportedSection>();
  for (const { category, minutes, site_id, name, started_on, ended_on, share, year } of rows) {
    const key = `${site_id ?? ''} ${year}`;
    const known = sections.get(key)?.minutes ?? NOTHING;
    sections.set(key, {
      site_id,
      name,
      started_on,
      ended_on,
      share,
      year,
      minutes: { ...known, [category]: known[category] + minutes },
    });
  }
  return [...sections.values()];
}
