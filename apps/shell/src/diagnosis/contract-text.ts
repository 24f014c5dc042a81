import { CONTRACT_VERSION } from '@nemus/contract';
import { CONTRACT_ADAPTERS } from '@nemus/contract/adapters';
import { contractFit, majorOf, refusedFrom, type ShellContracts } from '@nemus/registry';
import { formatDate } from '@nemus/ui';

const SHELL: ShellContracts = { contract: CONTRACT_VERSION, adapters: CONTRACT_ADAPTERS };

/**
 * What a team must know about the contract of its release, in one sentence; null for the shell's own contract.
 *
 * @param range Contract range of the release.
 */
export function contractText(range: string, now: Date, shell: ShellContracts = SHELL): string | null {
  const fit = contractFit(range, shell, now);
  if (fit.kind === 'native') return null;
  if (!fit.adapter) return `Gebaut für Vertrag ${range}; das Portal hat ${shell.contract}.`;
  const { contract, until } = fit.adapter;
  const adapter = `Adapter von Vertrag ${majorOf(contract)}`;
  const end = formatDate(until);
  const last = formatDate(refusedFrom(fit.adapter));
  if (fit.kind === 'refused')
    return `Der ${adapter} endete am ${end}; seit dem ${last} wird diese Version nicht geöffnet.`;
  return fit.ended
    ? `Der ${adapter} endete am ${end}; ab dem ${last} wird diese Version nicht mehr geöffnet.`
    : `Läuft über den ${adapter}, der am ${end} endet.`;
}

/** The older majors that the portal still runs, one sentence each. */
export function adapterTexts({ adapters = [] }: ShellContracts = SHELL): string[] {
  return adapters.map(
    (adapter) =>
      `${adapter.contract}: Freigaben bis ${formatDate(adapter.until)}, geöffnet bis ${formatDate(refusedFrom(adapter))}`,
  );
}
