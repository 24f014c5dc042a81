import { COMPETENCY_LABELS } from '@nemus/data';
import { Box, Card, Chip, Dialog, formatEuro, formatNumber, formatUnits, Row, Stack, Surface, Text } from '@nemus/ui';
import { readAmount, unitsOf, type SeminarForm } from './seminar-form';

/** Three lines of the description, as the card in the catalogue has them. */
const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
  minHeight: '3.9375rem',
} as const;

/** A seminar as its card and its details will look in the catalogue, with what is typed and not saved yet. */
export function SeminarPreview({ form, open, onClose }: { form: SeminarForm; open: boolean; onClose: () => void }) {
  const price = readAmount(form.price_euros);
  const title = form.title.trim() === '' ? 'Ohne Titel' : form.title;
  const description = form.description.trim();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title="Vorschau"
      description="So steht das Seminar im Katalog, sobald es gespeichert und veröffentlicht ist."
    >
      <Stack gap={3}>
        <Stack gap={1}>
          <Text as="h3" variant="label">
            Karte
          </Text>
          <Card level={3} as="div" title={title} sx={{ maxWidth: '24rem' }}>
            <Chips form={form} />
            <Text variant="small" tone="muted" sx={threeLines}>
              {description}
            </Text>
            <Text variant="small" tone="muted">
              {formatUnits(unitsOf(form))}
              {price === null ? '' : ` · ${formatEuro(Number(price))} oder ${credits(form)}`}
            </Text>
          </Card>
        </Stack>
        <Stack gap={1}>
          <Text as="h3" variant="label">
            Details
          </Text>
          <Surface>
            <Stack gap={2.5}>
              <Text variant="subheading" sx={{ overflowWrap: 'anywhere' }}>
                {title}
              </Text>
              <Chips form={form} />
              <Text sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{description}</Text>
              <Facts form={form} />
            </Stack>
          </Surface>
        </Stack>
      </Stack>
    </Dialog>
  );
}

const count = (typed: string) => (/^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : null);
const credits = (form: SeminarForm) => `${formatNumber(count(form.credit_cost))} Credits`;

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

function Facts({ form }: { form: SeminarForm }) {
  const facts = [
    ['Umfang', formatUnits(unitsOf(form))],
    ['Theorie', formatUnits(count(form.theory_units))],
    ['Praxis', formatUnits(count(form.practical_units))],
    ['E-Learning', formatUnits(count(form.elearning_units))],
  ] as const;
  return (
    <Surface kind="sunken" padding="small">
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))', gap: 1.5, margin: 0 }}
      >
        {facts.map(([term, value]) => (
          <div key={term}>
            <Text as="dt" variant="caption" tone="muted">
              {term}
            </Text>
            <Text as="dd" strong numeric>
              {value}
            </Text>
          </div>
        ))}
      </Box>
    </Surface>
  );
}
