import { STEPS, type Measure, type Step } from './user';

/** Durations of each step in milliseconds, and what failed. */
export interface Measures {
  readonly times: Readonly<Record<Step, number[]>>;
  readonly failures: string[];
  readonly measure: Measure;
}

/** Starts a measurement. */
export function collectMeasures(): Measures {
  const times: Record<Step, number[]> = { 'sign-in': [], refresh: [], catalogue: [], checkout: [], enrolment: [] };
  const failures: string[] = [];
  return {
    times,
    failures,
    async measure(step, work) {
      const started = performance.now();
      try {
        return await work();
      } catch (error) {
        failures.push(`${step}: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      } finally {
        times[step].push(performance.now() - started);
      }
    },
  };
}

/** How many requests of a kind were measured. */
export const countOf = ({ times }: Measures): number => STEPS.reduce((sum, step) => sum + times[step].length, 0);
