import { useState } from 'react';
import {
  Button,
  ConfirmDialog,
  ErrorCard,
  formatDate,
  MISSING,
  Section,
  Skeleton,
  Stack,
  StatusChip,
  Text,
  type Tone,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import type { InstitutionReview } from './institution-reviews';
import { useInstitutionReviews } from './useInstitutionReviews';

const STATES: Readonly<Record<InstitutionReview['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Wartet', tone: 'warning' },
  renamed: { label: 'Anderer Name', tone: 'warning' },
  approved: { label: 'Freigegeben', tone: 'success' },
  withdrawn: { label: 'Zurückgezogen', tone: 'neutral' },
};

/** For operators: which institutions may invite people and book for them. */
export function InstitutionSection() {
  const { reviews, busy, reload, approve, withdraw } = useInstitutionReviews();
  const [asking, setAsking] = useState<InstitutionReview | null>(null);
  const columns: readonly Column<InstitutionReview>[] = [
    {
      key: 'name',
      header: 'Weiterbildungsstätte',
      cell: ({ name, approved_name: approved, email }) => (
        <Stack gap={0}>
          {name || MISSING}
          {approved !== null && approved !== name ? (
            <Text variant="caption" tone="muted">
              freigegeben als {approved}
            </Text>
          ) : null}
          <Text variant="caption" tone="muted">
            {email}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'place',
      header: 'Angaben',
      cell: ({ address, website }) => (
        <Stack gap={0}>
          {/* As text: do not link what a stranger has written. */}
          {[address, website].filter(Boolean).map((line) => (
            <Text key={line} variant="caption" as="span">
              {line}
            </Text>
          ))}
          {address === '' && website === '' ? MISSING : null}
        </Stack>
      ),
    },
    { key: 'registered', header: 'Registriert', cell: ({ registered_at: since }) => formatDate(since) },
    {
      key: 'state',
      header: 'Stand',
      cell: ({ state }) => <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>,
    },
    {
      key: 'decide',
      header: 'Entscheidung',
      cell: (review) =>
        review.state === 'approved' ? (
          <Button
            size="small"
            aria-label={`Freigabe zurückziehen: ${review.name}`}
            disabled={busy !== null}
            onClick={() => setAsking(review)}
          >
            Zurückziehen …
          </Button>
        ) : (
          <Button
            size="small"
            variant="primary"
            aria-label={`Freigeben: ${review.name}`}
            disabled={review.name === '' || (busy !== null && busy !== review.institution_id)}
            loading={busy === review.institution_id}
            onClick={() => void approve(review)}
          >
            Freigeben
          </Button>
        ),
    },
  ];
  return (
    <Section
      title="Weiterbildungsstätten"
      description="Wer freigegeben ist, darf Personen einladen und Kurse für sie buchen. Nachrichten nennen den Namen, der freigegeben wurde."
    >
      {reviews === null ? <Skeleton width="100%" height={96} /> : null}
      {reviews === 'failed' ? (
        <ErrorCard
          title="Die Weiterbildungsstätten konnten nicht gelesen werden"
          message="Der Server antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal."
          onRetry={() => void reload()}
        />
      ) : null}
      {reviews !== null && reviews !== 'failed' ? (
        <DataTable
          caption="Liste der Weiterbildungsstätten"
          columns={columns}
          rows={reviews}
          rowKey={({ institution_id: id }) => id}
        />
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        danger
        title="Freigabe zurückziehen?"
        confirmLabel="Freigabe zurückziehen"
        busy={busy !== null}
        onConfirm={() => {
          if (asking) void withdraw(asking).then(() => setAsking(null));
        }}
        onCancel={() => setAsking(null)}
      >
        {asking?.name} kann dann niemanden mehr einladen und keine Kurse für andere buchen. Offene Einladungen gelten
        nicht mehr; bestehende Verbindungen bleiben.
      </ConfirmDialog>
    </Section>
  );
}
