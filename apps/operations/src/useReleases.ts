import type { ReleasesPort } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';

/** The port of releases. Every shell that this area's contract range allows has it. */
export function useReleases(): ReleasesPort {
  const { releases } = usePorts();
  if (!releases) throw new Error('This shell has no port "releases" (contract 1.13).');
  return releases;
}
