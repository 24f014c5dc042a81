import { z } from 'zod';
import { MEMBER_ROLE_NAMES, MEMBER_ROLES, type MemberRole } from '../texts';

export const memberRoleSchema = z.enum(MEMBER_ROLES);

/** What each role may do, as half a sentence. The database decides. */
const MAY: Readonly<Record<MemberRole, string>> = {
  administration:
    'darf alles, auch Mitglieder einladen, Budgets festlegen, Buchungen freigeben und das Protokoll lesen',
  booking: 'verwaltet PiW, lädt sie ein und bucht Kurse für sie, mit Credits oder mit Karte',
  billing: 'kauft Credits, verwaltet das Abonnement und sieht Käufe und Rechnungen',
  confirming: 'legt fest, wer im Logbuch bestätigt, und sieht den Stand des Jahrgangs',
  reading: 'sieht, was Buchung und Bestätigung sehen, und ändert nichts',
};

/** A role in words: its name, and what it may do. */
export const memberRoleWords = (role: MemberRole) => ({ label: MEMBER_ROLE_NAMES[role], may: MAY[role] });

/** The held roles, in the order of every screen. */
export const heldRoles = (roles: readonly MemberRole[]): readonly MemberRole[] =>
  MEMBER_ROLES.filter((role) => roles.includes(role));

/** Roles in words, in the order of every screen. */
export const memberRolesText = (roles: readonly MemberRole[]): string =>
  heldRoles(roles)
    .map((role) => MEMBER_ROLE_NAMES[role])
    .join(', ');
