/** Name, benefit and location of a step. */
export interface StepText {
  readonly title: string;
  /** One sentence: the benefit. */
  readonly why: string;
  /** Null: done by another person. */
  readonly path: string | null;
}

/** The steps of the database function `nemus_first_steps`, by their names there. */
export const STEPS: Readonly<Record<string, StepText>> = {
  training: {
    title: 'Angaben zur Weiterbildung ergänzen',
    why: 'Gebiet und Beginn Ihrer Weiterbildung stehen auf Nachweisen und bestimmen, was gezählt wird.',
    path: '/profile',
  },
  requirements: {
    title: 'Anforderungen wählen',
    why: 'Danach zeigt das Logbuch, wie viele Stunden und Nachweise Ihnen noch fehlen.',
    path: '/logbook/requirements',
  },
  entry: {
    title: 'Ersten Eintrag im Logbuch schreiben',
    why: 'Eine Tätigkeit mit Tag und Dauer genügt; bestätigt wird sie später.',
    path: '/logbook',
  },
  date: {
    title: 'Einen Termin wählen',
    why: 'Nach der Buchung eines Kurses wählen Sie den Termin, an dem Sie teilnehmen.',
    path: '/seminar-catalog',
  },
  factor: {
    title: 'Zwei-Faktor-Anmeldung einrichten',
    why: 'Ein Code auf Ihrem Telefon schützt das Konto, auch wenn jemand Ihr Passwort kennt.',
    path: '/account/security',
  },
  approval: {
    title: 'Freigabe durch die Akademie',
    why: 'Wir prüfen Ihre Weiterbildungsstätte und schreiben Ihnen. Dafür müssen Sie nichts tun.',
    path: null,
  },
  trainee: {
    title: 'Erste Person einladen',
    why: 'Wer die Einladung annimmt, sieht gebuchte Kurse und teilt den Stand der Weiterbildung mit Ihnen.',
    path: '/piw-management/einladen',
  },
  credits: {
    title: 'Credits kaufen',
    why: 'Mit Credits buchen Sie Kurse für Ihre PiW, ohne jede Buchung einzeln zu bezahlen.',
    path: '/subscription',
  },
  confirmers: {
    title: 'Festlegen, wer bestätigt',
    why: 'Logbücher gelten erst mit der Bestätigung von Personen, die Sie dafür benennen.',
    path: '/logbook/people',
  },
  billing: {
    title: 'Rechnungsdaten angeben',
    why: 'Name und Anschrift stehen auf jeder Rechnung und werden beim ersten Kauf gebraucht.',
    path: '/purchases',
  },
};
