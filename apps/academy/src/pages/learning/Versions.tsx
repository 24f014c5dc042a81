import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchLearningVersion, learningVersionsQuery, type LearningDocument } from '@nemus/data';
import { Button, ButtonLink, Card, formatDateTime, Row, SkeletonText, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { learningPaths } from './learning-paths';

/** Who published what and when; an earlier version can be restored as the draft. */
export function Versions({ courseId, onTakeUp }: { courseId: string; onTakeUp: (document: LearningDocument) => void }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const versions = useQuery(learningVersionsQuery(client, courseId));
  const takeUp = useAction({
    mutationFn: (number: number) => fetchLearningVersion(client, courseId, number),
    onSuccess: (document, number) => {
      onTakeUp(document);
      notify({
        kind: 'info',
        title: `Version ${number} steht im Entwurf`,
        description: 'Sie ist noch nicht gespeichert.',
      });
    },
    onError: (error) => notify({ kind: 'error', title: 'Version nicht geladen', description: reasonOf(error) }),
  });
  return (
    <Card title="Veröffentlichte Versionen" level={2}>
      <QueryPart query={versions} title="Versionen" loading={<SkeletonText lines={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text tone="muted">Noch keine Version auf diesen Seiten veröffentlicht.</Text>
          ) : (
            <Stack as="ul" gap={1} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {rows.map(({ number, publisher, created_at }) => (
                <li key={number}>
                  <Row justify="between" gap={1}>
                    <Text as="span">
                      Version {number} · {formatDateTime(created_at)} · {publisher}
                    </Text>
                    <Row gap={0.5}>
                      <ButtonLink
                        component={Link}
                        to={learningPaths.preview(courseId, number)}
                        size="small"
                        variant="quiet"
                        icon="eye"
                        aria-label={`Ansicht der Lernenden, Version ${number}`}
                      >
                        Ansicht der Lernenden
                      </ButtonLink>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={`Version ${number} in den Entwurf übernehmen`}
                        onClick={() => takeUp.mutate(number)}
                      >
                        In den Entwurf übernehmen
                      </Button>
                    </Row>
                  </Row>
                </li>
              ))}
            </Stack>
          )
        }
      </QueryPart>
    </Card>
  );
}
