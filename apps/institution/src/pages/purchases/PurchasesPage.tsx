import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, type PageReads } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { transactionsQuery, type Transaction } from '@nemus/data';
import {
  Button,
  ButtonLink,
  EmptyState,
  Page,
  PrintOnly,
  Row,
  ScreenOnly,
  Select,
  SkeletonRows,
  SkeletonTiles,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { useExport } from '../../files/useExport';
import { paths } from '../../paths';
import { PURCHASE_CSV } from '../../purchases/purchase-csv';
import { ofYear, yearsOf } from '../../purchases/purchase-year';
import { readPurchaseView, writePurchaseView, type PurchaseView } from './purchase-address';
import { PurchaseList } from './PurchaseList';
import { selectPurchases } from './select-purchases';
import { YearOverview } from './YearOverview';

export const reads: PageReads = ({ ask, client, userId }) => ask(transactionsQuery(client, userId));

/** What the institution bought: the year at a glance, every purchase, and its invoices. */
export default function PurchasesPage() {
  const { userId, profile } = useSession();
  const query = useQuery(transactionsQuery(useDataClient(), userId));
  return (
    <Page title="Käufe" intro="Kurse, Credits und Abonnements Ihrer Weiterbildungsstätte, mit Rechnungen.">
      <PrintOnly>
        <Text variant="small">{profile?.institutionName}</Text>
      </PrintOnly>
      <QueryPart query={query} title="Ihre Käufe" loading={<Waiting />}>
        {(transactions) => (transactions.length === 0 ? <NoPurchases /> : <Purchases transactions={transactions} />)}
      </QueryPart>
    </Page>
  );
}

function Purchases({ transactions }: { transactions: readonly Transaction[] }) {
  const [params, setParams] = useSearchParams();
  const view = readPurchaseView(params);
  const [now] = useState(() => new Date());
  const years = yearsOf(transactions, now);
  const year = view.year !== null && years.includes(view.year) ? view.year : (years[0] ?? now.getFullYear());
  const inYear = ofYear(transactions, year);
  const shown = selectPurchases(inYear, view);
  const change = (changed: Partial<PurchaseView>) =>
    setParams((current) => writePurchaseView(current, { ...readPurchaseView(current), ...changed }), {
      replace: changed.year === undefined,
    });
  const csv = useExport<Transaction>();
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        <Row justify="between" align="end">
          <ScreenOnly>
            <Select
              label="Jahr"
              options={years.map((value) => ({ value: String(value), label: String(value) }))}
              value={String(year)}
              onChange={({ target }) => change({ year: Number(target.value) })}
            />
          </ScreenOnly>
          <ScreenOnly>
            <Row>
              <Button icon="print" onClick={() => window.print()}>
                Drucken
              </Button>
              <Button
                icon="download"
                loading={csv.isPending}
                disabled={shown.length === 0}
                onClick={() => csv.mutate({ name: `kaeufe-${year}`, columns: PURCHASE_CSV, rows: () => shown })}
              >
                CSV exportieren
              </Button>
            </Row>
          </ScreenOnly>
        </Row>
        <YearOverview year={year} transactions={inYear} />
      </Stack>
      <PurchaseList year={year} inYear={inYear} shown={shown} view={view} onChange={change} />
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack gap={3}>
      <SkeletonTiles count={4} min="13rem" />
      <SkeletonRows count={6} />
    </Stack>
  );
}

function NoPurchases() {
  return (
    <EmptyState
      icon="purchases"
      title="Noch keine Käufe"
      action={
        <ButtonLink component={Link} to={paths.subscription} variant="primary" icon="credits">
          Credits kaufen
        </ButtonLink>
      }
    >
      Gekaufte Kurse, Credits und Abonnements stehen hier, jeweils mit Rechnung.
    </EmptyState>
  );
}
