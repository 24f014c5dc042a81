const ACTIONS: Readonly<Record<string, string>> = {
  insert: 'Angelegt',
  update: 'Geändert',
  delete: 'Entfernt',
  refund_order: 'Erstattung veranlasst',
  ask_provider: 'Beim Zahlungsanbieter nachgesehen',
  settle_order: 'Stand vom Zahlungsanbieter übernommen',
  settle_attention: 'Hinweis erledigt',
  retry_set_aside: 'Zurückgestellte Aufgabe noch einmal begonnen',
  refund_elsewhere: 'Erstattung auf anderem Weg bezahlt',
  end_link: 'Verbindung beendet',
  resend_invitation: 'Erneut eingeladen',
  unblock_account: 'Sperre aufgehoben',
  create_draft: 'Begonnen',
  discard_draft: 'Verworfen',
  publish: 'Veröffentlicht',
  revoke_certificate: 'Widerrufen',
  show_attendance_code: 'Code gezeigt',
};
const SUBJECTS: Readonly<Record<string, string>> = {
  appointments: 'Termin',
  appointment_links: 'Link eines Termins',
  appointment_participations: 'Teilnahme',
  appointment_teachers: 'Lehrperson eines Termins',
  blocked_accounts: 'Sperre eines Kontos',
  certificates: 'Zertifikat',
  courses: 'Seminar',
  jobs: 'Aufgabe des Portals',
  institution_approvals: 'Freigabe',
  learning_courses: 'E-Learning-Kurs',
  learning_drafts: 'Entwurf eines E-Learning-Kurses',
  learning_media: 'Datei eines E-Learning-Kurses',
  orders: 'Bestellung',
  profiles: 'Konto',
  refunds: 'Erstattung',
  requirement_sets: 'Anforderungen',
  requirement_categories: 'Stunden von Anforderungen',
  requirement_competencies: 'Kompetenz von Anforderungen',
  requirement_credits: 'Anrechnung von Anforderungen',
  staff: 'Rolle',
  teachers: 'Lehrperson',
  trainees: 'Verbindung',
  withdrawals: 'Widerruf',
};

/** The action in words; its name by default. */
export const actionText = (action: string): string => ACTIONS[action] ?? 'Andere Handlung';
/** The subject in words; its name by default. */
export const subjectText = (subject: string): string => SUBJECTS[subject] ?? 'Anderes';
