import type { ReactNode } from 'react';
import { Text } from '@nemus/ui';
import { PAPER } from './figures';

/** One panel of a comic. The drawing is 720 × 480 units; `alternative` describes it in words. */
export interface ComicPanel {
  /** Number that the quiz's references point to, from 1. */
  readonly number: number;
  readonly title: string;
  /** The rule behind the scene, with its source in the law. */
  readonly caption: string;
  /** Picture and speech as text; also the transcript of the video. */
  readonly alternative: string;
  readonly drawing: ReactNode;
}

/** Renders a panel. Its text alternative is next to it, so the picture itself is hidden from screen readers. */
export function PanelDrawing({ panel }: { panel: ComicPanel }) {
  return (
    <svg
      viewBox="0 0 720 480"
      width="100%"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block', background: PAPER, borderRadius: 8 }}
    >
      {panel.drawing}
    </svg>
  );
}

/** A panel with its drawing, its text alternative, and its rule. */
export function PanelFigure({ panel }: { panel: ComicPanel }) {
  return (
    <figure style={{ margin: 0, position: 'relative' }}>
      <PanelDrawing panel={panel} />
      {/* Speech bubbles are too small to read on a phone: there the text is visible, elsewhere only read out. */}
      <Text
        variant="small"
        tone="muted"
        sx={{
          marginBlockStart: { xs: 1.5, sm: 0 },
          position: { xs: 'static', sm: 'absolute' },
          width: { xs: 'auto', sm: '1px' },
          height: { xs: 'auto', sm: '1px' },
          overflow: 'hidden',
          clipPath: { xs: 'none', sm: 'inset(50%)' },
        }}
      >
        {panel.alternative}
      </Text>
      <Text as="figcaption" sx={{ marginBlockStart: 1.5 }}>
        {panel.caption}
      </Text>
    </figure>
  );
}
