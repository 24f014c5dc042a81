/**
 * The table of texts, which is stored with the functions: `supabase functions deploy` only includes files below that
 * folder (decision record 0032). Only this file and `refusal-texts.ts`, for the lazily loaded sentences, import from
 * there.
 */
export {
  ALREADY_PROCESSED,
  boughtText,
  CANCELLED,
  codedError,
  countryName,
  deviceName,
  FAILURES,
  isNewsKind,
  isRefusalCode,
  NEWS,
  NEWS_GROUPS,
  newsLabel,
  newsText,
  MEMBER_ROLES,
  MEMBER_ROLE_NAMES,
  type MemberRole,
  readRefusal,
  refusalText,
  reportFiguresSchema,
  reportLines,
  SMS_CONSENT,
  soldToText,
  taxText,
  UNPAID,
  type NewsGroup,
  type NewsText,
  type RefusalCode,
  type RefusalValues,
  type ReportFigures,
  type ReportLine,
} from '../../../supabase/functions/_shared/texts/index';
