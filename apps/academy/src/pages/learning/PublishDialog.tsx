import type { DraftGap } from '@nemus/data';
import { Alert, Button, Dialog, Stack, Text } from '@nemus/ui';
import { placeText, problemText } from './gaps';

/** What a checked draft lacks, with place and field; or the confirmation of publishing. */
export function PublishDialog({
  open,
  gaps,
  publishing,
  onPublish,
  onClose,
}: {
  open: boolean;
  gaps: readonly DraftGap[];
  publishing: boolean;
  onPublish: () => void;
  onClose: () => void;
}) {
  const missing = gaps.filter(({ is_warning }) => !is_warning);
  const warnings = gaps.filter(({ is_warning }) => is_warning);
  const ready = missing.length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closable={!publishing}
      title={ready ? 'Kurs veröffentlichen?' : 'Dem Kurs fehlt noch etwas'}
      actions={
        <>
          <Button onClick={onClose} disabled={publishing}>
            {ready ? 'Abbrechen' : 'Weiter bearbeiten'}
          </Button>
          {ready ? (
            <Button variant="primary" loading={publishing} onClick={onPublish}>
              Veröffentlichen
            </Button>
          ) : null}
        </>
      }
    >
      <Stack gap={2}>
        {ready ? (
          <Text>
            Alle, die den Kurs lernen dürfen, sehen danach diese Version. Was schon abgeschlossen wurde, bleibt
            abgeschlossen.
          </Text>
        ) : (
          <GapList title="Vor dem Veröffentlichen" gaps={missing} />
        )}
        {warnings.length > 0 ? (
          <Alert tone="warning" title="Bitte beachten">
            <GapList gaps={warnings} />
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  );
}

function GapList({ title, gaps }: { title?: string; gaps: readonly DraftGap[] }) {
  return (
    <Stack as="ul" gap={0.5} aria-label={title} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
      {gaps.map((gap) => (
        <li key={`${gap.place} ${gap.field} ${gap.problem}`}>
          {placeText(gap)}: {problemText(gap)}
        </li>
      ))}
    </Stack>
  );
}
