import { useState } from 'react';
import {
  attributeWords,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  endSentence,
  type EntryDecision,
  type EntryToConfirm,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  type SignOffPage,
} from '@nemus/data';
import { Alert, Box, Button, Checkbox, formatCount, formatDate, Row, Stack, Surface, Text, TextArea } from '@nemus/ui';
import { LEFT_WORDS } from '../../entries/entry-state';
import type { SignOffProblem } from './useSignOff';

/** The pending entries and the decision: all entries are selected at first. */
export function SignOffForm({
  page,
  problem,
  sending,
  onDecide,
}: {
  page: SignOffPage;
  problem: SignOffProblem | null;
  sending: EntryDecision['kind'] | null;
  onDecide: (ids: readonly string[], decision: EntryDecision) => void;
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [returns, setReturns] = useState(false);
  const chosen = page.entries.filter(({ id }) => !left.has(id));
  const ids = chosen.map(({ id }) => id);
  const minutes = chosen.reduce((sum, entry) => sum + entry.minutes, 0);
  const choose = (id: string, on: boolean) =>
    setLeft((before) => {
      const after = new Set(before);
      if (on) after.delete(id);
      else after.add(id);
      return after;
    });
  const trainee = page.trainee === '' ? 'einer Person in Weiterbildung' : page.trainee;
  return (
    <Stack gap={2.5}>
      <Surface padding="large">
        <Stack gap={2}>
          <Text>
            Sie bestätigen als <strong>{page.name}</strong>
            {page.institution === null ? '' : ` für ${page.institution}`} Stunden von <strong>{trainee}</strong>.
          </Text>
          {page.entries.some(({ is_linked: isLinked }) => !isLinked) && <Text>{LEFT_WORDS}</Text>}
          {page.entries.length === 0 ? (
            <Text>Zurzeit wartet nichts: Die Einträge wurden zurückgezogen oder schon entschieden.</Text>
          ) : (
            <Stack gap={1}>
              {page.entries.length > 1 && (
                <Checkbox
                  label="Alle auswählen"
                  checked={ids.length === page.entries.length}
                  indeterminate={ids.length > 0 && ids.length < page.entries.length}
                  onChange={({ target }) => setLeft(new Set(target.checked ? [] : page.entries.map(({ id }) => id)))}
                />
              )}
              <Stack as="ul" role="list" gap={1} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {page.entries.map((entry) => (
                  <EntryLine
                    key={entry.id}
                    entry={entry}
                    chosen={!left.has(entry.id)}
                    onChoose={(on) => choose(entry.id, on)}
                  />
                ))}
              </Stack>
            </Stack>
          )}
        </Stack>
      </Surface>
      {problem !== null && !problem.atReason && (
        <Alert tone="error" title="Nichts wurde gespeichert">
          {problem.words}
        </Alert>
      )}
      {page.entries.length > 0 && (
        <Surface padding="large">
          <Stack gap={2}>
            <Text role="status">
              {ids.length === 0
                ? 'Kein Eintrag ist gewählt.'
                : `${formatCount(ids.length, 'Eintrag ist', 'Einträge sind')} gewählt, ${endSentence(formatMinutes(minutes))}`}
            </Text>
            <Text variant="small" tone="muted">
              Ein bestätigter Eintrag ändert sich nie mehr. Der Link gilt für eine Entscheidung, bis zum{' '}
              {formatDate(page.expires_at)}; für Einträge, die offen bleiben, bekommen Sie einen neuen.
            </Text>
            {returns && (
              <TextArea
                label="Grund der Rückgabe"
                hint="Die Person in Weiterbildung liest ihn und kann die Einträge ändern und neu einreichen."
                maxLength={1000}
                value={reason}
                error={problem?.atReason === true ? problem.words : undefined}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
            <Row>
              {returns ? (
                <>
                  <Button
                    variant="primary"
                    loading={sending === 'return'}
                    disabled={ids.length === 0}
                    onClick={() => onDecide(ids, { kind: 'return', reason })}
                  >
                    Mit diesem Grund zurückgeben
                  </Button>
                  <Button onClick={() => setReturns(false)}>Doch nicht</Button>
                </>
              ) : (
                <>
                  <Button
                    variant="primary"
                    loading={sending === 'confirm'}
                    disabled={ids.length === 0}
                    onClick={() => onDecide(ids, { kind: 'confirm' })}
                  >
                    Bestätigen
                  </Button>
                  <Button disabled={ids.length === 0 || sending !== null} onClick={() => setReturns(true)}>
                    Zurückgeben
                  </Button>
                </>
              )}
            </Row>
          </Stack>
        </Surface>
      )}
    </Stack>
  );
}

function EntryLine({
  entry,
  chosen,
  onChoose,
}: {
  entry: EntryToConfirm;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}) {
  const { competency, level, site, case: code, corrects } = entry;
  const details = [
    competency === null
      ? null
      : `${COMPETENCY_LABELS[competency]}${level === null ? '' : `, ${COMPETENCY_LEVEL_LABELS[level]}`}`,
    ...attributeWords(entry.attributes),
    site,
    code === null ? null : `Fall ${code}`,
    entry.is_imported ? 'aus einer Liste übernommen' : null,
    corrects === null
      ? null
      : `berichtigt den bestätigten Eintrag vom ${formatDate(corrects.done_on)}: ${HOUR_CATEGORY_LABELS[corrects.category]}, ${formatMinutes(corrects.minutes)}`,
  ].filter((part) => part !== null);
  return (
    <Stack as="li" gap={0}>
      <Checkbox
        label={`${formatDate(entry.done_on)}: ${HOUR_CATEGORY_LABELS[entry.category]}, ${formatMinutes(entry.minutes)}`}
        checked={chosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <Box sx={{ paddingInlineStart: 4 }}>
        {details.length > 0 && (
          <Text variant="small" tone="muted">
            {details.join(' · ')}
          </Text>
        )}
        {entry.note !== '' && (
          <Text variant="small" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {entry.note}
          </Text>
        )}
      </Box>
    </Stack>
  );
}
