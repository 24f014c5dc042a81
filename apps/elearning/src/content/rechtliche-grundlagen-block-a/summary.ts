import type { BlockSummary } from '../block';

/** Content of Block A. Sources: BGB and StGB as named. */
export const SUMMARY: BlockSummary = {
  title: 'Block A: Berufsrecht',
  course: 'Rechtliche Grundlagen',
  intro:
    'Sechs Regeln aus dem Berufsrecht, die Sie ab dem ersten Tag der Weiterbildung brauchen – jede mit der Stelle im Gesetz.',
  sections: [
    {
      title: 'Aufklärung',
      source: '§ 630e BGB',
      points: [
        'Sie klären über Art, Umfang, Durchführung, Folgen und Risiken der Behandlung sowie über Alternativen auf.',
        'Mündlich, verständlich und so rechtzeitig, dass die Entscheidung wohlüberlegt sein kann.',
      ],
    },
    {
      title: 'Einwilligung',
      source: '§ 630d BGB',
      points: [
        'Vor der Behandlung holen Sie die Einwilligung ein; sie setzt die Aufklärung voraus.',
        'Sie kann jederzeit und ohne Angabe von Gründen formlos widerrufen werden.',
      ],
    },
    {
      title: 'Schweigepflicht',
      source: '§ 203 StGB',
      points: [
        'Geschützt ist alles, was Ihnen beruflich anvertraut oder bekannt wurde – auch, dass jemand in Behandlung ist.',
        'Sie gilt auch gegenüber Angehörigen und anderen Behandelnden, solange Ihr*e Patient*in Sie nicht davon entbindet.',
      ],
    },
    {
      title: 'Dokumentation',
      source: '§ 630f BGB',
      points: [
        'Zeitnah und vollständig; spätere Änderungen bleiben erkennbar.',
        'Die Akte wird zehn Jahre nach Abschluss der Behandlung aufbewahrt.',
      ],
    },
    {
      title: 'Einsicht in die Akte',
      source: '§ 630g BGB',
      points: [
        'Auf Verlangen gewähren Sie unverzüglich Einsicht in die vollständige Akte.',
        'Ablehnen dürfen Sie nur, soweit erhebliche therapeutische Gründe oder sonstige erhebliche Rechte Dritter entgegenstehen – mit Begründung.',
      ],
    },
    {
      title: 'Grenzen der Schweigepflicht',
      source: '§ 34 StGB',
      points: [
        'Bei gegenwärtiger, nicht anders abwendbarer Gefahr, etwa für Leben oder Gesundheit, darf das Geheimnis weichen, wenn das geschützte Interesse wesentlich überwiegt.',
        'Dann nur das Nötigste, an die richtige Stelle, und mit dokumentierter Abwägung.',
        'Daneben stehen eigene Regeln, etwa bei Anhaltspunkten für eine Kindeswohlgefährdung (§ 4 KKG) und für geplante schwere Straftaten (§§ 138, 139 StGB).',
      ],
    },
  ],
};
