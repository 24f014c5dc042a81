import type { DeletionTerms } from '@nemus/data';
import { formatCount, formatDate } from '@nemus/ui';

/** What is deleted with the account, and what stays, each as one sentence. */
export function describeDeletion(terms: DeletionTerms): {
  readonly lost: readonly string[];
  readonly kept: string | null;
} {
  const { credits, places, trainees, keepUntil } = terms;
  const lost = [
    'Profil, Weiterbildungsdaten, Logbuch, Lernfortschritt und Zertifikate werden gelöscht. Ausgestellte Zertifikate und gedruckte Logbücher lassen sich danach nicht mehr prüfen.',
    'Gekaufte und gebuchte Kurse sind nicht mehr zugänglich.',
  ];
  if (places > 0) lost.push(`${formatCount(places, 'Platz', 'Plätze')} bei kommenden Terminen werden frei.`);
  if (credits > 0) lost.push(`${formatCount(credits, 'Credit', 'Credits')} verfallen.`);
  if (trainees > 0) {
    lost.push(
      `Die Verbindung zu ${formatCount(trainees, 'Person', 'Personen')} in Weiterbildung endet; deren Konten bleiben bestehen.`,
    );
  }
  return {
    lost,
    kept:
      keepUntil === null
        ? null
        : `Rechnungen und Bestellungen bewahren wir bis ${formatDate(keepUntil)} auf, weil das Gesetz es verlangt. Ihr Name steht dann nur noch auf den Rechnungen.`,
  };
}
