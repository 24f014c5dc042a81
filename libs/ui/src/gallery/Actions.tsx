import { useState } from 'react';
import { Button, ButtonLink, IconButton, type ButtonVariant } from '../actions/Button';
import { Link } from '../actions/Link';
import { Row, Stack, Text } from '../layout/primitives';
import { ConfirmDialog, Dialog } from '../late/overlays';
import { Menu } from '../overlays/Menu';
import { Tooltip } from '../overlays/Tooltip';
import { TextField } from '../forms/TextField';
import { Group, Specimen } from './Specimen';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

/** Buttons, links, menus and dialogs. */
export function Actions() {
  const [dialog, setDialog] = useState<'none' | 'form' | 'ask' | 'danger'>('none');
  const [busy, setBusy] = useState(false);
  const close = () => setDialog('none');
  return (
    <Group id="aktionen" title="Aktionen" description="Beschriftung: Verb und Objekt. Eine Hauptaktion je Bereich.">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <Row>
            <Button variant={variant}>Kurs buchen</Button>
            <Button variant={variant} icon="add">
              Person einladen
            </Button>
            <Button variant={variant} size="small">
              Details
            </Button>
            <Button variant={variant} size="large" iconEnd="arrow-right">
              Weiter zum Quiz
            </Button>
            <Button variant={variant} loading>
              Wird gespeichert
            </Button>
            <Button variant={variant} disabled>
              Nicht verfügbar
            </Button>
          </Row>
        </Specimen>
      ))}
      <Specimen name="ButtonLink, Link">
        <Row gap={2}>
          <ButtonLink href="#aktionen" variant="primary">
            Fortsetzen
          </ButtonLink>
          <Text>
            Text mit <Link href="#aktionen">Link im Portal</Link> und{' '}
            <Link href="https://nemus.example" external>
              Link nach außen
            </Link>
            .
          </Text>
        </Row>
      </Specimen>
      <Specimen name="IconButton, Tooltip, Menu">
        <Row>
          <IconButton icon="edit" label="Bearbeiten" />
          <IconButton icon="edit" label="Bearbeiten" outlined />
          <IconButton icon="filter" label="Filter" outlined aria-pressed />
          <IconButton icon="delete" label="Löschen" size="small" />
          <IconButton icon="download" label="Herunterladen" disabled />
          <Tooltip title="Frühestens 15 Minuten vor Beginn">
            <Button icon="video">Beitreten</Button>
          </Tooltip>
          <Menu
            label="Weitere Aktionen"
            items={[
              { label: 'Bearbeiten', icon: 'edit', onSelect: close },
              { label: 'Herunterladen', icon: 'download', onSelect: close, disabled: true },
              { label: 'Löschen', icon: 'delete', onSelect: close, danger: true },
            ]}
            trigger={(props) => <IconButton {...props} icon="more" label="Weitere Aktionen" outlined />}
          />
        </Row>
      </Specimen>
      <Specimen name="Dialog, ConfirmDialog">
        <Row>
          <Button onClick={() => setDialog('form')}>Dialog öffnen</Button>
          <Button onClick={() => setDialog('ask')}>Rückfrage öffnen</Button>
          <Button onClick={() => setDialog('danger')}>Gefährliche Rückfrage öffnen</Button>
        </Row>
        <Dialog
          open={dialog === 'form'}
          onClose={close}
          title="Person einladen"
          description="Sie erhält eine E-Mail mit einem persönlichen Link."
          actions={
            <>
              <Button onClick={close}>Abbrechen</Button>
              <Button variant="primary" onClick={close}>
                Einladung senden
              </Button>
            </>
          }
        >
          <Stack>
            <TextField label="Vorname" />
            <TextField label="E-Mail" type="email" />
          </Stack>
        </Dialog>
        <ConfirmDialog
          open={dialog === 'ask'}
          title="Kurs mit Credits buchen?"
          confirmLabel="Kurs buchen"
          busy={busy}
          onConfirm={() => setBusy(!busy)}
          onCancel={close}
        >
          „Methoden der Gesprächsführung“ kostet 90 Credits. Danach haben Sie noch 310.
        </ConfirmDialog>
        <ConfirmDialog
          open={dialog === 'danger'}
          danger
          title="Termin absagen?"
          confirmLabel="Termin absagen"
          onConfirm={close}
          onCancel={close}
        >
          Ihr Platz wird frei. Das lässt sich nicht rückgängig machen.
        </ConfirmDialog>
      </Specimen>
    </Group>
  );
}
