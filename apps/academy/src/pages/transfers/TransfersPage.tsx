import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport } from '@nemus/area';
import { staffTransfersQuery, type StaffTransfer } from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  CardGrid,
  EmptyState,
  formatCents,
  Link as TextLink,
  NoResults,
  Row,
  Select,
  Stack,
  StatTile,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useAddressValues } from '../../address/useAddressValues';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';
import { FILTERS, filterOf, TRANSFER_COLUMNS } from './transfer-words';
import { TransferTable } from './TransferTable';

/** Invoices that are paid by bank transfer: what is open, due and owed back. */
export default function TransfersPage() {
  const client = useDataClient();
  const { params, change } = useAddressValues();
  const state = filterOf(params.get('stand'));
  const query = useQuery(staffTransfersQuery(client, state));
  const csv = useExport<StaffTransfer>();
  return (
    <AcademyPage
      width="wide"
      title="Offene Rechnungen"
      intro="Rechnungen, die überwiesen werden: was offen und fällig ist, und was eingegangen ist."
      above={
        <Row gap={2}>
          <TextLink component={Link} to={paths.orders}>
            Alle Bestellungen
          </TextLink>
          <TextLink component={Link} to={paths.invoices}>
            Rechnungen
          </TextLink>
        </Row>
      }
      actions={
        <>
          <ButtonLink component={Link} to={paths.transferImport}>
            Kontoauszug einlesen
          </ButtonLink>
          <ButtonLink component={Link} to={paths.transferTerms}>
            Kauf auf Rechnung erlauben
          </ButtonLink>
        </>
      }
    >
      <Stack gap={2}>
        <Row justify="between" align="end">
          <Select
            label="Stand"
            placeholder="Nicht erledigt"
            options={FILTERS}
            value={state === null ? 'all' : state === 'unsettled' ? '' : state}
            onChange={({ target }) => change({ stand: target.value })}
          />
          <Button
            icon="download"
            loading={csv.isPending}
            disabled={!query.data?.rows.length}
            onClick={() =>
              csv.mutate({ name: 'offene-rechnungen', columns: TRANSFER_COLUMNS, rows: () => query.data?.rows ?? [] })
            }
          >
            CSV exportieren
          </Button>
        </Row>
        <QueryPart query={query} title="Offene Rechnungen" loading={<TransferTable invoices={[]} loading />}>
          {({ rows, sums, has_account: hasAccount, has_more: hasMore }) => (
            <Stack gap={2}>
              {!hasAccount && (
                <Alert tone="warning" title="Bankverbindung fehlt">
                  Ohne Bankverbindung kann niemand auf Rechnung kaufen. Der Betrieb trägt sie in den Einstellungen ein.
                </Alert>
              )}
              <CardGrid min="12rem" label="Summen aller Rechnungen">
                <StatTile as="li" label="Offen" value={formatCents(sums.open_cents)} />
                <StatTile as="li" label="Davon fällig" value={formatCents(sums.due_cents)} />
                <StatTile as="li" label="Zurückzuzahlen" value={formatCents(sums.owed_cents)} />
              </CardGrid>
              {hasMore && (
                <Alert tone="info" title="Es gibt weitere Rechnungen">
                  Gezeigt werden die ersten 500. Wählen Sie einen Stand.
                </Alert>
              )}
              <TransferTable
                invoices={rows}
                empty={
                  state === 'unsettled' ? (
                    <EmptyState icon="purchases" title="Nichts offen">
                      Alle Rechnungen per Überweisung sind erledigt.
                    </EmptyState>
                  ) : (
                    <NoResults title="Keine Rechnung gefunden" onClear={() => change({ stand: '' })} />
                  )
                }
              />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}
