import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, formatMinutes, sectionReportQuery } from '@nemus/data';
import { EmptyState, formatDate, Section, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { sectionsOf, type ReportedSection } from './section-report';

const COLUMNS: readonly Column<ReportedSection>[] = [
  {
    key: 'section',
    header: 'Abschnitt',
    cell: ({ name, started_on, ended_on, share, year }) => (
      <Stack gap={0}>
        <Text as="span" variant="small" strong>
          {name ?? 'Ohne Stätte'}, {year}
        </Text>
        {started_on !== null && (
          <Text as="span" variant="caption" tone="muted">
            {ended_on === null
              ? `seit ${formatDate(started_on)}`
              : `${formatDate(started_on)} – ${formatDate(ended_on)}`}
            {share === null ? '' : `, ${share} % einer vollen Stelle`}
          </Text>
        )}
      </Stack>
    ),
  },
  ...HOUR_CATEGORIES.map((category): Column<ReportedSection> => ({
    key: category,
    header: HOUR_CATEGORY_LABELS[category],
    align: 'end',
    cell: ({ minutes }) => formatMinutes(minutes[category]),
  })),
  {
    key: 'sum',
    header: 'Zusammen',
    align: 'end',
    cell: ({ minutes }) => formatMinutes(HOUR_CATEGORIES.reduce((sum, category) => sum + minutes[category], 0)),
  },
];

/** Confirmed hours of each section of employment, by year and category. */
export function SectionReport({ traineeId }: { traineeId: string }) {
  const report = useQuery(sectionReportQuery(useDataClient(), traineeId));
  return (
    <Section
      title="Nach Beschäftigungsabschnitten"
      description="Was für Ihre Weiterbildungsstätte bestätigt wurde, nach Stätte und Jahr."
    >
      <QueryPart
        query={report}
        title="Beschäftigungsabschnitte"
        loading={<DataTable caption="Abschnitte" columns={COLUMNS} rows={[]} rowKey={keyOf} loading />}
      >
        {(rows) => (
          <DataTable
            caption="Stunden nach Abschnitt, Jahr und Kategorie"
            columns={COLUMNS}
            rows={sectionsOf(rows)}
            rowKey={keyOf}
            empty={
              <EmptyState icon="history" title="Noch nichts bestätigt">
                Für Ihre Weiterbildungsstätte wurde noch kein Eintrag bestätigt. Sobald eine Person, die Sie unter „Wer
                bestätigt“ benannt haben, Einträge bestätigt, stehen die Stunden hier.
              </EmptyState>
            }
          />
        )}
      </QueryPart>
    </Section>
  );
}

const keyOf = ({ site_id, year }: ReportedSection) => `${site_id ?? ''} ${year}`;
