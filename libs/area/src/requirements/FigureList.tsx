import { FIGURE_STATUS_LABELS, type FigureStatus, type RequirementFigure } from '@nemus/data';
import { Box, Chip, Row, Stack, Text } from '@nemus/ui';
import { figureDemand, figureScope, figureStand } from './requirement-words';

const ADDRESS = /^https:\/\/\S+$/;

/** Where a figure comes from: text, or a link that opens a new tab. */
export function SourceText({ source }: { source: string }) {
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {ADDRESS.test(source) ? (
        <a href={source} target="_blank" rel="noreferrer">
          {source}
        </a>
      ) : (
        source
      )}
    </span>
  );
}

/** How certain a figure is, and its source. */
export function FigureOrigin({ status, source }: { status: FigureStatus | null; source: string }) {
  if (status === null && source === '') return null;
  return (
    <Text as="span" variant="caption" tone="muted">
      {status !== null && (
        <>
          <Chip tone={status === 'unconfirmed' ? 'warning' : 'neutral'}>{FIGURE_STATUS_LABELS[status]}</Chip>{' '}
        </>
      )}
      <SourceText source={source} />
    </Text>
  );
}

/** Further figures of a set, parts below what they are parts of; with `done` also how far they are. */
export function FigureList({
  figures,
  withOrigin = false,
}: {
  figures: readonly (RequirementFigure & { readonly done?: number | null })[];
  withOrigin?: boolean;
}) {
  const depthOf = ({ part_of: parent }: RequirementFigure): number => {
    const whole = figures.find(({ position }) => position === parent);
    return whole === undefined ? 0 : 1 + depthOf(whole);
  };
  return (
    <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {figures.map((figure) => {
        const stand = figure.done === undefined ? undefined : figureStand(figure, figure.done);
        const hints = [figureScope(figure), figure.condition].filter((hint) => hint !== '');
        return (
          <Box component="li" key={figure.position} sx={{ paddingInlineStart: Math.min(depthOf(figure), 2) * 2 }}>
            <Stack gap={0.25}>
              <Row gap={1} justify="between">
                <Text as="span" strong>
                  {figure.title}
                </Text>
                {stand?.isMet === true && <Chip tone="success">erfüllt</Chip>}
              </Row>
              <Text as="span" variant="small" numeric>
                {stand ? `${stand.text}, verlangt: ${figureDemand(figure)}` : figureDemand(figure)}
              </Text>
              {hints.length > 0 && (
                <Text as="span" variant="small" tone="muted">
                  {hints.join(' · ')}
                </Text>
              )}
              {!figure.is_counted && (
                <Text as="span" variant="small" tone="muted">
                  Zählt das Portal nicht.
                </Text>
              )}
              {withOrigin && <FigureOrigin status={figure.status} source={figure.source} />}
            </Stack>
          </Box>
        );
      })}
    </Stack>
  );
}
