import { CardGrid, ProgressBar, ProgressRing, Row, Section, Stack, StatTile, Surface, Text } from '@nemus/ui';
import { OLD_COMPETENCIES, OLD_COURSE_TILES, OLD_TARGETS, overallPercent } from './old-figures';

/** The earlier dashboard of trainees. */
export function OldTraineeDashboard() {
  return (
    <>
      <CardGrid min="12rem" label="Ihre Kurse">
        {OLD_COURSE_TILES.map(({ label, value, icon }) => (
          <StatTile key={label} as="li" label={label} value={value} icon={icon} />
        ))}
      </CardGrid>
      <Section title="Fortschritt der Weiterbildung">
        <Surface>
          <Row gap={4}>
            <ProgressRing label="Gesamtfortschritt" value={overallPercent(OLD_TARGETS)} size={120} />
            <Stack gap={2} sx={{ flex: '1 1 16rem' }}>
              {OLD_TARGETS.map(({ label, done, target }) => (
                <ProgressBar key={label} label={label} value={done} max={target} valueText={`${done}/${target}`} />
              ))}
            </Stack>
          </Row>
        </Surface>
      </Section>
      <Section title="Kompetenzen">
        <Surface>
          <Stack gap={2}>
            {OLD_COMPETENCIES.map(({ label, percent }) => (
              <ProgressBar key={label} label={label} value={percent} />
            ))}
            <Text variant="caption" tone="muted">
              Sechs Kernkompetenzen der Weiterbildung
            </Text>
          </Stack>
        </Surface>
      </Section>
    </>
  );
}
