import { readRefusal } from '@nemus/data';
import { ButtonLink, Card, Chip, formatUnits, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { PATHS } from '../../paths';
import { countCompleted, type BlockState } from './module-state';
import { ModuleRow } from './ModuleRow';

/** One block of a course; only an open one has a link. */
export function BlockCard({ courseId, state }: { courseId: string; state: BlockState }) {
  const { block, letter, modules, access } = state;
  return (
    <Card
      as="li"
      title={`Block ${letter}: ${block.title}`}
      subtitle={block.description}
      aside={<Chip icon="clock">{formatUnits(block.units)}</Chip>}
    >
      {access === 'open' || access === 'later' || access === 'unbought' ? (
        <>
          {access === 'later' ? (
            <Text variant="small" tone="muted">
              Dieser Block öffnet sich, sobald die Module davor abgeschlossen sind.
            </Text>
          ) : null}
          {access !== 'open' ? null : (
            <Row>
              <ButtonLink component={Link} to={PATHS.block(courseId, block.id)} variant="primary" iconEnd="arrow-right">
                Block {letter} öffnen
              </ButtonLink>
            </Row>
          )}
          <Text variant="small" numeric>
            {countCompleted(state)} von {modules.length} Modulen abgeschlossen
          </Text>
          <Stack
            as="ol"
            gap={0}
            aria-label={`Module von Block ${letter}`}
            sx={{ listStyle: 'none', padding: 0, margin: 0 }}
          >
            {modules.map((module) => (
              <ModuleRow key={module.module.id} courseId={courseId} state={module} />
            ))}
          </Stack>
        </>
      ) : (
        <Text variant="small" tone="muted">
          {access === 'empty' ? 'Für diesen Block gibt es noch keine Module.' : readRefusal('block_closed')}
        </Text>
      )}
    </Card>
  );
}
