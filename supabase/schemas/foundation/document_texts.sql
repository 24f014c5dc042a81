-- German texts that the database writes into rows that never change: order lines, invoices, certificates. A changed
-- text applies to new rows only. Every other German sentence is outside the database: refusals are codes
-- (foundation/foundation.sql), and their sentences are in supabase/functions/_shared/texts (decision record 0032).

/* A recorded text, with p_value in place of `%s`. Null for an unknown code. */
create function private.nemus_document_text(p_code text, p_value text default '') returns text
language sql immutable set search_path = '' as $$
  select format(t.text, p_value) from (values
    -- Order titles
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Nicht genutzte Zeit: %s'),
    -- Units of invoice lines
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits returned
    ('refund', 'Erstattung'),
    ('refund_failed', 'Erstattung fehlgeschlagen'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation', 'Stornierung'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_account_gone', 'Automatische Erstattung (Konto gelöscht)'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_dates_gone', 'Automatische Erstattung (kein Termin mehr)'),
    ('refund_country_not_sold', 'Automatische Erstattung (Land der Rechnungsanschrift)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Countries of addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$$;
