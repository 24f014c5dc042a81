import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { LogExport, LogList, useLogAddress, type LogAddressNames } from '@nemus/area/log';
import { useSession } from '@nemus/contract/react';
import { fetchAllOrganisationLines, membersQuery, organisationLinesQuery } from '@nemus/data';
import { EmptyState } from '@nemus/ui';
import { SettingsFrame } from '../../frame/SettingsFrame';
import { SUBJECTS, WORDS } from './line-words';

const ADDRESS: LogAddressNames = {
  actor: 'wer',
  subject: 'was',
  search: 'q',
  from: 'von',
  until: 'bis',
  before: 'vor',
};

/** The institution's log: who did what and when, with the old values; for administrators. */
export default function AuditPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const address = useLogAddress(ADDRESS);
  const { selection } = address;
  const lines = useQuery(organisationLinesQuery(client, userId, selection));
  const members = useQuery(membersQuery(client, userId)).data?.members ?? [];
  return (
    <SettingsFrame
      title="Protokoll"
      intro="Wer für Ihre Weiterbildungsstätte wann was getan hat, mit dem Stand davor und danach. Einträge kommen nur hinzu."
      actions={
        <LogExport words={WORDS} rows={() => fetchAllOrganisationLines(client, { ...selection, before: null })} />
      }
    >
      <LogList
        query={lines}
        address={address}
        words={WORDS}
        actors={members.map(({ user_id: value, name: label }) => ({ value, label }))}
        subjects={Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }))}
        empty={
          <EmptyState icon="history" title="Noch keine Einträge">
            Sobald ein Mitglied etwas ändert, bucht oder einlädt, steht es hier.
          </EmptyState>
        }
      />
    </SettingsFrame>
  );
}
