import { useState } from 'react';
import { Alert, Button, Dialog } from '@nemus/ui';
import { PanelFigure, type ComicPanel } from '../../comic/panel';
import type { Verdict } from './quiz';

/** Whether the answer was right, why, and the panel of the comic that shows it. */
export function QuizVerdict({
  verdict,
  over,
  panel,
}: {
  verdict: Verdict;
  /** It took the last life. */
  over: boolean;
  /** Null when the question refers to no panel. */
  panel: ComicPanel | null;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Alert
        tone={verdict.correct ? 'success' : 'warning'}
        title={verdict.correct ? 'Richtig!' : over ? 'Keine Leben mehr' : 'Nicht richtig'}
        actions={
          panel ? (
            <Button size="small" icon="reading" onClick={() => setOpen(true)}>
              Bild {panel.number} im Comic ansehen
            </Button>
          ) : undefined
        }
      >
        {verdict.explanation}
      </Alert>
      {panel ? (
        <Dialog open={open} onClose={() => setOpen(false)} title={`${panel.number}. ${panel.title}`} size="large">
          <PanelFigure panel={panel} />
        </Dialog>
      ) : null}
    </>
  );
}
