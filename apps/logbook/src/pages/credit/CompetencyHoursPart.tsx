import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  COMPETENCY_LEVELS,
  formatMinutes,
  wholeUnits,
  type Competency,
  type CompetencyHours,
  type CompetencyLevel,
} from '@nemus/data';
import { formatNumber, formatUnits, Section, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';

/** The six competencies with their hours on both levels. */
export function CompetencyHoursPart({ competencies }: { competencies: readonly CompetencyHours[] }) {
  const columns: readonly Column<Competency>[] = [
    { key: 'competency', header: 'Kompetenz', cell: (competency) => COMPETENCY_LABELS[competency] },
    ...COMPETENCY_LEVELS.map((level): Column<Competency> => ({
      key: level,
      header: COMPETENCY_LEVEL_LABELS[level],
      align: 'end',
      cell: (competency) => <Hours hours={find(competencies, competency, level)} />,
    })),
  ];
  return (
    <Section
      title="Stand nach Kompetenzen"
      description="Theorie und E-Learning zählen kognitiv und methodisch, alles andere im Handeln, wenn der Eintrag nichts anderes sagt."
    >
      <DataTable
        caption="Stunden der sechs Kompetenzen auf zwei Ebenen"
        columns={columns}
        rows={COMPETENCIES}
        rowKey={(competency) => competency}
      />
    </Section>
  );
}

const find = (hours: readonly CompetencyHours[], competency: Competency, level: CompetencyLevel) =>
  hours.find((row) => row.competency === competency && row.level === level);

function Hours({ hours }: { hours: CompetencyHours | undefined }) {
  const done = hours?.done_minutes ?? 0;
  const required = hours?.required_units ?? null;
  return (
    <Stack gap={0} align="end">
      <Text as="span" variant="small" numeric>
        {required === null ? formatMinutes(done) : `${formatNumber(wholeUnits(done))} von ${formatUnits(required)}`}
      </Text>
      {hours !== undefined && hours.description !== '' && (
        <Text as="span" variant="caption" tone="muted">
          {hours.description}
        </Text>
      )}
    </Stack>
  );
}
