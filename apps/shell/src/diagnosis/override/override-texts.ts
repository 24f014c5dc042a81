import type { OverrideRefusal } from '@nemus/host/overrides/override-service';

/** Why an override is refused, for users. */
export const OVERRIDE_TEXTS: Readonly<Record<OverrideRefusal, string>> = {
  malformed: 'Das ist keine Umleitung. Fügen Sie die ganze Zeile ein, die der Befehl ausgibt.',
  'not-allowed': 'Ihr Konto darf diesen Bereich nicht umleiten, oder die Umleitung ist beendet.',
  'unlisted-origin': 'Diese Adresse steht nicht auf der Liste des Portals.',
  'beside-store': 'Auf dem Server der Freigaben zählt nur, was in deren Verzeichnis liegt.',
  expired: 'Die Zeit der Umleitung ist abgelaufen. Erzeugen Sie eine neue.',
  'too-long': 'Eine Umleitung gilt höchstens acht Stunden.',
  'unknown-remote': 'Diesen Bereich gibt es im Verzeichnis nicht.',
  unreachable: 'Ob die Umleitung noch gilt, konnte nicht geprüft werden. Die Bereiche kommen aus ihren Freigaben.',
};
