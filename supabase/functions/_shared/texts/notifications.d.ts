import { z } from 'zod';
/** What people read of a piece of news: a line, and what there is to say besides; empty where the line says it all. */
export interface NewsText {
    readonly title: string;
    readonly sentence: string;
}
/** Kinds of news by what they are about, in the order in which settings show them. */
export declare const NEWS_GROUPS: {
    readonly people: 'Einladungen';
    readonly dates: 'Buchungen und Termine';
    readonly training: 'Weiterbildung';
    readonly money: 'Käufe und Rechnungen';
    readonly organisation: 'Weiterbildungsstätte';
    readonly security: 'Sicherheit';
};
export type NewsGroup = keyof typeof NEWS_GROUPS;
interface NewsKind {
    readonly group: NewsGroup;
    /** Its name in settings, and its line where the facts are missing or odd. */
    readonly label: string;
    /** What the facts have to be, so that they stand in the text. */
    readonly facts: z.ZodType;
    /** The text, by what the database says; facts that are odd are left out. */
    readonly read: (facts: unknown) => NewsText;
}
/**
 * Every kind of news that accounts are told: its words, and the facts that it needs. The kinds themselves, and which channel
 * may be switched off, stand in the database (private.nemus_notification_kinds), where they are decided; a test holds both
 * to the same list.
 */
export declare const NEWS: {
    readonly invitation: NewsKind;
    readonly invitation_answered: NewsKind;
    readonly member_invitation: NewsKind;
    readonly booking_made: NewsKind;
    readonly booking_moved: NewsKind;
    readonly booking_cancelled: NewsKind;
    readonly place_confirmed: NewsKind;
    readonly place_waiting: NewsKind;
    readonly place_moved_up: NewsKind;
    readonly place_ended: NewsKind;
    readonly date_moved: NewsKind;
    readonly date_cancelled: NewsKind;
    readonly trainee_date_moved: NewsKind;
    readonly trainee_date_cancelled: NewsKind;
    readonly sign_off_waiting: NewsKind;
    readonly sign_off_confirmed: NewsKind;
    readonly sign_off_returned: NewsKind;
    readonly certificate_issued: NewsKind;
    readonly requirement_set_changed: NewsKind;
    readonly invoice_issued: NewsKind;
    readonly collective_invoice_issued: NewsKind;
    readonly payment_failed: NewsKind;
    readonly renewal_failed: NewsKind;
    readonly refund_made: NewsKind;
    readonly credits_low: NewsKind;
    readonly member_joined: NewsKind;
    readonly member_left: NewsKind;
    readonly member_roles: NewsKind;
    readonly member_removed: NewsKind;
    readonly approval_requested: NewsKind;
    readonly approval_decided: NewsKind;
    readonly budget_changed: NewsKind;
    readonly seats_transferred: NewsKind;
    readonly weekly_report: NewsKind;
    readonly factor_rule: NewsKind;
    readonly new_device: NewsKind;
    readonly factor_changed: NewsKind;
};
/** A kind of news that this release has words for. */
export type NewsKindName = keyof typeof NEWS;
/** Whether there are words for a kind; a newer database may have more. */
export declare const isNewsKind: (kind: string) => kind is NewsKindName;
/** The text of a piece of news. A kind that this release does not know yet has a plain line. */
export declare const newsText: (kind: string, facts: unknown) => NewsText;
/** The name of a kind in settings and mails. */
export declare const newsLabel: (kind: string) => string;
export {};
