-- The texts that the database writes into rows which stay as they are: lines of purchases, invoices, certificates. They are
-- recorded, so a text that is changed here is changed for new rows alone. No other text of the database is for people:
-- refusals are codes, and what these mean stands in supabase/functions/_shared/texts (decision record 0081).

/* A recorded text; `%s` in it is p_value. Null for a code that is none. */
create function private.nemus_document_text(p_code text, p_value text default '') returns text
language sql immutable set search_path = '' as $$
  select format(t.text, p_value) from (values
    -- What an order is called
    ('credits', '%s Credits'),
    ('monthly', 'Monatsabonnement'),
    ('yearly', 'Jahresabonnement'),
    ('plan_change', 'Wechsel zum %s'),
    ('unused_time', 'Gutschrift %s für nicht genutzte Zeit'),
    -- What an invoice counts in
    ('unit_place', 'Teilnahme'),
    ('unit_places', 'Teilnahmen'),
    ('unit_credits', 'Credits'),
    ('unit_subscription', 'Abonnement'),
    -- Money and credits that went back
    ('refund', 'Erstattung'),
    ('refund_of', 'Erstattung: %s'),
    ('cancellation_of', 'Stornierung: %s'),
    ('dispute', 'Rückbelastung'),
    ('dispute_lifted', 'Rückbelastung aufgehoben'),
    ('refund_already_enrolled', 'Automatische Erstattung (Kurs war schon vorhanden)'),
    ('refund_already_subscribed', 'Automatische Erstattung (Abonnement bestand schon)'),
    ('refund_booking_cancelled', 'Automatische Erstattung (Buchung storniert)'),
    ('refund_course_gone', 'Automatische Erstattung (Kurs nicht mehr im Angebot)'),
    ('refund_trainee_gone', 'Automatische Erstattung (Person nicht mehr in Ihrer Liste)'),
    -- Addresses abroad
    ('country_AT', 'Österreich'),
    ('country_CH', 'Schweiz'),
    -- Certificates
    ('issuer', 'Nemus Weiterbildungsportal'),
    ('no_name', 'Ohne Namen')
  ) as t (code, text) where t.code = p_code
$$;
