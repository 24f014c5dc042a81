import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { reportLines, weeklyReportsQuery, type WeeklyReport } from '@nemus/data';
import {
  ButtonLink,
  Card,
  DefinitionList,
  EmptyState,
  formatDateTime,
  formatDays,
  Link,
  Page,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { paths } from '../../paths';

const spanOf = ({ first_day: first, last_day: last }: WeeklyReport) => formatDays(first, last);

/** One weekly report, by default the newest, and the list of stored ones. */
export default function ReportsPage() {
  const { userId } = useSession();
  const { week } = useParams();
  const query = useQuery(weeklyReportsQuery(useDataClient(), userId));
  return (
    <Page
      width="narrow"
      title="Wochenbericht"
      intro="Zahlen Ihrer Weiterbildungsstätte, einmal in der Woche. Ein Bericht bleibt, wie er verschickt wurde; wir bewahren ihn 52 Wochen auf."
    >
      <QueryPart query={query} title="Ihre Wochenberichte" loading={<SkeletonCard lines={8} />}>
        {(reports) => <Reports reports={reports} week={week} />}
      </QueryPart>
    </Page>
  );
}

function Reports({ reports, week }: { reports: readonly WeeklyReport[]; week: string | undefined }) {
  const [newest] = reports;
  if (newest === undefined) {
    return (
      <EmptyState
        title="Noch kein Wochenbericht"
        action={
          <ButtonLink component={RouterLink} to={paths.reportTime}>
            Zu den Einstellungen
          </ButtonLink>
        }
      >
        Den ersten bekommen Sie zur gewählten Stunde, mit einer Mitteilung im Portal und per E-Mail. Tag und Stunde
        wählen Sie in den Einstellungen.
      </EmptyState>
    );
  }
  const shown = week === undefined ? newest : reports.find((report) => report.week === week);
  return (
    <Stack gap={3}>
      {shown === undefined ? (
        <EmptyState
          title="Diesen Bericht gibt es nicht"
          action={
            <ButtonLink component={RouterLink} to={paths.reports}>
              Neuester Bericht
            </ButtonLink>
          }
        >
          Er ist älter als 52 Wochen, oder er gehört zu einer anderen Weiterbildungsstätte.
        </EmptyState>
      ) : (
        <Card title={spanOf(shown)} level={2}>
          <Stack gap={2}>
            <DefinitionList items={reportLines(shown.figures).map(({ label, value }) => ({ term: label, value }))} />
            <Text variant="small" tone="muted">
              Stand der laufenden Zahlen: {formatDateTime(shown.created_at)} Uhr
            </Text>
          </Stack>
        </Card>
      )}
      <Card title="Alle Wochenberichte" level={2}>
        <Stack as="ul" role="list" gap={0.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {reports.map((report) => (
            <li key={report.week}>
              <Link
                component={RouterLink}
                to={`${paths.reports}/${report.week}`}
                aria-current={report.week === shown?.week ? 'page' : undefined}
                style={{ display: 'inline-block', paddingBlock: 4 }}
              >
                {spanOf(report)}
              </Link>
            </li>
          ))}
        </Stack>
      </Card>
    </Stack>
  );
}
