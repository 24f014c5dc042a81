import {
  categoryLabel,
  CREDIT_SOURCES,
  formatUnitsOf,
  HOUR_CATEGORIES,
  type CreditSource,
  type HourCategory,
  type RequirementPlan,
  type RequirementSet,
} from '@nemus/data';

/** A category in the present set and in the next one. */
export interface CategoryChange {
  readonly category: HourCategory;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

const demand = (set: RequirementSet | null, category: HourCategory): string => {
  const own = set?.categories.find((one) => one.category === category);
  if (own === undefined) return 'nicht verlangt';
  return own.required_units === null ? 'ohne Zahl' : formatUnitsOf(own.required_units, own.unit_minutes);
};

/** Categories that one of the two sets has, in the order of every screen. */
export const categoryChanges = (present: RequirementSet | null, next: RequirementSet): CategoryChange[] =>
  HOUR_CATEGORIES.filter((category) =>
    [present, next].some((set) => set?.categories.some((own) => own.category === category)),
  ).map((category) => {
    const [before, after] = [demand(present, category), demand(next, category)];
    const label = categoryLabel(next.categories.some((own) => own.category === category) ? next : present, category);
    return { category, label, before, after, isChanged: before !== after };
  });

const creditOf = (set: RequirementSet | null, source: CreditSource): HourCategory | null =>
  set?.credits.find((credit) => credit.source === source)?.category ?? null;

/** A kind of source that counts for something else in the next set; `after` is null when it does not count. */
export interface CreditChange {
  readonly source: CreditSource;
  readonly before: HourCategory | null;
  readonly after: HourCategory | null;
}

/** Sources that count for something else than before. A first choice has no before. */
export const creditChanges = (present: RequirementSet | null, next: RequirementSet): CreditChange[] =>
  present === null
    ? []
    : CREDIT_SOURCES.map((source) => ({
        source,
        before: creditOf(present, source),
        after: creditOf(next, source),
      })).filter(({ before, after }) => before !== after);

/** Existing entries that a set does not count. They stay in the logbook. */
export const entriesWithoutCredit = (
  set: RequirementSet,
  entries: RequirementPlan['entries'],
): RequirementPlan['entries'] => entries.filter(({ category }) => creditOf(set, `entry_${category}`) === null);
