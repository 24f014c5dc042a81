import { useState, type ReactNode } from 'react';
import {
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  endSentence,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  type LogbookEntry,
} from '@nemus/data';
import {
  Button,
  Chip,
  ConfirmDialog,
  formatDays,
  IconButton,
  Row,
  SampleChip,
  Stack,
  StatusChip,
  Text,
  writeDay,
} from '@nemus/ui';
import { CertificateFileButton } from '../../certificates/CertificateFileButton';
import { minutesOf, readDurations } from '../../entries/duration';
import type { EntryForm } from '../../entries/entry-form';
import { LOCAL_WORDS, stateWords } from '../../entries/entry-state';
import type { EntryActions } from '../../entries/useEntryActions';
import { ConfirmerLetters } from '../../letters/ConfirmerLetters';
import type { LocalEntry } from '../../outbox/local-entries';
import { dayLabel, hasWeek } from '../../week/week';
import { EntryHistory } from './EntryHistory';

const nameOf = (category: EntryForm['category'], day: string) =>
  `${HOUR_CATEGORY_LABELS[category]}, ${hasWeek(day) ? dayLabel(day) : writeDay(day) || 'ohne Datum'}`;

/** A typed duration in units. */
function durationOf(text: string): string {
  const read = readDurations(text);
  if (read === null) return 'ohne Dauer';
  return read.length > 1
    ? `${read.length} Einträge, ${formatMinutes(minutesOf(text))}`
    : formatMinutes(minutesOf(text));
}

/** The line of an entry: what was done, its state, and its actions. */
function Line({
  title,
  parts,
  state,
  actions,
  children,
}: {
  title: string;
  parts: readonly (string | null)[];
  state: ReactNode;
  actions: ReactNode;
  /** What needs more room than the line has. */
  children?: ReactNode;
}) {
  const said = parts.filter((part): part is string => part !== null && part !== '');
  return (
    <Stack as="li" gap={0.25}>
      <Row gap={1} justify="between" sx={{ minHeight: 28 }}>
        <Text as="div" variant="small" sx={{ flex: '1 1 15rem', overflowWrap: 'anywhere' }}>
          <strong>{title}</strong>
          {said.length > 0 && (
            <Text as="span" variant="small" tone="muted">
              {` · ${said.join(' · ')}`}
            </Text>
          )}
        </Text>
        <Row gap={0.5} sx={{ flex: '0 1 auto' }}>
          {state}
        </Row>
        <Row gap={0} justify="end" sx={{ '& > button': { height: { xs: 34, md: 28 }, minHeight: 0, paddingBlock: 0 } }}>
          {actions}
        </Row>
      </Row>
      {children}
    </Stack>
  );
}

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
    <Line
      title={`${HOUR_CATEGORY_LABELS[form.category]}, ${durationOf(form.minutes)}`}
      parts={[hasWeek(form.done_on) ? null : `Datum: ${writeDay(form.done_on) || 'fehlt'}`, form.note]}
      state={<StatusChip tone={LOCAL_WORDS.tone}>{LOCAL_WORDS.text}</StatusChip>}
      actions={
        isOpen ? (
          <Text variant="small" tone="muted">
            Steht im Formular.
          </Text>
        ) : (
          <>
            <IconButton icon="edit" size="small" label={`Weiterschreiben: ${name}`} onClick={onEdit} />
            {!wanted || problem !== null ? (
              <IconButton icon="delete" size="small" label={`Verwerfen: ${name}`} onClick={onDrop} />
            ) : null}
          </>
        )
      }
    >
      {problem !== null && (
        <Text variant="small" tone="error">
          {problem.message}
        </Text>
      )}
    </Line>
  );
}

