import type { AuditLine } from '@nemus/data';
import { opens, SECTIONS, type AcademySection } from '../../frame/sections';
import { paths } from '../../paths';
import { cataloguePaths } from '../catalogue/paths';
import { datePaths } from '../dates/date-paths';
import { requirementPaths } from '../requirements/paths';

type Target = readonly [AcademySection, (id: string) => string];
const PERSON: Target = [SECTIONS.people, paths.person];
const DATE: Target = [SECTIONS.dates, datePaths.date];
const ORDER: Target = [SECTIONS.orders, paths.order];
const LEARNING: Target = [SECTIONS.learning, (id) => `${SECTIONS.learning.path}/${encodeURIComponent(id)}`];
const REQUIREMENTS: Target = [SECTIONS.requirements, requirementPaths.set];
/** Section and page of subjects; a key can have several parts, of which the first one names the page. */
const TARGETS: Readonly<Record<string, Target>> = {
  appointments: DATE,
  appointment_links: DATE,
  appointment_participations: [SECTIONS.dates, datePaths.participants],
  appointment_teachers: DATE,
  bank_receipts: [SECTIONS.orders, () => paths.transfers],
  blocked_accounts: PERSON,
  courses: [SECTIONS.catalogue, cataloguePaths.seminar],
  country_taxes: [SECTIONS.orders, () => paths.bookkeeping],
  institution_approvals: PERSON,
  learning_courses: LEARNING,
  learning_drafts: LEARNING,
  name_requests: [SECTIONS.people, () => paths.names],
  orders: ORDER,
  product_taxes: [SECTIONS.orders, () => paths.bookkeeping],
  profiles: PERSON,
  requirement_sets: REQUIREMENTS,
  requirement_categories: REQUIREMENTS,
  requirement_competencies: REQUIREMENTS,
  requirement_credits: REQUIREMENTS,
  requirement_figures: REQUIREMENTS,
  rooms: [SECTIONS.dates, () => datePaths.rooms],
  staff: PERSON,
  transfer_terms: [SECTIONS.orders, () => paths.transferTerms],
  teachers: [SECTIONS.dates, () => datePaths.teachers],
  withdrawals: [SECTIONS.orders, () => paths.withdrawals],
  invoices: [SECTIONS.orders, () => paths.invoices],
};

/** Page of what a line is about, if the rights of the reader open its section. */
export function linkOf({ subject, subject_id: key }: AuditLine, rights: readonly string[]): string | null {
  const [section, page] = TARGETS[subject] ?? [];
  return section && page && opens(section, rights) ? page(key.split(':')[0] ?? key) : null;
}
