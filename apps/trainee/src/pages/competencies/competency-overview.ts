import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  type Competency,
  type CompetencyPlan,
  type CompetencyProgress,
} from '@nemus/data';

/** Everything about one competency that its card shows. */
export interface CompetencyState {
  readonly competency: Competency;
  readonly label: string;
  /** 0 to 100. */
  readonly percentage: number;
  /** Null as long as nothing is planned. */
  readonly plan: CompetencyPlan | null;
}

/** Joins progress and plan of the six competencies, in the order of every screen. */
export function joinCompetencies(progress: CompetencyProgress, plans: readonly CompetencyPlan[]): CompetencyState[] {
  return COMPETENCIES.map((competency) => ({
    competency,
    label: COMPETENCY_LABELS[competency],
    percentage: progress[competency],
    plan: plans.find((plan) => plan.competency === competency) ?? null,
  }));
}

/** The whole as one number: the mean of the six percentages, rounded. */
export function meanProgress(states: readonly CompetencyState[]): number {
  if (states.length === 0) return 0;
  return Math.round(states.reduce((sum, { percentage }) => sum + percentage, 0) / states.length);
}

/** The picture in words: the mean, the strongest and the weakest competency; equal ones are all named. */
export function describeProgress(states: readonly CompetencyState[]): string {
  const percentages = states.map(({ percentage }) => percentage);
  const [least, most] = [Math.min(...percentages), Math.max(...percentages)];
  if (most === 0) return 'Sie haben noch mit keiner Kompetenz begonnen.';
  if (least === most) return `Alle sechs Kompetenzen stehen bei ${most} %.`;
  const named = (percentage: number) =>
    states
      .filter((state) => state.percentage === percentage)
      .map(({ label }) => label)
      .join(', ');
  return `Durchschnitt: ${meanProgress(states)} %. Am weitesten: ${named(most)} (${most} %). Größter Rückstand: ${named(least)} (${least} %).`;
}