/** An entry of the server with its author's actions. */
export function EntryRow({
  entry,
  actions,
  onEdit,
  onCorrect,
}: {
  entry: LogbookEntry;
  actions: EntryActions;
  onEdit: (focus: keyof EntryForm) => void;
  onCorrect: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const words = stateWords(entry);
  const hours = `${HOUR_CATEGORY_LABELS[entry.category]}, ${formatMinutes(entry.minutes)}`;
  const isCertificate = entry.file_id !== null;
  const name = isCertificate ? entry.note : nameOf(entry.category, entry.done_on);
  const isOpen = entry.state === 'draft' || entry.state === 'returned';
  const { submit, remove, takeBack, correct } = actions;
  return (
    <Line
      title={isCertificate ? entry.note : hours}
      parts={[
        ...(isCertificate ? [entry.issuer, formatDays(entry.started_on ?? entry.done_on, entry.done_on), hours] : []),
        entry.corrects === null ? null : 'Berichtigung eines bestätigten Eintrags',
        entry.corrected_by === null ? null : 'Dazu gibt es eine Berichtigung',
        entry.competency &&
          `${COMPETENCY_LABELS[entry.competency]}${entry.level ? `, ${COMPETENCY_LEVEL_LABELS[entry.level]}` : ''}`,
        entry.confirmer && entry.state !== 'confirmed' ? `an ${entry.confirmer}` : null,
        entry.site,
        entry.case_code,
        isCertificate ? null : entry.note,
      ]}
      state={
        <>
          {entry.is_sample && <SampleChip />}
          {entry.is_imported && <Chip>Übernommen</Chip>}
          <StatusChip tone={words.tone}>{words.text}</StatusChip>
        </>
      }
      actions={
        <>
          {entry.file !== null && <CertificateFileButton file={entry.file} title={entry.note} />}
          {isOpen && (
            <>
              {entry.confirmer_id === null ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Wer bestätigt? ${name}`}
                  onClick={() => onEdit('confirmer_id')}
                >
                  Wer bestätigt?
                </Button>
              ) : (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Einreichen: ${name}`}
                  loading={submit.isPending}
                  onClick={() => submit.mutate([entry.id])}
                >
                  Einreichen
                </Button>
              )}
              <IconButton icon="edit" size="small" label={`Bearbeiten: ${name}`} onClick={() => onEdit('done_on')} />
              <IconButton icon="delete" size="small" label={`Löschen: ${name}`} onClick={() => setAsks(true)} />
            </>
          )}
          {entry.state === 'submitted' && (
            <Button
              size="small"
              variant="quiet"
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
              variant="quiet"
              aria-label={`Berichtigen: ${name}`}
              loading={correct.isPending}
              onClick={onCorrect}
            >
              Berichtigen
            </Button>
          )}
          {(entry.state !== 'draft' || entry.return_reason !== null) && !entry.is_sample && (
            <EntryHistory entryId={entry.id} name={name} />
          )}
        </>
      }
    >
      {entry.state === 'submitted' && <WaitingNotice entry={entry} />}
      {entry.state === 'draft' && entry.return_reason !== null && (
        <Text variant="small">Zurückgegeben war er mit dem Grund: {entry.return_reason}</Text>
      )}
      <ConfirmDialog
        open={asks}
        title="Eintrag löschen?"
        confirmLabel="Eintrag löschen"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(entry.id, { onSettled: () => setAsks(false) })}
        onCancel={() => setAsks(false)}
      >
        {name}, {endSentence(formatMinutes(entry.minutes))} Das lässt sich nicht rückgängig machen.
      </ConfirmDialog>
    </Line>
  );
}

/** Why an entry that waits may not be confirmed, or may be although the link has ended. */
function WaitingNotice({ entry }: { entry: LogbookEntry }) {
  const person = entry.confirmer ?? 'Die Person, bei der er liegt,';
  if (entry.is_stranded) {
    return (
      <Text variant="small" tone="warning">
        {person} kann diesen Eintrag nicht mehr bestätigen. Nehmen Sie ihn zurück und wählen Sie jemand anderen
        {entry.is_unlinked ? '.' : ', oder fragen Sie Ihre Weiterbildungsstätte: Sie kann ihn übergeben.'}
      </Text>
    );
  }
  if (entry.is_paused) {
    return (
      <Text variant="small" tone="warning">
        Für diese Weiterbildungsstätte kann zurzeit nichts bestätigt werden. Der Eintrag wartet; Sie können ihn
        zurücknehmen.
      </Text>
    );
  }
  return entry.is_unlinked ? (
    <Text variant="small" tone="muted">
      Ihre Verbindung mit dieser Weiterbildungsstätte ist beendet. {person} kann den Eintrag noch bestätigen, weil er
      vorher eingereicht wurde.
    </Text>
  ) : null;
}
