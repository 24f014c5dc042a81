import { useState } from 'react';
import {
  COMPETENCY_LABELS,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  type LogbookEntry,
} from '@nemus/data';
import { Button, ConfirmDialog, Row, SampleChip, Stack, StatusChip, Text, writeDay } from '@nemus/ui';
import type { EntryForm } from '../../entries/entry-form';
import { LOCAL_WORDS, stateWords } from '../../entries/entry-state';
import type { EntryActions } from '../../entries/useEntryActions';
import { ConfirmerLetters } from '../../letters/ConfirmerLetters';
import type { LocalEntry } from '../../outbox/local-entries';
import { dayLabel, hasWeek } from '../../week/week';
import { EntryHistory } from './EntryHistory';

const nameOf = (category: EntryForm['category'], day: string) =>
  `${HOUR_CATEGORY_LABELS[category]}, ${hasWeek(day) ? dayLabel(day) : writeDay(day) || 'ohne Datum'}`;

function Facts({ parts }: { parts: readonly (string | null)[] }) {
  const said = parts.filter((part): part is string => part !== null && part !== '');
  return said.length === 0 ? null : (
    <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
      {said.join(' · ')}
    </Text>
  );
}

const minutesOf = (minutes: string) => (/^\d{1,4}$/.test(minutes) ? formatMinutes(Number(minutes)) : 'ohne Dauer');

/** A local entry. */
export function KeptRow({
  kept,
  isOpen,
  onEdit,
  onDrop,
}: {
  kept: LocalEntry;
  /** It is the one in the form. */
  isOpen: boolean;
  onEdit: () => void;
  onDrop: () => void;
}) {
  const { form, wanted, problem } = kept;
  const name = nameOf(form.category, form.done_on);
  return (
    <Stack as="li" gap={0.75}>
      <Row justify="between" align="start">
        <Text strong>
          {HOUR_CATEGORY_LABELS[form.category]}, {minutesOf(form.minutes)}
        </Text>
        <StatusChip tone={LOCAL_WORDS.tone}>{LOCAL_WORDS.text}</StatusChip>
      </Row>
      <Facts parts={[hasWeek(form.done_on) ? null : `Datum: ${writeDay(form.done_on) || 'fehlt'}`, form.note]} />
      {problem !== null && (
        <Text variant="small" tone="error">
          {problem.message}
        </Text>
      )}
      {isOpen ? (
        <Text variant="small" tone="muted">
          Steht im Formular.
        </Text>
      ) : (
        <Row>
          <Button size="small" icon="edit" aria-label={`Weiterschreiben: ${name}`} onClick={onEdit}>
            Weiterschreiben
          </Button>
          {!wanted || problem !== null ? (
            <Button size="small" aria-label={`Verwerfen: ${name}`} onClick={onDrop}>
              Verwerfen
            </Button>
          ) : null}
        </Row>
      )}
    </Stack>
  );
}

/** An entry of the server with its author's actions. */
export function EntryRow({
  entry,
  actions,
  onEdit,
}: {
  entry: LogbookEntry;
  actions: EntryActions;
  onEdit: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const words = stateWords(entry);
  const name = nameOf(entry.category, entry.done_on);
  const isOpen = entry.state === 'draft' || entry.state === 'returned';
  const { submit, remove, takeBack, correct } = actions;
  return (
    <Stack as="li" gap={0.75}>
      <Row justify="between" align="start">
        <Text strong>
          {HOUR_CATEGORY_LABELS[entry.category]}, {formatMinutes(entry.minutes)}
        </Text>
        <Row>
          {entry.is_sample && <SampleChip />}
          <StatusChip tone={words.tone}>{words.text}</StatusChip>
        </Row>
      </Row>
      <Facts
        parts={[
          entry.corrects === null ? null : 'Berichtigung eines bestätigten Eintrags',
          entry.corrected_by === null ? null : 'Dazu gibt es eine Berichtigung',
          entry.competency &&
            `${COMPETENCY_LABELS[entry.competency]}${entry.level ? `, ${COMPETENCY_LEVEL_LABELS[entry.level]}` : ''}`,
          entry.confirmer && entry.state !== 'confirmed' ? `an ${entry.confirmer}` : null,
          entry.site,
          entry.case_code,
        ]}
      />
      <Facts parts={[entry.note]} />
      {entry.is_stranded && (
        <Text variant="small" tone="warning">
          {entry.confirmer ?? 'Die Person, bei der er liegt,'} bestätigt nicht mehr. Nehmen Sie den Eintrag zurück und
          wählen Sie jemand anderen, oder fragen Sie Ihre Weiterbildungsstätte: Sie kann ihn übergeben.
        </Text>
      )}
      {entry.state === 'draft' && entry.return_reason !== null && (
        <Text variant="small">Zurückgegeben war er mit dem Grund: {entry.return_reason}</Text>
      )}
      <Row>
        {isOpen && (
          <>
            <Button size="small" icon="edit" aria-label={`Bearbeiten: ${name}`} onClick={onEdit}>
              Bearbeiten
            </Button>
            <Button
              size="small"
              aria-label={`Einreichen: ${name}`}
              loading={submit.isPending}
              disabled={entry.confirmer_id === null}
              onClick={() => submit.mutate([entry.id])}
            >
              Einreichen
            </Button>
            <Button size="small" icon="delete" aria-label={`Löschen: ${name}`} onClick={() => setAsks(true)}>
              Löschen
            </Button>
          </>
        )}
        {entry.state === 'submitted' && (
          <Button
            size="small"
            aria-label={`Zurücknehmen: ${name}`}
            loading={takeBack.isPending}
            onClick={() => takeBack.mutate(entry.id)}
          >
            Zurücknehmen
          </Button>
        )}
        {entry.state === 'submitted' &&
          entry.confirmer_id !== null &&
          entry.confirmer !== null &&
          !entry.is_stranded && (
            <ConfirmerLetters to={{ id: entry.confirmer_id, name: entry.confirmer }} of={name} canSend />
          )}
        {entry.state === 'confirmed' && entry.corrected_by === null && !entry.is_sample && (
          <Button
            size="small"
            aria-label={`Berichtigen: ${name}`}
            loading={correct.isPending}
            onClick={() => correct.mutate(entry.id)}
          >
            Berichtigen
          </Button>
        )}
        {(entry.state !== 'draft' || entry.return_reason !== null) && !entry.is_sample && (
          <EntryHistory entryId={entry.id} name={name} />
        )}
      </Row>
      <ConfirmDialog
        open={asks}
        title="Eintrag löschen?"
        confirmLabel="Eintrag löschen"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(entry.id, { onSettled: () => setAsks(false) })}
        onCancel={() => setAsks(false)}
      >
        {name}, {formatMinutes(entry.minutes)}. Das lässt sich nicht rückgängig machen.
      </ConfirmDialog>
    </Stack>
  );
}
