import type { AdapterTerm } from '@nemus/contract/adapters';
import { contractProblem } from './compatibility';

/** What a shell supports of contracts. */
export interface ShellContracts<A extends AdapterTerm = AdapterTerm> {
  readonly contract: string;
  /** One per older major that it still runs; usually none. */
  readonly adapters?: readonly A[];
}

/** Days from an adapter's end to the first day on which shells refuse releases that need it (decision record 0007). */
export const ADAPTER_GRACE_DAYS = 30;

const DAY = 86_400_000;

/** The day on which shells begin to refuse releases that need the adapter, as `YYYY-MM-DD`. */
export function refusedFrom({ until }: AdapterTerm): string {
  return new Date(Date.parse(until) + ADAPTER_GRACE_DAYS * DAY).toISOString().slice(0, 10);
}

/** How a release fits a shell's contract. */
export type ContractFit<A extends AdapterTerm = AdapterTerm> =
  | { readonly kind: 'native' }
  /**
   * Runs through an adapter. `ended`: past its end but within the days of grace, so browsers still run it and no new
   * release is promoted.
   */
  | { readonly kind: 'adapted'; readonly adapter: A; readonly ended: boolean; readonly note: string }
  /** `adapter`: the one that has ended; null if there never was one. */
  | { readonly kind: 'refused'; readonly adapter: A | null; readonly problem: string };

/**
 * How a release written for a contract range fits a shell at a given moment.
 *
 * @param range What the area declares. If the shell's own contract satisfies it, no adapter is needed.
 */
export function contractFit<A extends AdapterTerm>(
  range: string,
  { contract, adapters = [] }: ShellContracts<A>,
  now: Date,
): ContractFit<A> {
  const problem = contractProblem(range, contract);
  if (problem === null) return { kind: 'native' };
  const adapter = adapters.find((candidate) => contractProblem(range, candidate.contract) === null);
  if (!adapter) return { kind: 'refused', adapter: null, problem };
  const written = `It was written for contract ${range}`;
  const name = `the adapter of contract ${majorOf(adapter.contract)}`;
  const last = refusedFrom(adapter);
  if (!isReached(adapter.until, now)) {
    return {
      kind: 'adapted',
      adapter,
      ended: false,
      note: `${written} and runs through ${name}, which ends on ${adapter.until}.`,
    };
  }
  const end = `${written}; ${name} ended on ${adapter.until}`;
  if (!isReached(last, now)) {
    return { kind: 'adapted', adapter, ended: true, note: `${end}, and portals run it until ${last}.` };
  }
  return {
    kind: 'refused',
    adapter,
    problem: `${end}, and this shell of contract ${contract} runs nothing of it since ${last}.`,
  };
}

/** Major of a version. */
export function majorOf(version: string): string {
  return version.split('.')[0] ?? version;
}

/** Whether a day has begun. */
function isReached(day: string, now: Date): boolean {
  return now.getTime() >= Date.parse(day);
}
