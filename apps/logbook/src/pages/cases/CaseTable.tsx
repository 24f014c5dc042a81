import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  caseHoursQuery,
  closeLogbookCase,
  deleteLogbookCase,
  formatMinutes,
  type CaseHours,
  type LogbookCase,
} from '@nemus/data';
import { Button, Chip, formatDate, formatNumber, MISSING, Row } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { today } from '../../week/week';
import { ageOf } from './case-words';
import { LabelDialog } from './LabelDialog';
import { useCaseAction } from './useCaseAction';

/** Treatment for each unit of supervision: `4,5 zu 1`. */
const ratioOf = ({ practice, supervision }: CaseHours) =>
  supervision === 0 ? MISSING : `${formatNumber(practice / supervision, 1)} zu 1`;

/** The cases with their hours and their ratio of treatment to supervision. */
export function CaseTable({ cases }: { cases: readonly LogbookCase[] }) {
  const { userId } = useSession();
  const [labelled, setLabelled] = useState<LogbookCase | null>(null);
  const hours = useQuery(caseHoursQuery(useDataClient(), userId)).data ?? [];
  const hoursOf = ({ id }: LogbookCase) => hours.find(({ case_id: of }) => of === id);
  const columns: Column<LogbookCase>[] = [
    { key: 'code', header: 'Fall', cell: ({ code }) => code },
    { key: 'label', header: 'Eigene Bezeichnung', cell: ({ label }) => label || MISSING },
    { key: 'age', header: 'Alter', cell: ({ age_band: band }) => (band === null ? MISSING : ageOf(band)) },
    {
      key: 'practice',
      header: 'Behandlung',
      align: 'end',
      cell: (one) => formatMinutes(hoursOf(one)?.practice ?? 0),
    },
    {
      key: 'supervision',
      header: 'Supervision',
      align: 'end',
      cell: (one) => formatMinutes(hoursOf(one)?.supervision ?? 0),
    },
    {
      key: 'ratio',
      header: 'Verhältnis',
      align: 'end',
      cell: (one) => {
        const counted = hoursOf(one);
        return counted === undefined ? MISSING : ratioOf(counted);
      },
    },
    {
      key: 'state',
      header: 'Stand',
      cell: ({ started_on: from, closed_on: until }) => (
        <Chip tone={until === null ? 'info' : 'neutral'}>
          {until !== null
            ? `Abgeschlossen am ${formatDate(until)}`
            : from === null
              ? 'Läuft'
              : `Läuft seit ${formatDate(from)}`}
        </Chip>
      ),
    },
    {
      key: 'actions',
      header: 'Aktionen',
      hideHeader: true,
      cell: (one) => <CaseActions one={one} isUsed={hoursOf(one) !== undefined} onLabel={() => setLabelled(one)} />,
    },
  ];
  return (
    <>
      <DataTable caption="Ihre Fälle" columns={columns} rows={cases} rowKey={({ id }) => id} />
      {labelled !== null && <LabelDialog one={labelled} onClose={() => setLabelled(null)} />}
    </>
  );
}

function CaseActions({ one, isUsed, onLabel }: { one: LogbookCase; isUsed: boolean; onLabel: () => void }) {
  const client = useDataClient();
  const isOpen = one.closed_on === null;
  const close = useCaseAction(
    (day: string | null) => closeLogbookCase(client, one.id, day),
    isOpen ? 'Fall abgeschlossen' : 'Fall wieder geöffnet',
    'Fall nicht geändert',
  );
  const remove = useCaseAction(() => deleteLogbookCase(client, one.id), 'Fall gelöscht', 'Fall nicht gelöscht');
  return (
    <Row>
      <Button size="small" icon="edit" aria-label={`Bezeichnen: ${one.code}`} onClick={onLabel}>
        Bezeichnen
      </Button>
      <Button
        size="small"
        aria-label={`${isOpen ? 'Abschließen' : 'Wieder öffnen'}: ${one.code}`}
        loading={close.isPending}
        onClick={() => close.mutate(isOpen ? today() : null)}
      >
        {isOpen ? 'Abschließen' : 'Wieder öffnen'}
      </Button>
      {/* A case that entries name stays. */}
      {!isUsed && (
        <Button
          size="small"
          icon="delete"
          aria-label={`Löschen: ${one.code}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          Löschen
        </Button>
      )}
    </Row>
  );
}
