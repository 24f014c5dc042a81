import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '../actions/Button';
import { Avatar } from '../display/Avatar';
import { Chip, FilterChip, StatusChip } from '../display/Chip';
import { DefinitionList } from '../display/DefinitionList';
import { ProgressBar, ProgressRing } from '../display/Progress';
import { StatTile } from '../display/StatTile';
import { formatEuro, formatUnits } from '../formats/formats';
import { Card, CardGrid } from '../layout/Card';
import { Divider, Row, Stack, Surface, Text } from '../layout/primitives';
import { Breadcrumbs } from '../navigation/Breadcrumbs';
import { JourneyProgress, Pagination, StarRating, StarRatingInput, Tabs } from '../late/components';
import { Markdown } from '../text/Markdown';
import { TONES } from '../theme/tokens';
import { Group, Specimen } from './Specimen';

const STEPS = [
  { id: 'comic', label: 'Comic' },
  { id: 'video', label: 'Video' },
  { id: 'summary', label: 'Zusammenfassung' },
  { id: 'quiz', label: 'Quiz' },
  { id: 'leaderboard', label: 'Bestenliste' },
];

const WRITTEN =
  '## Zuhören\n\nEin Absatz mit **Betonung**.\n\n- erster Punkt\n- zweiter Punkt\n\n> „Was ging Ihnen durch den Kopf?“';

/** Display components: tiles, cards, progress, chips, lists, tabs. */
export function Display() {
  const [filter, setFilter] = useState('haltung');
  const [tab, setTab] = useState<'all' | 'running' | 'done'>('running');
  const [page, setPage] = useState(2);
  const [stars, setStars] = useState<number | null>(4);
  return (
    <Group id="anzeige" title="Anzeige">
      <Specimen name="StatTile">
        <CardGrid min="12rem">
          <StatTile label="Belegte Kurse" value="12" hint="davon 3 in diesem Jahr" icon="bookings" />
          <StatTile label="Abgeschlossen" value="7" hint="zuletzt am 03.03.2026" icon="check-circle" />
          <StatTile label="Laufende Kurse" value="3" icon="elearning" />
          <StatTile label="Stunden gesamt" value="186,5" hint="alle Formate" icon="clock" />
        </CardGrid>
      </Specimen>
      <Specimen name="Card, Chip, StatusChip">
        <CardGrid label="Kurse">
          <Card
            as="li"
            title="Grundlagen der Gesprächsführung"
            subtitle="Methoden & Intervention"
            aside={<StatusChip tone="info">Laufend</StatusChip>}
            footer={
              <ButtonLink variant="primary" href="#anzeige" iconEnd="arrow-right">
                Fortsetzen
              </ButtonLink>
            }
          >
            <Text variant="small" tone="muted">
              Zuhören, nachfragen, zusammenfassen: die Mittel eines Gesprächs und wie Sie sie im Alltag üben.
            </Text>
            <ProgressBar label="Fortschritt" value={65} />
          </Card>
          <Card
            as="li"
            title="Diagnostik im Erstgespräch"
            subtitle="Diagnostische Kompetenz"
            aside={
              <Chip tone="accent" icon="star">
                Premium
              </Chip>
            }
            footer={
              <Row justify="between" sx={{ width: '100%' }}>
                <Text strong numeric>
                  {formatEuro(240)}
                </Text>
                <Button variant="primary">Jetzt kaufen</Button>
              </Row>
            }
          >
            <Row gap={0.75}>
              <Chip icon="clock">12 Std.</Chip>
              <Chip>Fortgeschritten</Chip>
              <Chip>{formatUnits(16)}</Chip>
            </Row>
            <StarRating value={4.6} count={128} />
          </Card>
          <Card as="li" title="Karte ohne Fuß" subtitle="Nur Inhalt">
            <DefinitionList
              dense
              items={[
                { term: 'Beginn', value: '14.04.2026, 09:00' },
                { term: 'Ort', value: 'Online' },
                { term: 'Plätze', value: '8 von 12' },
              ]}
            />
          </Card>
        </CardGrid>
      </Specimen>
      <Specimen name="Chip, StatusChip in allen Tönen">
        <Stack gap={1}>
          <Row>
            {TONES.map((tone) => (
              <Chip key={tone} tone={tone}>
                {tone}
              </Chip>
            ))}
          </Row>
          <Row>
            {TONES.map((tone) => (
              <StatusChip key={tone} tone={tone}>
                {tone}
              </StatusChip>
            ))}
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="FilterChip">
        <Row>
          {[
            ['fach', 'Fachliche Kompetenz', 6],
            ['haltung', 'Professionelle Haltung', 4],
            ['bezug', 'Beziehungsgestaltung', 0],
          ].map(([key, label, count]) => (
            <FilterChip
              key={key}
              selected={filter === key}
              onToggle={(on) => setFilter(on ? String(key) : '')}
              count={Number(count)}
              disabled={count === 0}
            >
              {label}
            </FilterChip>
          ))}
        </Row>
      </Specimen>
      <Specimen name="ProgressBar, ProgressRing" framed>
        <Stack gap={2}>
          <ProgressBar label="Theorie" value={325} max={500} valueText="325 von 500 UE" />
          <ProgressBar
            label="Verhaltenstherapie, Praxis"
            value={240}
            max={350}
            valueText="240 von 350 UE"
            tone="accent"
          />
          <ProgressBar label="E-Learning" value={150} max={150} valueText="150 von 150 UE" tone="success" />
          <ProgressBar label="Noch nicht begonnen" value={0} thin />
          <Divider />
          <Row gap={3}>
            <ProgressRing label="Gesamtfortschritt" value={64} />
            <ProgressRing label="Klein" value={25} size={64} tone="accent" />
            <ProgressRing label="Fertig" value={100} size={64} tone="success" />
            <ProgressRing label="Leer" value={0} size={64} />
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="JourneyProgress" framed>
        <JourneyProgress label="Block A" steps={STEPS} current={2} />
      </Specimen>
      <Specimen name="Tabs, Pagination">
        <Tabs
          label="Kurse nach Stand"
          items={[
            { value: 'all', label: 'Alle Kurse', count: 12 },
            { value: 'running', label: 'In Bearbeitung', count: 3 },
            { value: 'done', label: 'Abgeschlossen', count: 7 },
          ]}
          value={tab}
          onChange={setTab}
        >
          <Surface kind="sunken">
            <Text variant="small">Inhalt von „{tab}“</Text>
          </Surface>
        </Tabs>
        <Pagination page={page} pageSize={25} total={10_240} onChange={setPage} />
      </Specimen>
      <Specimen name="Markdown">
        <Markdown level={3} source={WRITTEN} />
      </Specimen>
      <Specimen name="Breadcrumbs, Avatar, StarRatingInput">
        <Stack>
          <Breadcrumbs
            items={[
              { label: 'E-Learning', to: '#anzeige' },
              { label: 'Rechtliche Grundlagen', to: '#anzeige' },
              { label: 'Block A' },
            ]}
          />
          <Row>
            <Avatar name="Anna Berg" />
            <Avatar name="Institut für Psychotherapie Nord" size={48} />
            <Avatar name="" size={28} />
            <IconButton icon="edit" label="Profil bearbeiten" />
          </Row>
          <StarRatingInput label="Wie war der Termin?" value={stars} onChange={setStars} />
        </Stack>
      </Specimen>
    </Group>
  );
}
