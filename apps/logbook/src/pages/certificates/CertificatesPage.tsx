import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HelpText, QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { logbookCertificatesQuery } from '@nemus/data';
import { Button, EmptyState, SkeletonCard, Stack, Surface } from '@nemus/ui';
import { useEntryActions } from '../../entries/useEntryActions';
import { LogbookPage } from '../../frame/LogbookPage';
import { EntryRow } from '../week/EntryRow';
import { CertificateEditor } from './CertificateEditor';

/** Certificates of courses that a trainee attended elsewhere: entries with a file. */
export default function CertificatesPage() {
  const { userId } = useSession();
  const query = useQuery(logbookCertificatesQuery(useDataClient(), userId));
  const actions = useEntryActions();
  // An entry's id, or a new one; null: nothing is open.
  const [edited, setEdited] = useState<string | 'new' | null>(null);
  const entry = query.data?.find(({ id }) => id === edited) ?? null;
  return (
    <LogbookPage
      title="Zertifikate von anderswo"
      intro="Kurse, die Sie außerhalb dieses Portals besucht haben. Bestätigt, zählen sie in Ihrer Anrechnung."
      actions={
        <Button variant="primary" icon="add" onClick={() => setEdited('new')}>
          Zertifikat hinzufügen
        </Button>
      }
    >
      <Stack gap={3}>
        {(edited === 'new' || entry !== null) && (
          <CertificateEditor key={edited} entry={entry} onClose={() => setEdited(null)} />
        )}
        <QueryPart query={query} title="Ihre Zertifikate" loading={<SkeletonCard lines={3} />}>
          {(rows) =>
            rows.length === 0 ? (
              edited === null && (
                <EmptyState icon="article" title="Noch kein Zertifikat">
                  Laden Sie die Datei hoch, geben Sie Umfang, Aussteller und Datum an, und reichen Sie es bei jemandem
                  ein, der bestätigt.
                </EmptyState>
              )
            ) : (
              <Stack gap={2}>
                <SampleNotice shown={rows.some(({ is_sample: isSample }) => isSample)} />
                <Surface as="section" aria-label="Ihre Zertifikate">
                  <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                    {rows.map((row) => (
                      <EntryRow
                        key={row.id}
                        entry={row}
                        actions={actions}
                        onEdit={() => setEdited(row.id)}
                        onCorrect={() => actions.correct.mutate(row.id, { onSuccess: setEdited })}
                      />
                    ))}
                  </Stack>
                </Surface>
              </Stack>
            )
          }
        </QueryPart>
        <HelpText question="Wer sieht meine Datei?">
          <p>
            Nur Sie, und wer das Zertifikat bestätigt, mit einem Konto: bis zur Entscheidung auch die Vertretung. Ihre
            Weiterbildungsstätte sieht Titel, Aussteller, Datum und Umfang, nicht die Datei. Nach der Bestätigung ist
            sie nicht mehr auszutauschen; sie wird mit Ihrem Konto gelöscht.
          </p>
        </HelpText>
      </Stack>
    </LogbookPage>
  );
}
