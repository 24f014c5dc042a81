import { Agenda } from '@nemus/area/catalogue';
import { COMPETENCY_LABELS, type SeminarDetails } from '@nemus/data';
import {
  Card,
  Chip,
  DefinitionList,
  Dialog,
  formatCount,
  formatEuro,
  formatNumber,
  formatUnits,
  Row,
  Section,
  Stack,
  Surface,
  Text,
} from '@nemus/ui';
import { readAmount, unitsOf, type SeminarForm } from './seminar-form';

/** Three lines of the description, as the card in the catalogue has them. */
const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
  minHeight: '3.9375rem',
} as const;

/** Context of the form: the courses and dates of an existing seminar. */
export type AroundSeminar = Pick<SeminarDetails, 'elearning' | 'coming_dates'>;

/**
 * Preview of a seminar's card and page in the catalogue, with unsaved input. Parts and order are those of the trainees'
 * pages (`CourseCard`, `CoursePage`), which belong to another area.
 */
export function SeminarPreview({
  form,
  around,
  open,
  onClose,
}: {
  form: SeminarForm;
  /** Null for a seminar that is not saved yet. */
  around: AroundSeminar | null;
  open: boolean;
  onClose: () => void;
}) {
  const title = form.title.trim() === '' ? 'Ohne Titel' : form.title;
  const description = form.description.trim();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title="Vorschau"
      description="So steht das Seminar im Katalog und auf seiner Seite, sobald es gespeichert und veröffentlicht ist."
    >
      <Stack gap={3}>
        <Stack gap={1}>
          <Text as="h3" variant="label">
            Karte im Katalog
          </Text>
          <Card level={4} as="div" title={title} sx={{ maxWidth: '24rem' }}>
            <Chips form={form} />
            <Text variant="small" tone="muted" sx={threeLines}>
              {description}
            </Text>
            <Text variant="small" tone="muted">
              {formatUnits(unitsOf(form))}
            </Text>
            <Price form={form} />
          </Card>
        </Stack>
        <Stack gap={1}>
          <Text as="h3" variant="label">
            Seite des Seminars
          </Text>
          <Surface kind="sunken">
            <Stack gap={2.5}>
              <Text variant="title" as="p" sx={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              <Chips form={form} />
              <Card level={4} as="div" title="Kurs kaufen">
                <Price form={form} />
              </Card>
              <Card level={4} as="div" title="Darum geht es">
                <Stack gap={2.5}>
                  {description !== '' && (
                    <Text sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{description}</Text>
                  )}
                  <DefinitionList dense items={factsOf(form)} />
                </Stack>
              </Card>
              {form.agenda.trim() !== '' && (
                <Card level={4} as="div" title="Ablauf">
                  <Agenda text={form.agenda} />
                </Card>
              )}
              {around?.elearning.map(({ id, title: online, units }) => (
                <Card
                  key={id}
                  level={4}
                  as="div"
                  title="E-Learning, das dazugehört"
                  subtitle={`${online} · ${formatUnits(units)}`}
                >
                  <Text tone="muted">Hier stehen Lernziel und Blöcke des Kurses.</Text>
                </Card>
              ))}
              {form.has_dates && <Dates count={around?.coming_dates ?? 0} />}
            </Stack>
          </Surface>
        </Stack>
      </Stack>
    </Dialog>
  );
}

const count = (typed: string) => (/^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : null);

/** Texts of the trainees' page; missing prices and numbers are left out. */
function factsOf(form: SeminarForm) {
  const price = readAmount(form.price_euros);
  const parts = [
    ['Theorie', count(form.theory_units)],
    ['Praxis', count(form.practical_units)],
    ['E-Learning', count(form.elearning_units)],
  ] as const;
  return [
    ...(form.competency === '' ? [] : [{ term: 'Kompetenz', value: COMPETENCY_LABELS[form.competency] }]),
    ...(form.difficulty === '' ? [] : [{ term: 'Schwierigkeitsgrad', value: form.difficulty }]),
    { term: 'Umfang', value: formatUnits(unitsOf(form)) },
    ...parts.filter(([, units]) => units !== 0).map(([term, units]) => ({ term, value: formatUnits(units) })),
    ...(price === null
      ? []
      : [
          {
            term: 'Preis',
            value: `${formatEuro(Number(price))}, für Weiterbildungsstätten auch ${formatNumber(count(form.credit_cost))} Credits`,
          },
        ]),
    ...(form.zfu_status === ''
      ? []
      : [
          {
            term: 'ZFU',
            value:
              form.zfu_status === 'approved'
                ? `Zugelassen, Nr. ${form.zfu_number}`
                : 'Keine Zulassung erforderlich (FernUSG)',
          },
        ]),
  ];
}

/** Place of the payment button, which the preview does not have. */
function Price({ form }: { form: SeminarForm }) {
  const price = readAmount(form.price_euros);
  return (
    <Stack gap={0}>
      <Text strong numeric>
        {price === null ? 'Noch kein Preis' : formatEuro(Number(price))}
      </Text>
      <Text variant="small" tone="muted">
        Hier steht der Knopf zum Kaufen.
      </Text>
    </Stack>
  );
}

function Dates({ count: coming }: { count: number }) {
  return (
    <Section title="Nächste Termine">
      <Text tone="muted">
        {coming === 0
          ? 'Zurzeit stehen keine Termine fest. Sobald es neue gibt, finden Sie sie hier.'
          : `Hier stehen ${formatCount(coming, 'kommender Termin', 'kommende Termine')} mit Zeit, Ort und freien Plätzen.`}
      </Text>
    </Section>
  );
}

function Chips({ form }: { form: SeminarForm }) {
  return (
    <Row gap={0.75}>
      {form.competency !== '' && <Chip tone="primary">{COMPETENCY_LABELS[form.competency]}</Chip>}
      {form.difficulty !== '' && <Chip>{form.difficulty}</Chip>}
      {form.is_premium && (
        <Chip tone="accent" icon="star">
          Premium
        </Chip>
      )}
    </Row>
  );
}
