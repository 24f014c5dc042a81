/** The areas of one program: lazy, as a program with routes splits itself. */
import type { Lifecycles, SlotName } from '@nemus/contract';

interface AreaModule {
  readonly default: Lifecycles;
}

export const AREAS: Readonly<Record<string, () => Promise<AreaModule>>> = {
  trainee: () => import('../../../../apps/trainee/src/app'),
  institution: () => import('../../../../apps/institution/src/app'),
  elearning: () => import('../../../../apps/elearning/src/app'),
  payments: () => import('../../../../apps/payments/src/app'),
};

/** What these areas put into others; another piece is not there, and its place shows what it shows without. */
export const SLOTS = {
  'course-purchase': () => import('../../../../apps/payments/src/course-purchase'),
  'credit-balance': () => import('../../../../apps/payments/src/credit-balance'),
} satisfies Readonly<Partial<Record<SlotName, () => Promise<AreaModule>>>>;
