import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  institutionLinksQuery,
  NOT_SHARED_WITH_INSTITUTION,
  SHARED_WITH_INSTITUTION,
  type InstitutionLink,
} from '@nemus/data';
import { Button, Card, ConfirmDialog, formatDate, Row, ScreenOnly, SkeletonCard, Stack, Text } from '@nemus/ui';
import { useEndLink } from './useEndLink';

const nameOf = ({ institution_name: name }: InstitutionLink) => name ?? 'Eine Weiterbildungsstätte';

/** The institutions that see the account's progress, what exactly they see, and a button to end it. */
export function InstitutionLinks() {
  const { userId } = useSession();
  const links = useQuery(institutionLinksQuery(useDataClient(), userId));
  const end = useEndLink();
  const [ending, setEnding] = useState<InstitutionLink | null>(null);
  return (
    <QueryPart query={links} title="Verbundene Weiterbildungsstätten" loading={<SkeletonCard lines={3} />}>
      {(rows) => (
        <Card level={2} title="Verbundene Weiterbildungsstätten">
          {rows.length === 0 ? (
            <Text tone="muted">
              Ihr Konto ist mit keiner Weiterbildungsstätte verbunden. Keine sieht Ihren Fortschritt.
            </Text>
          ) : (
            <Stack gap={2}>
              <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {rows.map((link) => (
                  <Row as="li" key={link.trainee_id} justify="between" align="start" gap={1.5}>
                    <Stack gap={0.25} sx={{ flex: '1 1 12rem' }}>
                      <Text strong>{nameOf(link)}</Text>
                      <Text variant="small" tone="muted" numeric>
                        Verbunden seit {formatDate(link.linked_at)}
                      </Text>
                    </Stack>
                    <ScreenOnly>
                      <Button
                        size="small"
                        aria-label={`Verbindung beenden: ${nameOf(link)}`}
                        onClick={() => setEnding(link)}
                      >
                        Verbindung beenden …
                      </Button>
                    </ScreenOnly>
                  </Row>
                ))}
              </Stack>
              <Stack gap={0.5}>
                <Text variant="small">
                  {rows.length === 1
                    ? 'Diese Weiterbildungsstätte sieht:'
                    : 'Diese Weiterbildungsstätten sehen jeweils:'}
                </Text>
                <Text as="ul" variant="small" sx={{ paddingInlineStart: 2.5, margin: 0 }}>
                  {SHARED_WITH_INSTITUTION.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </Text>
                <Text variant="small" tone="muted">
                  {NOT_SHARED_WITH_INSTITUTION}
                </Text>
              </Stack>
            </Stack>
          )}
          {ending && (
            <ConfirmDialog
              open
              danger
              title="Verbindung beenden?"
              confirmLabel="Verbindung beenden"
              cancelLabel="Verbindung behalten"
              busy={end.isPending}
              onConfirm={() => end.mutate(ending.trainee_id, { onSettled: () => setEnding(null) })}
              onCancel={() => setEnding(null)}
            >
              {nameOf(ending)} sieht Ihren Fortschritt danach nicht mehr. Gebuchte Kurse behalten Sie. Für eine neue
              Verbindung brauchen Sie eine neue Einladung.
            </ConfirmDialog>
          )}
        </Card>
      )}
    </QueryPart>
  );
}
