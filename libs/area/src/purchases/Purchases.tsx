import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@nemus/contract/react';
import { ownWithdrawalsQuery, transactionsQuery, type Transaction, type TransactionType } from '@nemus/data';
import { Button, Row, ScreenOnly, Select, SkeletonRows, SkeletonTiles, Stack } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { BillingAddressCard } from '../billing/BillingAddressCard';
import { useExport } from '../files/useExport';
import { useDataClient } from '../reads/data-client';
import { QueryPart } from '../reads/QueryPart';
import { SampleNotice } from '../sample/SampleNotice';
import { pageReads } from '../start/page-reads';
import { readPurchaseView, writePurchaseView, type PurchaseView } from './purchase-address';
import { purchaseCsv } from './purchase-csv';
import { ofYear, yearsOf } from './purchase-year';
import { InvoiceList } from './InvoiceList';
import { PurchaseList } from './PurchaseList';
import { selectPurchases } from './select-purchases';
import { YearOverview } from './YearOverview';

const declared = pageReads(({ client, userId }) => ({ transactions: transactionsQuery(client, userId) }));

/** The first reads of a page with {@link Purchases}. */
export const purchaseReads = declared.reads;

/**
 * The account's purchases: the year at a glance, every purchase, and its invoices. Institutions and trainees see the
 * same for what they can buy.
 */
export function Purchases({
  kinds,
  empty,
}: {
  /** What the account can buy; a single kind needs no sums and tabs by kind. */
  kinds: readonly TransactionType[];
  /** Shown instead of the list without purchases. */
  empty: ReactNode;
}) {
  const { transactions: query } = declared.usePageReads();
  return (
    <>
      <SampleNotice shown={query.data?.some(({ is_sample }) => is_sample) === true} />
      <QueryPart query={query} title="Ihre Käufe" loading={<Waiting tiles={kinds.length > 1 ? 4 : 1} />}>
        {(transactions) => (transactions.length === 0 ? empty : <Bought transactions={transactions} kinds={kinds} />)}
      </QueryPart>
    </>
  );
}

function Bought({ transactions, kinds }: { transactions: readonly Transaction[]; kinds: readonly TransactionType[] }) {
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
  const { userId, profile } = useSession();
  // Institutions are no consumers: they have no right of withdrawal.
  const rights = useQuery({
    ...ownWithdrawalsQuery(useDataClient(), userId),
    enabled: profile?.userType === 'piw',
  }).data;
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
                onClick={() => csv.mutate({ name: `kaeufe-${year}`, columns: purchaseCsv(kinds), rows: () => shown })}
              >
                CSV exportieren
              </Button>
            </Row>
          </ScreenOnly>
        </Row>
        <YearOverview year={year} transactions={inYear} kinds={kinds} />
      </Stack>
      <PurchaseList
        year={year}
        inYear={inYear}
        shown={shown}
        view={view}
        kinds={kinds}
        rights={rights ?? []}
        onChange={change}
      />
      <InvoiceList year={year} />
      <BillingAddressCard />
    </Stack>
  );
}

function Waiting({ tiles }: { tiles: number }) {
  return (
    <Stack gap={3}>
      <SkeletonTiles count={tiles} min="13rem" />
      <SkeletonRows count={6} />
    </Stack>
  );
}
