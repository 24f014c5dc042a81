/** The texts for codes of the backend: one table, for the functions beside it and for every screen. */
export { codedError } from './coded-error.ts';
export { readMailAddress, readPhone, readPostalCode } from './contact.ts';
export { partName } from './date-parts.ts';
export { deviceName } from './devices.ts';
export { nameProblem } from './printable-names.ts';
export { FAILURES } from './failures.ts';
export * from './member-roles.ts';
export { plainCode } from './plain-text.ts';
export * from './purchases.ts';
export { isRefusalCode, readRefusal, refusalText, type RefusalCode, type RefusalValues } from './refusals.ts';
export { endSentence } from './values.ts';
export { isNewsKind, NEWS, NEWS_GROUPS, newsLabel, newsText, type NewsGroup, type NewsText } from './notifications.ts';
export { SMS_CONSENT } from './sms.ts';
export { countryName, soldToText, taxText, withTaxText, type Tax } from './taxes.ts';
export { reportFiguresSchema, reportLines, type ReportFigures, type ReportLine } from './weekly-report.ts';
