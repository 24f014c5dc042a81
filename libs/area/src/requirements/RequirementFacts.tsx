import type { ReactNode } from 'react';
import {
  categoryLabel,
  COMPETENCIES,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  CREDIT_SOURCE_LABELS,
  CREDIT_SOURCES,
  formatUnitsOf,
  type CreditSource,
  type RequirementSet,
} from '@nemus/data';
import { Box, Card, DefinitionList, formatUnits, Stack, StatusChip, Text } from '@nemus/ui';
import { FigureList, FigureOrigin, SourceText } from './FigureList';
import { NO_SOURCE, ratioText, setScope, setVersion } from './requirement-words';

/** A requirement set in words: its chamber, its demands, what counts for what, and its source. */
export function RequirementFacts({ set, title }: { set: RequirementSet; title: string }) {
  return (
    <Card level={2} title={title} subtitle={setScope(set)} aside={set.source === '' && <SourceMissing />}>
      <Stack gap={3}>
        <DefinitionList
          dense
          items={[
            { term: 'Version', value: setVersion(set) },
            { term: 'Quelle', value: <Source source={set.source} /> },
            { term: 'Behandlung und Supervision', value: ratioText(set) },
          ]}
        />
        <Part title="Stunden">
          <DefinitionList
            dense
            items={set.categories.map(({ category, required_units, unit_minutes, status, source }) => ({
              term: categoryLabel(set, category),
              value: (
                <Stack gap={0}>
                  <span>{required_units === null ? 'ohne Zahl' : formatUnitsOf(required_units, unit_minutes)}</span>
                  <FigureOrigin status={status} source={source} />
                </Stack>
              ),
            }))}
          />
        </Part>
        {set.figures.length > 0 && (
          <Part title="Weitere Vorgaben">
            <FigureList figures={set.figures} withOrigin />
          </Part>
        )}
        <Part title="Kompetenzen">
          <Competencies set={set} />
        </Part>
        <Part title="Was wofür zählt">
          <Credits set={set} />
        </Part>
      </Stack>
    </Card>
  );
}

/** Notes that the source of a set's figures is unknown. */
export const SourceMissing = () => <StatusChip tone="warning">{NO_SOURCE}</StatusChip>;

/** The source of a set's figures: text, or a link that opens a new tab. */
function Source({ source }: { source: string }) {
  if (source === '') return <>Niemand hat angegeben, woher die Zahlen sind. Bitte prüfen Sie sie bei Ihrer Kammer.</>;
  return <SourceText source={source} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={1}>
      <Text as="h3" variant="label">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Competencies({ set }: { set: RequirementSet }) {
  const listed = COMPETENCIES.map((competency) => ({
    competency,
    levels: set.competencies.filter((own) => own.competency === competency),
  })).filter(({ levels }) => levels.length > 0);
  if (listed.length === 0) return <Text tone="muted">Dieser Satz nennt keine Kompetenzen.</Text>;
  return (
    <DefinitionList
      dense
      items={listed.map(({ competency, levels }) => ({
        term: COMPETENCY_LABELS[competency],
        value: (
          <Stack gap={0}>
            {levels.map(({ level, required_units, description }) => (
              <span key={level}>
                {COMPETENCY_LEVEL_LABELS[level]}: {required_units === null ? 'ohne Zahl' : formatUnits(required_units)}
                {description === '' ? '' : `. ${description}`}
              </span>
            ))}
          </Stack>
        ),
      }))}
    />
  );
}

function Credits({ set }: { set: RequirementSet }) {
  const nothing = CREDIT_SOURCES.filter((source) => !set.credits.some((credit) => credit.source === source));
  const items = [
    ...set.categories.map(({ category }) => ({
      term: categoryLabel(set, category),
      value: (
        <Sources sources={set.credits.filter((credit) => credit.category === category).map(({ source }) => source)} />
      ),
    })),
    ...(nothing.length === 0 ? [] : [{ term: 'Für nichts', value: <Sources sources={nothing} /> }]),
  ];
  return <DefinitionList dense items={items} />;
}

function Sources({ sources }: { sources: readonly CreditSource[] }) {
  if (sources.length === 0) return <>nichts</>;
  return (
    <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {sources.map((source) => (
        <li key={source}>{CREDIT_SOURCE_LABELS[source]}</li>
      ))}
    </Box>
  );
}
