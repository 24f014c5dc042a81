import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { LogExport, LogList, useLogAddress, type LogAddressNames, type LogWords } from '@nemus/area/log';
import {
  auditFiltersQuery,
  auditLinesQuery,
  fetchAllAuditLines,
  type AuditLine,
  type AuditLines,
  type AuditSelection,
} from '@nemus/data';
import { EmptyState } from '@nemus/ui';
import { useSession } from '@nemus/contract/react';
import { AcademyPage } from '../../frame/AcademyPage';
import { actionText, subjectText } from './audit-labels';
import { linkOf } from './audit-links';

const ADDRESS: LogAddressNames = {
  actor: 'actor',
  subject: 'subject',
  subjectId: 'id',
  search: 'q',
  from: 'from',
  until: 'until',
  before: 'below',
};

const WHO = [{ header: 'Konto', value: ({ actor_id: id }: AuditLine) => id }];

const pageOf = ({ rows, has_more: hasMore }: AuditLines) => ({
  lines: rows,
  next: hasMore ? (rows.at(-1)?.id ?? null) : null,
});

/** The audit log: which staff member did what, when, and the old values. */
export default function AuditPage() {
  const client = useDataClient();
  const address = useLogAddress(ADDRESS);
  const { to: until, before: below, ...narrowed } = address.selection;
  const selection: AuditSelection = { ...narrowed, until, below };
  const rights = useSession().profile?.rights ?? [];
  const words: LogWords<AuditLine> = {
    actor: ({ actor_name: name }) => name,
    action: ({ action }) => actionText(action),
    subject: subjectText,
    link: (line) => linkOf(line, rights),
  };
  const lines = useQuery({ ...auditLinesQuery(client, selection), select: pageOf });
  const filters = useQuery(auditFiltersQuery(client)).data;
  return (
    <AcademyPage
      title="Protokoll"
      intro="Wer im Team wann was getan hat, mit dem Stand davor und danach. Einträge kommen nur hinzu."
      actions={
        <LogExport words={words} who={WHO} rows={() => fetchAllAuditLines(client, { ...selection, below: null })} />
      }
    >
      <LogList
        query={lines}
        address={address}
        words={words}
        actors={(filters?.actors ?? []).map(({ actor_id: value, actor_name: label }) => ({ value, label }))}
        subjects={(filters?.subjects ?? []).map((value) => ({ value, label: subjectText(value) }))}
        withKeys
        empty={
          <EmptyState icon="search" title="Noch keine Einträge">
            Sobald jemand im Team etwas ändert, steht es hier.
          </EmptyState>
        }
      />
    </AcademyPage>
  );
}
