import { useState } from 'react';
import { saveFile } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { Button, Card, Stack, Text } from '@nemus/ui';
import type { BlockSummary } from '../../content/block';
import { StepActions } from './StepActions';

/** The summary on the screen, with the choice between the PDF and the quiz. */
export function SummaryStep({
  summary,
  onBack,
  onDone,
}: {
  summary: BlockSummary;
  onBack: () => void;
  onDone: () => void;
}) {
  const { notify } = usePorts();
  const [making, setMaking] = useState(false);

  const makePdf = async () => {
    setMaking(true);
    try {
      const { createSummaryPdf } = await import('./summary-pdf');
      const pdf = await createSummaryPdf(summary);
      saveFile(`Nemus ${summary.title.replace(':', ' –')}.pdf`, 'application/pdf', new Uint8Array(pdf));
    } catch {
      notify({ kind: 'error', title: 'PDF nicht erstellt', description: 'Bitte versuchen Sie es noch einmal.' });
    } finally {
      setMaking(false);
    }
  };

  return (
    <Card title="Zusammenfassung" level={2} subtitle={summary.intro}>
      <Stack gap={2}>
        {summary.sections.map(({ title, source, points }) => (
          <Stack key={title} gap={0.5}>
            <Text as="h3" variant="subheading">
              {title}{' '}
              <Text as="span" variant="small" tone="muted">
                {source}
              </Text>
            </Text>
            <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
              {points.map((point) => (
                <Text as="li" key={point}>
                  {point}
                </Text>
              ))}
            </Stack>
          </Stack>
        ))}
        <StepActions>
          <Button variant="quiet" icon="arrow-left" onClick={onBack}>
            Zurück zum Video
          </Button>
          <Button icon="download" loading={making} onClick={() => void makePdf()}>
            PDF herunterladen
          </Button>
          <Button variant="primary" iconEnd="arrow-right" onClick={onDone}>
            Zum Quiz
          </Button>
        </StepActions>
      </Stack>
    </Card>
  );
}
