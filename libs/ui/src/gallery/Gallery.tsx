import { useState } from 'react';
import { FilterChip } from '../display/Chip';
import { Link } from '../actions/Link';
import { Page } from '../layout/Page';
import { Box, Row } from '../layout/primitives';
import { NemusTheme } from '../theme/NemusTheme';
import type { ColorSchemePreference } from '../theme/color-scheme';
import { Actions } from './Actions';
import { Data } from './Data';
import { Display } from './Display';
import { Feedback } from './Feedback';
import { Forms } from './Forms';
import { Foundations } from './Foundations';
import { Frames } from './Frames';
import { Rules } from './Rules';

const SCHEMES = [
  ['light', 'Hell'],
  ['dark', 'Dunkel'],
  ['system', 'System'],
] as const;
const GROUPS = [
  ['marke', 'Marke'],
  ['farben', 'Farben'],
  ['schrift', 'Schrift'],
  ['symbole', 'Symbole'],
  ['aktionen', 'Aktionen'],
  ['formulare', 'Formulare'],
  ['anzeige', 'Anzeige'],
  ['rueckmeldung', 'Rückmeldung'],
  ['daten', 'Daten'],
  ['rahmen', 'Rahmen'],
  ['regeln', 'Regeln'],
] as const;

/** Every shared component in every state, with a switch between light and dark. Mounted in development only. */
export function Gallery({ initialScheme = 'system' }: { initialScheme?: ColorSchemePreference }) {
  const [scheme, setScheme] = useState<ColorSchemePreference>(initialScheme);
  return (
    <NemusTheme colorScheme={scheme}>
      <Box component="main">
        <Page
          width="wide"
          title="Galerie"
          intro="Alle gemeinsamen Bausteine in allen Zuständen. Nur in der Entwicklung."
          actions={SCHEMES.map(([value, label]) => (
            <FilterChip key={value} selected={scheme === value} onToggle={() => setScheme(value)}>
              {label}
            </FilterChip>
          ))}
        >
          <Row as="nav" aria-label="Gruppen" gap={2}>
            {GROUPS.map(([id, label]) => (
              <Link key={id} href={`#${id}`}>
                {label}
              </Link>
            ))}
          </Row>
          <Foundations />
          <Actions />
          <Forms />
          <Display />
          <Feedback />
          <Data />
          <Frames />
          <Rules />
        </Page>
      </Box>
    </NemusTheme>
  );
}
