import type { AdapterTerm } from '@nemus/contract/adapters';
import { contractProblem } from './compatibility';

/** What a shell says of itself about contracts. */
export interface ShellContracts<A extends AdapterTerm = AdapterTerm> {
  readonly contract: string;
  /** One per older major that it still runs; none for most of its life. */
  readonly adapters?: readonly A[];
}

/** Days from an adapter's end to the first on which shells refuse what needs it (decision record 0127). */
export const ADAPTER_GRACE_DAYS = 30;

const DAY = 86_400_000;

/** The day from which on shells refuse what needs the adapter, as `YYYY-MM-DD`. */
export function refusedFrom({ until }: AdapterTerm): string {
  return new Date(Date.parse(until) + ADAPTER_GRACE_DAYS * DAY).toISOString().slice(0, 10);
}

/** How a release fits a shell's contract. */
export type ContractFit<A extends AdapterTerm = AdapterTerm> =
  | { readonly kind: 'native' }
  /**
   * Runs through an adapter. `ended`: its end is over and the days of grace are not, so that browsers still run it and
   * nothing new is promoted.
   */
  | { readonly kind: 'adapted'; readonly adapter: A; readonly ended: boolean; readonly note: string }
  /** `adapter`: the one that is over; null where there never was any. */
  | { readonly kind: 'refused'; readonly adapter: A | null; readonly problem: string };

/**
 * How a release that was written for a range of the contract fits a shell at a moment.
 *
 * @param range What the area declares; one that the shell's own contract meets needs no adapter, whatever else it names.
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
