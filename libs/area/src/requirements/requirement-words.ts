import type { RequirementHead, RequirementSet } from '@nemus/data';
import { formatDate, formatNumber } from '@nemus/ui';

/** What a set says where nobody has said where its figures come from. */
export const NO_SOURCE = 'Quelle fehlt';

/** For whom a set is: chamber, field, procedure. */
export const setScope = ({
  chamber,
  field,
  procedure,
}: Pick<RequirementHead, 'chamber' | 'field' | 'procedure'>): string =>
  [chamber || 'Ohne Kammer', field ?? 'alle Gebiete', procedure ?? 'alle Verfahren'].join(' · ');

/** Which version a set is, and since when it holds. */
export const setVersion = ({ version, valid_from }: Pick<RequirementHead, 'version' | 'valid_from'>): string =>
  `Version ${version}, gültig ab ${formatDate(`${valid_from}T12:00:00Z`)}`;

/** How much supervision treatments need. */
export const ratioText = ({
  treated_per_supervised: treated,
}: Pick<RequirementSet, 'treated_per_supervised'>): string =>
  treated === null ? 'ohne Angabe' : `1 UE Supervision je ${formatNumber(treated, 2)} UE Behandlung`;
