/**
 * The table of texts, which lies beside the functions: `supabase functions deploy` takes only what is below that folder
 * in every way of deploying (decision record 0081). This place reaches over there, and `refusal-texts.ts` for
 * the sentences that come late; no other does.
 */
export {
  ALREADY_PROCESSED,
  boughtText,
  CANCELLED,
  codedError,
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
  UNPAID,
  type NewsGroup,
  type NewsText,
  type RefusalCode,
  type RefusalValues,
  type ReportFigures,
  type ReportLine,
} from '../../../supabase/functions/_shared/texts/index';
