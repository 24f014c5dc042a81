import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useDataClient } from '@nemus/area';
import { setTransferTerms, transferTermsQuery, type TransferTerms } from '@nemus/data';
import {
  Box,
  Breadcrumbs,
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  formatCents,
  formatCount,
  formatDate,
  MISSING,
  NoResults,
  NumberField,
  numberOf,
  Row,
  SearchField,
  SkeletonRows,
  Stack,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { useAddressValues } from '../../address/useAddressValues';
import { useTypedSearch } from '../../address/useTypedSearch';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';

interface Asked {
  readonly terms: TransferTerms;
  readonly what: 'set' | 'withdraw';
}

const isValid = ({ days, withdrawn_at: withdrawn }: TransferTerms) => days !== null && withdrawn === null;

const columns = (ask: (asked: Asked) => void): readonly Column<TransferTerms>[] => [
  {
    key: 'name',
    header: 'Weiterbildungsstätte',
    cell: ({ name, email }) => (
      <Stack gap={0}>
        <span>{name}</span>
        <Text as="span" variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'terms',
    header: 'Auf Rechnung',
    cell: (terms) =>
      isValid(terms)
        ? `${formatCount(terms.days ?? 0, 'Tag', 'Tage')}, bis ${formatCents(terms.limit_cents)}`
        : terms.withdrawn_at === null
          ? 'nicht erlaubt'
          : `zurückgezogen am ${formatDate(terms.withdrawn_at)}`,
  },
  {
    key: 'open',
    header: 'Offen',
    align: 'end',
    cell: ({ open_cents: cents }) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(cents)}</span>,
  },
  {
    key: 'changed',
    header: 'Geändert',
    cell: ({ updated_at: at }) => (at === null ? MISSING : formatDate(at)),
  },
  {
    key: 'acts',
    header: 'Bearbeiten',
    cell: (terms) =>
      terms.is_own ? (
        <Text variant="caption" tone="muted">
          Ihre Weiterbildungsstätte: entscheidet eine andere Person.
        </Text>
      ) : (
        <Row gap={0.5}>
          <Button
            size="small"
            aria-label={`Kauf auf Rechnung ${isValid(terms) ? 'ändern' : 'erlauben'}: ${terms.name}`}
            onClick={() => ask({ terms, what: 'set' })}
          >
            {isValid(terms) ? 'Ändern …' : 'Erlauben …'}
          </Button>
          {isValid(terms) && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Kauf auf Rechnung zurückziehen: ${terms.name}`}
              onClick={() => ask({ terms, what: 'withdraw' })}
            >
              Zurückziehen …
            </Button>
          )}
        </Row>
      ),
  },
];

/** Which institutions may pay by bank transfer, until when and up to which sum. */
export default function TermsPage() {
  const client = useDataClient();
  const { params, change } = useAddressValues();
  const { search, typed, setTyped } = useTypedSearch({ params, change });
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(transferTermsQuery(client, search));
  const close = () => setAsked(null);
  const withdraw = useStaffMutation({
    act: ({ institution_id: id }: TransferTerms) => setTransferTerms(client, id, null),
    done: (_answer, { name }) => ({ title: `Kauf auf Rechnung zurückgezogen: ${name}` }),
    failed: 'Nicht zurückgezogen',
    onDone: close,
  });
  return (
    <AcademyPage
      width="wide"
      title="Kauf auf Rechnung"
      intro="Welche Weiterbildungsstätten Credits per Überweisung zahlen, mit welcher Frist und bis zu welchem offenen Betrag."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Offene Rechnungen', to: paths.transfers }, { label: 'Kauf auf Rechnung' }]}
        />
      }
    >
      <Stack gap={2}>
        <Box component="search" sx={{ maxWidth: '36rem' }}>
          <SearchField
            label="Weiterbildungsstätte suchen"
            placeholder="Name oder E-Mail"
            value={typed}
            maxLength={200}
            onChange={setTyped}
          />
        </Box>
        <QueryPart query={query} title="Kauf auf Rechnung" loading={<SkeletonRows count={4} />}>
          {(rows) => (
            <DataTable
              caption="Weiterbildungsstätten"
              columns={columns(setAsked)}
              rows={rows}
              rowKey={({ institution_id: id }) => id}
              empty={
                search === '' ? (
                  <EmptyState icon="purchases" title="Noch keine Weiterbildungsstätte kauft auf Rechnung">
                    Suchen Sie eine Weiterbildungsstätte, um es ihr zu erlauben.
                  </EmptyState>
                ) : (
                  <NoResults title="Keine Weiterbildungsstätte gefunden" onClear={() => change({ search: '' })} />
                )
              }
            />
          )}
        </QueryPart>
      </Stack>
      {asked?.what === 'set' && <TermsDialog terms={asked.terms} onClose={close} />}
      <ConfirmDialog
        open={asked?.what === 'withdraw'}
        title="Kauf auf Rechnung zurückziehen?"
        confirmLabel="Zurückziehen"
        danger
        busy={withdraw.isPending}
        onConfirm={() => asked && withdraw.mutate(asked.terms)}
        onCancel={close}
      >
        {`${asked?.terms.name ?? ''} kann dann nur noch mit Karte oder Lastschrift kaufen. Ausgestellte Rechnungen bleiben zu zahlen.`}
      </ConfirmDialog>
    </AcademyPage>
  );
}

function TermsDialog({ terms, onClose }: { terms: TransferTerms; onClose: () => void }) {
  const client = useDataClient();
  const form = useId();
  const [days, setDays] = useState(String(terms.days ?? 14));
  const [limit, setLimit] = useState(String((terms.limit_cents ?? 100_000) / 100));
  const save = useStaffMutation({
    act: (chosen: { days: number; limitCents: number }) => setTransferTerms(client, terms.institution_id, chosen),
    done: () => ({ title: `Kauf auf Rechnung erlaubt: ${terms.name}` }),
    failed: 'Nicht gespeichert',
    onDone: onClose,
  });
  const chosenDays = numberOf(days, { min: 1, max: 90 });
  const chosenLimit = numberOf(limit, { digits: 2, min: 0.01, max: 1_000_000 });
  return (
    <Dialog
      open
      title="Kauf auf Rechnung"
      description={terms.name}
      closable={!save.isPending}
      onClose={onClose}
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            loading={save.isPending}
            disabled={chosenDays === null || chosenLimit === null}
          >
            Speichern
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (chosenDays !== null && chosenLimit !== null)
            save.mutate({ days: chosenDays, limitCents: Math.round(chosenLimit * 100) });
        }}
      >
        <Stack gap={2}>
          <NumberField
            label="Zahlungsfrist in Tagen"
            least={1}
            most={90}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
          <NumberField
            label="Höchster offener Betrag in Euro"
            hint="Mit der Bestellung, die gerade gemacht wird."
            digits={2}
            isMoney
            least={0.01}
            most={1_000_000}
            value={limit}
            error={save.error ? reasonOf(save.error) : undefined}
            onChange={({ target }) => setLimit(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
