import {
  attributeWords,
  formatUnitsOf,
  type RequirementFigure,
  type RequirementHead,
  type RequirementSet,
} from '@nemus/data';
import { formatCount, formatDate, formatNumber } from '@nemus/ui';

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
  `Version ${version}, gültig ab ${valid_from === null ? 'unbekannt' : formatDate(`${valid_from}T12:00:00Z`)}`;

/** How much supervision treatments require. */
export const ratioText = ({
  treated_per_supervised: treated,
}: Pick<RequirementSet, 'treated_per_supervised'>): string =>
  treated === null ? 'ohne Angabe' : `1 UE Supervision je ${formatNumber(treated, 2)} UE Behandlung`;

/** A number of what a figure counts. */
function figureCount({ unit, unit_minutes: length }: RequirementFigure, count: number): string {
  switch (unit) {
    case 'hours':
      return formatUnitsOf(count, length);
    case 'cases':
      return formatCount(count, 'Fall', 'Fälle');
    case 'entries':
      return formatCount(count, 'Eintrag', 'Einträge');
    case 'months':
      return `${formatNumber(count, 1)} ${count === 1 ? 'Monat' : 'Monate'}`;
    case 'ratio':
      return `1 : ${formatNumber(count, 2)}`;
  }
}

/** What a figure demands: a minimum, a maximum, or both. */
export function figureDemand(figure: RequirementFigure): string {
  const { least, most } = figure;
  if (least !== null && most !== null) return `${formatNumber(least, 2)} bis ${figureCount(figure, most)}`;
  if (least !== null) return `mindestens ${figureCount(figure, least)}`;
  return most === null ? 'ohne Zahl' : `höchstens ${figureCount(figure, most)}`;
}

/** How much of a figure is done, and whether that is enough. A ratio is met by enough supervision. */
export function figureStand(figure: RequirementFigure, done: number | null): { text: string; isMet: boolean } | null {
  const { unit, least, most } = figure;
  if (done === null) return null;
  const isMet = unit === 'ratio' ? done <= (most ?? least ?? done) : done >= (least ?? 0) && done <= (most ?? done);
  return { text: figureCount(figure, done), isMet };
}

/** What entries must say to count for a figure. */
export const figureScope = (figure: RequirementFigure): string => attributeWords(figure).join(', ');
