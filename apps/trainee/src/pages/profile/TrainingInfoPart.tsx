import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { trainingInfoQuery } from '@nemus/data';
import { Card, DefinitionList, SkeletonCard, Text } from '@nemus/ui';
import { EditButton } from './EditButton';
import { trainingFactsOf } from './training-info';
import { TrainingInfoForm } from './TrainingInfoForm';
import { useEditing } from './useEditing';

/** The account's training, shown or edited. */
export function TrainingInfoPart() {
  const { userId } = useSession();
  const info = useQuery(trainingInfoQuery(useDataClient(), userId));
  const { editing, begin, end } = useEditing('weiterbildung');
  return (
    <QueryPart query={info} title="Ihre Weiterbildung" loading={<SkeletonCard lines={8} />}>
      {(row) => (
        <Card
          level={2}
          title="Weiterbildung"
          aside={row !== null && !editing && <EditButton what="Weiterbildung" onClick={begin} />}
        >
          {row === null ? (
            <Text tone="muted">Für Ihr Konto ist keine Weiterbildung hinterlegt.</Text>
          ) : editing ? (
            <TrainingInfoForm userId={userId} info={row} onDone={end} />
          ) : (
            <DefinitionList dense items={trainingFactsOf(row)} />
          )}
        </Card>
      )}
    </QueryPart>
  );
}
