import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import type { Profile } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { personalDataQuery } from '@nemus/data';
import { Card, DefinitionList, SkeletonCard, Text } from '@nemus/ui';
import { EditButton } from './EditButton';
import { personalFactsOf } from './personal-data';
import { PersonalDataForm } from './PersonalDataForm';
import { useEditing } from './useEditing';

/** Personal data, shown or edited. */
export function PersonalDataPart({ profile }: { profile: Profile }) {
  const { userId } = useSession();
  const data = useQuery(personalDataQuery(useDataClient(), userId));
  const { editing, begin, end } = useEditing('daten');
  return (
    <QueryPart query={data} title="Ihre persönlichen Daten" loading={<SkeletonCard lines={8} />}>
      {(row) => (
        <Card
          level={2}
          title="Persönliche Daten"
          aside={row !== null && !editing && <EditButton what="Persönliche Daten" onClick={begin} />}
        >
          {row === null ? (
            <Text tone="muted">Für Ihr Konto sind keine persönlichen Daten hinterlegt.</Text>
          ) : editing ? (
            <PersonalDataForm profile={profile} data={row} onDone={end} />
          ) : (
            <DefinitionList dense items={personalFactsOf(profile, row)} />
          )}
        </Card>
      )}
    </QueryPart>
  );
}
