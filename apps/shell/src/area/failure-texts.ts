import type { FailureKind } from '@nemus/contract';

/** Why an area cannot be shown, for users. */
export const FAILURE_TEXTS: Readonly<Record<FailureKind, string>> = {
  network: 'Der Bereich konnte nicht geladen werden, weil die Verbindung unterbrochen ist.',
  http: 'Der Bereich konnte nicht geladen werden, weil der Server ihn gerade nicht ausliefert.',
  timeout: 'Der Bereich antwortet nicht rechtzeitig.',
  integrity:
    'Die Dateien des Bereichs stimmen nicht mit der freigegebenen Version überein und wurden deshalb nicht ausgeführt.',
  contract: 'Diese Version des Bereichs passt nicht zu diesem Portal.',
  // Shown as a notice, not as a failure.
  disabled: 'Der Bereich ist vorübergehend abgeschaltet.',
  missing: 'Der Bereich ist in diesem Portal nicht eingerichtet.',
  chunk: 'Ein Teil des Bereichs konnte nicht nachgeladen werden.',
  execution: 'Der Bereich konnte nicht gestartet werden.',
  'mount-timeout': 'Der Bereich ist nicht rechtzeitig gestartet.',
  render: 'Im Bereich ist ein Fehler aufgetreten.',
};
