import { CopyButton, saveFile } from '@nemus/area';
import { Alert, Box, Button, Card, FormActions, offPaper, Row } from '@nemus/ui';

/** New recovery codes, in the only moment in which they can be read. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  const download = () =>
    saveFile('nemus-wiederherstellungscodes.txt', 'text/plain', `Nemus: Wiederherstellungscodes\n\n${text}\n`);
  return (
    <>
      <Alert tone="warning" title="Bewahren Sie diese Codes jetzt auf">
        Wir zeigen sie nur einmal. Ist Ihr Telefon verloren, kommen Sie mit Ihrem Passwort und einem dieser Codes in Ihr
        Konto; jeder gilt einmal. Legen Sie sie nicht dorthin, wo Ihr Passwort liegt.
      </Alert>
      <Card title="Ihre Codes" level={2}>
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 1,
            padding: 0,
            margin: 0,
            listStyle: 'none',
          }}
        >
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Box>
        <Row gap={1} sx={offPaper}>
          <CopyButton text={text} label="Kopieren" />
          <Button size="small" onClick={download}>
            Herunterladen
          </Button>
          <Button size="small" onClick={() => window.print()}>
            Drucken
          </Button>
        </Row>
      </Card>
      <FormActions>
        <Button variant="primary" onClick={onDone}>
          Ich habe die Codes aufbewahrt
        </Button>
      </FormActions>
    </>
  );
}
