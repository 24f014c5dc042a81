import { Button, Card, Chip, Row } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { PanelFigure, type ComicPanel } from '../../comic/panel';

/** Number of the panel in the address, or the first one. */
function panelFrom(value: string | null, panels: readonly ComicPanel[]): number {
  const number = Number(value);
  return panels.some((panel) => panel.number === number) ? number : 1;
}

/** The comic, one panel at a time; the panel is in the address, so that back and a reload stay at it. */
export function ComicStep({ panels, onDone }: { panels: readonly ComicPanel[]; onDone: () => void }) {
  const [parameters, setParameters] = useSearchParams();
  const number = panelFrom(parameters.get('bild'), panels);
  const panel = panels.find((candidate) => candidate.number === number);
  if (!panel) return null;
  const show = (next: number) => setParameters({ schritt: 'comic', bild: String(next) });
  const last = number === panels.length;
  return (
    <Card
      title={`${number}. ${panel.title}`}
      level={2}
      aside={
        <Chip>
          Bild {number} von {panels.length}
        </Chip>
      }
    >
      <div aria-live="polite">
        <PanelFigure panel={panel} />
      </div>
      <Row justify="between" gap={1}>
        <Button variant="quiet" icon="arrow-left" onClick={() => show(number - 1)} disabled={number === 1}>
          Zurück
        </Button>
        <Button variant="primary" iconEnd="arrow-right" onClick={last ? onDone : () => show(number + 1)}>
          {last ? 'Weiter zum Video' : 'Nächstes Bild'}
        </Button>
      </Row>
    </Card>
  );
}
