import { useState } from 'react';
import { Button } from '../actions/Button';
import { Link } from '../actions/Link';
import { Checkbox, RadioGroup } from '../forms/choices';
import { DateField, TimeField } from '../forms/DateField';
import { Form, FormActions, FormError, FormRow } from '../forms/Form';
import { NumberField } from '../forms/NumberField';
import { Select } from '../forms/Select';
import { Switch } from '../late/components';
import { PasswordField, SearchField, TextArea, TextField } from '../forms/TextField';
import { Card } from '../layout/Card';
import { Grid, Stack } from '../layout/primitives';
import { Group, Specimen } from './Specimen';

const TYPES = [
  { value: 'piw', label: 'Psychotherapeut*in in Weiterbildung', hint: 'Für Ihre eigene Weiterbildung' },
  { value: 'institution', label: 'Weiterbildungsstätte', hint: 'Für Häuser, die Weiterbildung anbieten' },
] as const;
const LEVELS = [
  { value: 'beginner', label: 'Anfänger' },
  { value: 'advanced', label: 'Fortgeschritten' },
  { value: 'expert', label: 'Experte' },
] as const;

/** Fields and forms in every state. */
export function Forms() {
  const [search, setSearch] = useState('');
  const [failed, setFailed] = useState(false);
  return (
    <Group id="formulare" title="Formulare" description="Beschriftung über dem Feld, Hinweis und Fehler darunter.">
      <Grid min="20rem" gap={3}>
        <Specimen name="TextField">
          <Stack>
            <TextField label="Vorname" defaultValue="Anna" />
            <TextField label="Telefon" optional hint="Mit Vorwahl, etwa 030 1234567" />
            <TextField
              label="E-Mail"
              type="email"
              icon="mail"
              defaultValue="anna.berg"
              error="Bitte geben Sie eine vollständige E-Mail-Adresse ein."
            />
            <TextField label="Kundennummer" defaultValue="K-10428" readOnly />
            <TextField label="Rechnungsadresse" defaultValue="Nicht änderbar" disabled />
          </Stack>
        </Specimen>
        <Specimen name="PasswordField, Select, SearchField, TextArea">
          <Stack>
            <PasswordField
              label="Passwort"
              defaultValue="geheim"
              aside={<Link href="#formulare">Passwort vergessen?</Link>}
            />
            <Select label="Schwierigkeit" options={LEVELS} placeholder="Bitte wählen" defaultValue="" />
            <Select label="Abrechnung" options={LEVELS} error="Bitte wählen Sie ein Intervall." />
            <SearchField label="Kurse suchen" value={search} onChange={setSearch} />
            <TextArea label="Beschreibung" rows={3} defaultValue="Wir bilden seit 1998 aus." />
          </Stack>
        </Specimen>
        <Specimen name="RadioGroup, Checkbox, Switch">
          <Stack>
            <RadioGroup label="Kontotyp" look="framed" options={TYPES} defaultValue="piw" />
            <RadioGroup label="Schwierigkeit" options={LEVELS} error="Bitte wählen Sie eine Stufe." />
            <Checkbox label="Ich habe die Hinweise gelesen" defaultChecked />
            <Checkbox label="Teilweise ausgewählt" indeterminate />
            <Checkbox label="Alle Bedingungen annehmen" error="Ohne Ihre Zustimmung geht es nicht weiter." />
            <Checkbox label="Gesperrt" disabled />
            <Switch label="E-Mail-Benachrichtigungen" hint="Bei neuen Terminen und Buchungen" defaultChecked />
            <Switch label="SMS-Benachrichtigungen" />
            <Switch label="Zwei-Faktor-Anmeldung" hint="In dieser Umgebung nicht verfügbar" disabled />
          </Stack>
        </Specimen>
        <Specimen name="Form, FormRow, FormError, FormActions">
          <Card title="Weiterbildungsstätte">
            <Form
              onSubmit={(event) => {
                event.preventDefault();
                setFailed(true);
              }}
            >
              <FormError
                errors={
                  failed ? [{ message: 'Der Name der Weiterbildungsstätte fehlt.', fieldId: 'galerie-name' }] : []
                }
              />
              <TextField
                id="galerie-name"
                label="Name der Weiterbildungsstätte"
                error={failed ? 'Bitte geben Sie den Namen ein.' : undefined}
              />
              <FormRow>
                <TextField label="Postleitzahl" inputMode="numeric" />
                <DateField label="Geburtsdatum" optional max="2026-11-27" />
                <TimeField label="Beginn" optional />
                <NumberField label="Betrag in Euro" optional digits={2} isMoney />
                <TextField label="Ort" />
              </FormRow>
              <FormActions>
                <Button variant="primary" type="submit">
                  Änderungen speichern
                </Button>
                <Button onClick={() => setFailed(false)}>Zurücksetzen</Button>
              </FormActions>
            </Form>
          </Card>
        </Specimen>
      </Grid>
    </Group>
  );
}
