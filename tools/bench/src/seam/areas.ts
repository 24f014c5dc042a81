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
  logbook: () => import('../../../../apps/logbook/src/app'),
};

/** The page behind each area's first menu entry, which an area's release names beside its entry. */
export const FIRST_PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  trainee: () =>
    import(/* webpackChunkName: "trainee-first-page" */ '../../../../apps/trainee/src/pages/dashboard/DashboardPage'),
  institution: () =>
    import(
      /* webpackChunkName: "institution-first-page" */ '../../../../apps/institution/src/pages/dashboard/DashboardPage'
    ),
  elearning: () =>
    import(/* webpackChunkName: "elearning-first-page" */ '../../../../apps/elearning/src/pages/courses/CoursesPage'),
  payments: () =>
    import(
      /* webpackChunkName: "payments-first-page" */ '../../../../apps/payments/src/pages/subscription/SubscriptionPage'
    ),
  logbook: () =>
    import(/* webpackChunkName: "logbook-first-page" */ '../../../../apps/logbook/src/pages/start/StartPage'),
};

/** Slots that these areas offer; for others, the slot shows its fallback. */
export const SLOTS = {
  'course-purchase': () => import('../../../../apps/payments/src/course-purchase'),
  'credit-balance': () => import('../../../../apps/payments/src/credit-balance'),
  'course-credit': () => import('../../../../apps/logbook/src/course-credit'),
} satisfies Readonly<Partial<Record<SlotName, () => Promise<AreaModule>>>>;
