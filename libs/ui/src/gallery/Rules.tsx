import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { Link } from '../actions/Link';
import { Chip, StatusChip } from '../display/Chip';
import { StatTile } from '../display/StatTile';
import { Alert } from '../feedback/Alert';
import { TextField } from '../forms/TextField';
import { Icon } from '../icons/Icon';
import { Card, CardGrid } from '../layout/Card';
import { Box, Row, Stack, Text } from '../layout/primitives';
import { DataTable } from '../late/components';
import { Group, Specimen } from './Specimen';

const SEATS = [
  { id: '1', course: 'Krisen begleiten', who: 'Ada Beck', state: 'Begonnen' },
  { id: '2', course: 'Krisen begleiten', who: 'Noch frei', state: 'Frei' },
];

/** What every area does alike: each rule, and how it looks. */
const RULES: readonly { readonly rule: string; readonly shown: ReactNode }[] = [
  {
    rule: 'Teile eines Bereichs: eine Reihe, die seitlich rollt, auf jeder Seite am selben Platz (SectionPage).',
    shown: (
      <Box sx={{ maxWidth: '20rem', overflowX: 'auto', borderBottom: '1px solid', borderColor: 'divider' }}>
        <Row wrap={false} gap={2} sx={{ width: 'max-content', paddingBlock: 1 }}>
          {['Übersicht', 'Seminare', 'Termine', 'E-Learning', 'Anforderungen'].map((part) => (
            <Link key={part} href="#regeln">
              {part}
            </Link>
          ))}
        </Row>
      </Box>
    ),
  },
  {
    rule: 'Dialoge: erst abbrechen, dann handeln. Was sich nicht rückgängig machen lässt, ist auf der Seite umrandet und nur in der Rückfrage gefüllt.',
    shown: (
      <Row gap={4}>
        <Button variant="danger">Termin absagen</Button>
        <Row role="dialog" aria-label="Beispiel einer Rückfrage">
          <Button>Abbrechen</Button>
          <Button variant="danger">Termin absagen</Button>
        </Row>
      </Row>
    ),
  },
  {
    rule: 'Ein Formular hat einen Knopf zum Speichern, in seiner Karte.',
    shown: (
      <Card title="Anschrift" level={3}>
        <Stack gap={2}>
          <TextField label="Ort" />
          <Row>
            <Button variant="primary">Anschrift speichern</Button>
          </Row>
        </Stack>
      </Card>
    ),
  },
  {
    rule: 'Was verglichen wird, steht in einer Tabelle; auf dem Telefon werden die Zeilen Karten.',
    shown: (
      <DataTable
        caption="Plätze"
        rows={SEATS}
        rowKey={({ id }) => id}
        columns={[
          { key: 'course', header: 'Kurs', cell: ({ course }) => course },
          { key: 'who', header: 'Wer', cell: ({ who }) => who },
          { key: 'state', header: 'Stand', cell: ({ state }) => <StatusChip tone="info">{state}</StatusChip> },
        ]}
      />
    ),
  },
  {
    rule: 'Ruhige Knöpfe beginnen und enden an der Kante des Texts.',
    shown: (
      <Stack gap={0}>
        <Text>Ihr Platz ist bestätigt.</Text>
        <Row>
          <Button variant="quiet" size="small">
            Termin ansehen
          </Button>
        </Row>
      </Stack>
    ),
  },
  {
    rule: 'Zahlen einer Reihe von Kacheln liegen auf einer Linie, wie lang ihre Namen auch sind.',
    shown: (
      <CardGrid min="12rem">
        <StatTile label="Stunden" value="186,5" icon="clock" />
        <StatTile label="Stunden mit Supervision in dieser Weiterbildung" value="24" hint="von 150" />
      </CardGrid>
    ),
  },
  {
    rule: 'Pillen bleiben einzeilig, solange die Zeile Platz hat.',
    shown: (
      <Box sx={{ maxWidth: '16rem' }}>
        <Row wrap={false} justify="between">
          <Text>Anforderungen der Kammer</Text>
          <Chip>Zur Wahl</Chip>
        </Row>
      </Box>
    ),
  },
  {
    rule: 'Links in Meldungen sehen aus wie überall.',
    shown: (
      <Alert tone="warning" title="Ihre Zahlung ist offen">
        Näheres unter <Link href="#regeln">Käufe</Link>.
      </Alert>
    ),
  },
  {
    rule: 'Offen ist ein leerer Kreis, keine Uhr. Einstellungen und Konto haben verschiedene Symbole.',
    shown: (
      <Row gap={2}>
        <Box aria-hidden sx={{ width: 16, height: 16, border: '2px solid', borderRadius: '50%' }} />
        <Icon name="check-circle" />
        <Icon name="settings" />
        <Icon name="security" />
      </Row>
    ),
  },
  { rule: '„Erste Schritte“ stehen oben auf dem Dashboard; ihr Platz ist von Anfang an frei.', shown: null },
];

/** The rules that make the areas look like one portal. */
export function Rules() {
  return (
    <Group id="regeln" title="Regeln" description="Was in allen Bereichen gleich ist.">
      {RULES.map(({ rule, shown }) => (
        <Specimen key={rule} name={rule}>
          {shown}
        </Specimen>
      ))}
    </Group>
  );
}
