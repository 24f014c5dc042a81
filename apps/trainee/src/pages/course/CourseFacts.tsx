import { COMPETENCY_LABELS, type Course } from '@nemus/data';
import { DefinitionList, formatEuro, formatNumber, formatUnits } from '@nemus/ui';

/** Competency, difficulty, units by kind, price and state of approval of a course. */
export function CourseFacts({ course }: { course: Course }) {
  const { theory_units, practical_units, elearning_units } = course;
  const parts = [
    ['Theorie', theory_units],
    ['Praxis', practical_units],
    ['E-Learning', elearning_units],
  ] as const;
  return (
    <DefinitionList
      dense
      items={[
        { term: 'Kompetenz', value: COMPETENCY_LABELS[course.competency] },
        { term: 'Schwierigkeitsgrad', value: course.difficulty },
        { term: 'Umfang', value: formatUnits(course.duration_hours) },
        ...parts.filter(([, units]) => units > 0).map(([term, units]) => ({ term, value: formatUnits(units) })),
        {
          term: 'Preis',
          value: `${formatEuro(course.price_euros)}, für Weiterbildungsstätten auch ${formatNumber(course.credit_cost)} Credits`,
        },
        ...zfuOf(course),
      ]}
    />
  );
}

/** Nothing when nothing is stated. */
function zfuOf({ zfu_status, zfu_number }: Course) {
  if (zfu_status === null) return [];
  const value =
    zfu_status === 'approved' ? `Zugelassen, Nr. ${zfu_number ?? ''}` : 'Keine Zulassung erforderlich (FernUSG)';
  return [{ term: 'ZFU', value }];
}
