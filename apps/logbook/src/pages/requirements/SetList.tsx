import { useState } from 'react';
import { setScope, setVersion, SourceMissing } from '@nemus/area/requirements';
import { HelpText } from '@nemus/area';
import { TRAINING_FIELDS, TRAINING_PROCEDURES, type RequirementHead, type RequirementSet } from '@nemus/data';
import {
  ButtonLink,
  Chip,
  EmptyState,
  FormRow,
  formatCount,
  NoResults,
  Row,
  Select,
  Stack,
  Surface,
  Text,
  VisuallyHidden,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { today } from '../../week/week';
import { requirementPaths } from './paths';

const NONE = { chamber: '', field: '', procedure: '' };
/** Number of sets from which a search is useful. */
const MANY = 6;

const option = (value: string) => ({ value, label: value });

/** The available sets; each links to its consequences. */
export function SetList({ heads, present }: { heads: readonly RequirementHead[]; present: RequirementSet | null }) {
  const [wanted, setWanted] = useState(NONE);
  const offered = heads.filter(({ id }) => id !== present?.id);
  const shown = offered.filter(
    ({ chamber, field, procedure }) =>
      (wanted.chamber === '' || chamber === wanted.chamber) &&
      // A set for all fields is one for each of them.
      (wanted.field === '' || field === null || field === wanted.field) &&
      (wanted.procedure === '' || procedure === null || procedure === wanted.procedure),
  );
  if (offered.length === 0) {
    return (
      <EmptyState icon="search" title={present === null ? 'Noch keine Anforderungen' : 'Keine anderen Anforderungen'}>
        {present === null
          ? 'Die Akademie hat noch keine veröffentlicht. Sie können Ihr Logbuch trotzdem schon führen.'
          : 'Sobald die Akademie weitere veröffentlicht, stehen sie hier.'}
      </EmptyState>
    );
  }
  const chambers = [...new Set(offered.map(({ chamber }) => chamber))].filter((chamber) => chamber !== '');
  const set = (changed: Partial<typeof NONE>) => setWanted({ ...wanted, ...changed });
  return (
    <Stack gap={2}>
      <HelpText question="Welche Anforderungen sind die richtigen?">
        <p>
          Die der Kammer, bei der Sie die Prüfung ablegen, in der Version, die zu Beginn Ihrer Weiterbildung galt. Sie
          können jederzeit wechseln: Einträge und Bestätigungen bleiben, wie sie sind. Im Zweifel fragen Sie Ihre
          Kammer.
        </p>
      </HelpText>
      {offered.length >= MANY && (
        <FormRow>
          <Select
            label="Kammer"
            placeholder="Alle"
            options={chambers.map(option)}
            value={wanted.chamber}
            onChange={({ target }) => set({ chamber: target.value })}
          />
          <Select
            label="Gebiet"
            placeholder="Alle"
            options={TRAINING_FIELDS.map(option)}
            value={wanted.field}
            onChange={({ target }) => set({ field: target.value })}
          />
          <Select
            label="Verfahren"
            placeholder="Alle"
            options={TRAINING_PROCEDURES.map(option)}
            value={wanted.procedure}
            onChange={({ target }) => set({ procedure: target.value })}
          />
        </FormRow>
      )}
      <Text variant="small" tone="muted" role="status">
        {formatCount(shown.length, 'Satz', 'Sätze')} zur Wahl
      </Text>
      {shown.length === 0 && <NoResults title="Keine Anforderungen gefunden" onClear={() => setWanted(NONE)} />}
      <Stack as="ul" gap={1.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {shown.map((head) => (
          <li key={head.id}>
            <Offer head={head} present={present} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function Offer({ head, present }: { head: RequirementHead; present: RequirementSet | null }) {
  const isValid = (head.valid_from ?? '') <= today();
  const isNewer =
    present !== null && head.family_id === present.family_id && (head.valid_from ?? '') > (present.valid_from ?? '');
  return (
    <Surface padding="small">
      <Row gap={2} justify="between" align="center">
        <Stack gap={0.5} sx={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Row gap={1} align="center">
            <Text as="h3" strong sx={{ overflowWrap: 'anywhere' }}>
              {head.name}
            </Text>
            {isNewer && <Chip tone="primary">Neuere Version</Chip>}
            {head.source === '' && <SourceMissing />}
          </Row>
          <Text variant="small" tone="muted">
            {setScope(head)}
          </Text>
          <Text variant="small" tone="muted">
            {setVersion(head)}
            {isValid ? '' : ', noch nicht zu wählen'}
          </Text>
        </Stack>
        {isValid && (
          <ButtonLink component={Link} to={requirementPaths.preview(head.id)}>
            {present === null ? 'Ansehen' : 'Änderungen ansehen'}{' '}
            <VisuallyHidden>
              {head.name}, Version {head.version}
            </VisuallyHidden>
          </ButtonLink>
        )}
      </Row>
    </Surface>
  );
}
