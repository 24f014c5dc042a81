import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard, QueryPart, reasonOf, useDataClient } from '@nemus/area';
import { LineList } from '@nemus/area/tables';
import { seminarTitlesQuery } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  Button,
  ButtonLink,
  Card,
  Form,
  FormActions,
  formatCount,
  formatEuro,
  formatNumber,
  ProgressBar,
  SkeletonCard,
  Stack,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { ImportFields, LONGEST_LIST } from '../../import/ImportFields';
import { useImportList } from '../../import/useImportList';
import { isNewlyFree } from './free-price';
import { FreePriceDialog } from './FreePriceDialog';
import { cataloguePaths } from './paths';
import { seminarFieldsOf, unitsOf } from './seminar-form';
import {
  missingSeminarColumn,
  readSeminarRows,
  readSeminarTable,
  SEMINAR_FIELD_LABELS,
  type SeminarRow,
} from './seminar-list';
import { useSeminarImport, type ImportResult } from './useSeminarImport';

/** Rows that the preview shows; those with a problem or a doubt are named above in any case. */
const SHOWN_ROWS = 20;

const COLUMNS: readonly Column<SeminarRow>[] = [
  { key: 'line', header: 'Zeile', width: '4rem', cell: ({ line }) => line },
  { key: 'title', header: 'Seminar', cell: ({ title }) => title },
  { key: 'units', header: 'UE', align: 'end', cell: ({ form }) => form && formatNumber(unitsOf(form) ?? 0) },
  {
    key: 'price',
    header: 'Preis',
    align: 'end',
    cell: ({ form }) => form && formatEuro(Number(seminarFieldsOf(form).price_euros)),
  },
  { key: 'credits', header: 'Credits', align: 'end', cell: ({ form }) => form?.credit_cost },
];

/** Creates drafts of seminars from a list, after a look at every row. */
export default function ImportPage() {
  const client = useDataClient();
  const titles = useQuery(seminarTitlesQuery(client));
  return (
    <AcademyPage
      width="narrow"
      title="Seminare aus einer Liste"
      intro="Aus einer Tabelle, mit einer Vorschau jeder Zeile. Jedes Seminar ist zuerst ein Entwurf."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Katalog', to: cataloguePaths.list }, { label: 'Seminare aus einer Liste' }]}
        />
      }
    >
      <QueryPart query={titles} title="Katalog" loading={<SkeletonCard lines={6} />}>
        {(present) => <ImportForm present={present} />}
      </QueryPart>
    </AcademyPage>
  );
}

function ImportForm({ present }: { present: readonly string[] }) {
  const { table, ...list } = useImportList(readSeminarTable);
  const { save, done } = useSeminarImport();
  const [asksFree, setAsksFree] = useState(false);
  const missing = missingSeminarColumn(table);
  const rows = useMemo(
    () => (missing === null && table.rows.length <= LONGEST_LIST ? readSeminarRows(table, present) : []),
    [missing, table, present],
  );
  const good = rows.filter(({ form }) => form !== null);
  const free = good.filter(({ form }) => form !== null && isNewlyFree(seminarFieldsOf(form).price_euros, null)).length;
  const send = () => {
    setAsksFree(false);
    save.mutate(good);
  };
  if (save.data) {
    return (
      <Results
        result={save.data}
        onAgain={() => {
          // Refused rows stay, to be edited.
          if (save.data?.refused.length === 0) list.onText('');
          save.reset();
        }}
      />
    );
  }
  return (
    <Form
      aria-label="Seminare aus einer Liste"
      onSubmit={(event) => {
        event.preventDefault();
        if (good.length === 0) return;
        if (free > 0) setAsksFree(true);
        else send();
      }}
    >
      <LeaveGuard when={list.text.trim() !== ''} />
      <Card as="div">
        <ImportFields
          {...list}
          table={table}
          labels={SEMINAR_FIELD_LABELS}
          missing={missing}
          rows={rows}
          disabled={save.isPending}
          hint="Eine Zeile je Seminar, aus Excel oder einer anderen Tabelle kopiert, oder als Datei."
          placeholder={'Titel; Kompetenz; Schwierigkeit; Theorie; Praxis; Preis; Credits'}
        />
        {good.length > 0 && (
          <DataTable
            caption="Gelesene Seminare"
            columns={COLUMNS}
            rows={good.slice(0, SHOWN_ROWS)}
            rowKey={({ line }) => String(line)}
          />
        )}
        {save.isPending && <ProgressBar label="Entwürfe werden angelegt" value={done} max={good.length} />}
        {save.isError && (
          <Alert tone="error" title="Nicht alle übernommen">
            {reasonOf(save.error)} Was schon angelegt ist, steht im Katalog und wird nicht noch einmal angelegt.
          </Alert>
        )}
        <FormActions>
          <Button type="submit" variant="primary" loading={save.isPending} disabled={good.length === 0}>
            {good.length === 0 ? 'Anlegen' : `${formatCount(good.length, 'Entwurf', 'Entwürfe')} anlegen`}
          </Button>
          <ButtonLink component={Link} to={cataloguePaths.list}>
            Zum Katalog
          </ButtonLink>
        </FormActions>
      </Card>
      <FreePriceDialog open={asksFree} count={free} onConfirm={send} onCancel={() => setAsksFree(false)} />
    </Form>
  );
}

function Results({ result: { saved, refused }, onAgain }: { result: ImportResult; onAgain: () => void }) {
  return (
    <Card as="div" title={`${formatCount(saved, 'Entwurf', 'Entwürfe')} angelegt`} level={2}>
      <Stack gap={2}>
        {refused.length > 0 && (
          <Alert tone="warning" title={`${formatCount(refused.length, 'Zeile', 'Zeilen')} nicht übernommen`}>
            <LineList lines={refused} />
          </Alert>
        )}
        <FormActions>
          <ButtonLink component={Link} to={cataloguePaths.drafts} variant="primary">
            Zu den Entwürfen
          </ButtonLink>
          <Button onClick={onAgain}>{refused.length > 0 ? 'Liste bearbeiten' : 'Weitere Liste'}</Button>
        </FormActions>
      </Stack>
    </Card>
  );
}
