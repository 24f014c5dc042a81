import { Button, FormRow, NumberField, Row, Stack, Surface, Text, TextField } from '@nemus/ui';
import type { DateErrors } from './date-form';
import { followed, partAfter, type PartValues } from './part-values';
import { TimesFields } from './TimesFields';

/** Most parts of a date. */
const MOST = 30;

/** The parts of a date, each with day, hours, units and a title, and how many of them the certificate needs. */
export function PartsFields({
  parts,
  needed,
  errors,
  fixed = 0,
  least,
  onParts,
  onNeeded,
}: {
  parts: readonly PartValues[];
  /** Empty: all. */
  needed: string;
  errors: DateErrors;
  /** The first parts that have begun: only their title changes. */
  fixed?: number;
  /** Fewest parts. */
  least: number;
  onParts: (parts: readonly PartValues[]) => void;
  onNeeded: (needed: string) => void;
}) {
  const change = (place: number, changed: Partial<PartValues>) =>
    onParts(
      parts.map((part, at) =>
        at === place
          ? { ...part, ...changed }
          : at > place
            ? { ...part, ...followed(part, parts[place], changed) }
            : part,
      ),
    );
  const errorsAt = (place: number): DateErrors =>
    Object.fromEntries(
      Object.entries(errors)
        .filter(([field]) => field.startsWith(`parts.${place}.`))
        .map(([field, words]) => [field.slice(`parts.${place}.`.length), words]),
    );
  return (
    <Stack gap={2}>
      <Stack as="ol" role="list" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {parts.map((part, place) => {
          const name = `Teil ${place + 1}`;
          const found = errorsAt(place);
          return (
            <Surface as="li" padding="small" key={part.key}>
              <Stack gap={2} role="group" aria-label={name}>
                <Row justify="between">
                  <Text as="h3" variant="subheading">
                    {name}
                  </Text>
                  {place >= fixed && parts.length > least && (
                    <Button
                      size="small"
                      icon="delete"
                      aria-label={`${name} entfernen`}
                      onClick={() => onParts(parts.filter((_, at) => at !== place))}
                    >
                      Entfernen
                    </Button>
                  )}
                </Row>
                {place < fixed ? (
                  <Text variant="small" tone="muted" numeric>
                    {`${part.day.split('-').toReversed().join('.')}, ${part.starts} – ${part.ends} Uhr, ${part.units} UE. Hat begonnen: Zeit und UE bleiben.`}
                  </Text>
                ) : (
                  <TimesFields values={part} errors={found} onChange={(changed) => change(place, changed)} />
                )}
                <FormRow>
                  <TextField
                    label="Titel des Teils"
                    optional
                    maxLength={200}
                    value={part.title}
                    error={found.title}
                    onChange={({ target }) => change(place, { title: target.value })}
                  />
                  {place >= fixed && (
                    <NumberField
                      label="UE"
                      value={part.units}
                      error={found.units}
                      onChange={({ target }) => change(place, { units: target.value })}
                    />
                  )}
                </FormRow>
              </Stack>
            </Surface>
          );
        })}
      </Stack>
      {parts.length < MOST && (
        <Row>
          <Button icon="add" onClick={() => onParts([...parts, partAfter(parts.at(-1))])}>
            Teil hinzufügen
          </Button>
        </Row>
      )}
      <NumberField
        label="Nötige Teile für die Bescheinigung"
        optional
        hint="Ohne Angabe alle. Wer so viele besucht hat, bekommt die Bescheinigung mit den UE der besuchten Teile."
        value={needed}
        error={errors.parts_needed}
        onChange={({ target }) => onNeeded(target.value)}
      />
    </Stack>
  );
}
