import { pageReads, QueryPart } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { type AcademyOverview, academyOverviewQuery, endSentence } from '@nemus/data';
import { CardGrid, formatDate, formatDateTime, formatNumber, Link, SkeletonTiles, StatTile } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';
import { cataloguePaths } from '../catalogue/paths';
import { datePaths } from '../dates/date-paths';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  overview: academyOverviewQuery(client, userId),
}));

interface Waiting {
  readonly figure: Exclude<keyof AcademyOverview, `${string}_due`>;
  /** The list that is counted. */
  readonly list: string;
  readonly label: string;
  readonly hint: string;
  /** The next deadline among them. */
  readonly due?: (figures: AcademyOverview) => string | null;
}

const WAITING: readonly Waiting[] = [
  { figure: 'drafts', list: cataloguePaths.drafts, label: 'Entwürfe', hint: 'noch nicht veröffentlicht' },
  { figure: 'coming', list: datePaths.soon, label: 'Nächste Termine', hint: 'in den nächsten 14 Tagen' },
  {
    figure: 'unticked',
    list: datePaths.unticked,
    label: 'Offene Anwesenheiten',
    hint: 'Termine mit offener Liste',
  },
  {
    figure: 'orders',
    list: paths.orderTasks,
    label: 'Bestellungen zu klären',
    hint: 'Zahlung offen oder strittig',
  },
  {
    figure: 'withdrawals',
    list: paths.openWithdrawals,
    label: 'Widerrufe',
    hint: 'noch nicht bearbeitet',
    due: ({ withdrawals_due: day }) => day && `erstatten bis ${formatDate(day)}`,
  },
  {
    figure: 'disputes',
    list: paths.orderTasks,
    label: 'Anfechtungen',
    hint: 'bei der Bank offen',
    due: ({ disputes_due: moment }) => moment && `antworten bis ${formatDateTime(moment)}`,
  },
  {
    figure: 'institutions',
    list: paths.waitingInstitutions,
    label: 'Freigaben',
    hint: 'Stätten, die warten',
  },
  { figure: 'names', list: paths.names, label: 'Namen', hint: 'Anträge, die warten' },
  { figure: 'support', list: paths.support, label: 'Anfragen', hint: 'an den Support' },
];
const TILE_WIDTH = '13rem';

/** Pending tasks of the academy's staff, by their roles. */
export default function StartPage() {
  const { overview } = usePageReads();
  const { profile } = useSession();
  return (
    <AcademyPage
      title="Akademie"
      intro={
        profile
          ? `Guten Tag, ${endSentence(profile.firstName)} Das wartet gerade auf Sie.`
          : 'Das wartet gerade in der Akademie auf Sie.'
      }
    >
      <QueryPart
        query={overview}
        title="Was auf Sie wartet"
        loading={<SkeletonTiles count={WAITING.length} min={TILE_WIDTH} />}
      >
        {(figures) => (
          <CardGrid min={TILE_WIDTH} label="Was auf Sie wartet">
            {WAITING.map(({ figure, list, label, hint, due }) => {
              const count = figures[figure];
              const next = due?.(figures) ?? null;
              return count === null ? null : (
                <StatTile
                  key={figure}
                  as="li"
                  label={label}
                  value={formatNumber(count)}
                  hint={
                    <>
                      <Link component={RouterLink} to={list}>
                        {hint}
                      </Link>
                      {next === null ? null : <span style={{ display: 'block' }}>{next}</span>}
                    </>
                  }
                />
              );
            })}
          </CardGrid>
        )}
      </QueryPart>
    </AcademyPage>
  );
}
