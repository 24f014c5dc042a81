import type { RequirementHead, RequirementSet } from '@nemus/data';
import { formatDate, formatNumber } from '@nemus/ui';

/** Text for a set without a source of its figures. */
export const NO_SOURCE = 'Quelle fehlt';

/** Scope of a set: chamber, field, procedure. */
export const setScope = ({
  chamber,
  field,
  procedure,
}: Pick<RequirementHead, 'chamber' | 'field' | 'procedure'>): string =>
  [chamber || 'Ohne Kammer', field ?? 'alle Gebiete', procedure ?? 'alle Verfahren'].join(' · ');

/** Version of a set, and its first day. */
export const setVersion = ({ version, valid_from }: Pick<RequirementHead, 'version' | 'valid_from'>): string =>
  `Version ${version}, gültig ab ${formatDate(`${valid_from}T12:00:00Z`)}`;

/** How much supervision treatments require. */
export const ratioText = ({
  treated_per_supervised: treated,
}: Pick<RequirementSet, 'treated_per_supervised'>): string =>
  treated === null ? 'ohne Angabe' : `1 UE Supervision je ${formatNumber(treated, 2)} UE Behandlung`;
