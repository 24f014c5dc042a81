import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { APPOINTMENT_STATUSES } from './fetchAppointments';
import { staffRoleSchema } from './fetchStaffAccounts';
import { ORDER_STATUSES } from './fetchStaffOrders';

const linkSchema = z.object({
  trainee_id: z.string(),
  /** The other side: the institution, or the person. */
  name: z.string(),
  email: z.string().nullable(),
  /** The other side's account; null for a person without one. */
  user_id: z.string().nullable(),
  /** ISO 8601; null until accepted. */
  linked_at: z.string().nullable(),
  invitation: z
    .object({
      last_sent_at: z.string().nullable(),
      sent_count: z.int(),
      is_open: z.boolean(),
      declined_at: z.string().nullable(),
    })
    .nullable(),
});
export type StaffLink = z.infer<typeof linkSchema>;

const accountSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  user_type: z.enum(['piw', 'institution']),
  registered_at: z.string(),
  confirmed_at: z.string().nullable(),
  last_sign_in_at: z.string().nullable(),
  /** The current account. */
  is_own: z.boolean(),
  is_blocked: z.boolean(),
  /** Null also for an account that the operator blocked at the auth server. */
  block: z.object({ reason: z.string(), since: z.string(), by: z.string().nullable() }).nullable(),
  roles: z.array(z.object({ role: staffRoleSchema, since: z.string(), by: z.string().nullable() })),
  links: z.array(linkSchema),
  enrolments: z.array(
    z.object({
      enrolment_id: z.string(),
      title: z.string(),
      status: z.string(),
      progress_percentage: z.number(),
      enrolled_at: z.string(),
    }),
  ),
  /** Places and waiting positions at dates, the latest first; null without the role `teaching`. */
  dates: z
    .array(
      z.object({
        appointment_id: z.string(),
        title: z.string(),
        starts_at: z.string(),
        ends_at: z.string(),
        /** Their number; null for a date with one. */
        parts: z.int().nullable(),
        status: z.enum(APPOINTMENT_STATUSES),
        waitlist_position: z.int().nullable(),
        /** By the academy. */
        is_cancelled: z.boolean(),
      }),
    )
    .nullable()
    .default(null),
  certificates: z
    .array(
      z.object({
        number: z.string(),
        title: z.string(),
        kind: z.enum(['completion', 'attendance']),
        issued_on: z.string(),
        revoked_at: z.string().nullable(),
      }),
    )
    .default([]),
  /** Of an institution. */
  approval: z
    .object({ approved_name: z.string().nullable(), approved_at: z.string(), withdrawn_at: z.string().nullable() })
    .nullable(),
  /** Null without the role `orders`. */
  orders: z
    .array(
      z.object({
        order_id: z.string(),
        title: z.string(),
        status: z.enum(ORDER_STATUSES),
        amount_cents: z.int(),
        created_at: z.string(),
      }),
    )
    .nullable(),
});
/** One account as staff sees it. */
export type StaffAccount = z.infer<typeof accountSchema>;

/** One account for staff with the role `people`. Fails with `account_not_found`. */
export async function fetchStaffAccount(client: DataClient, userId: string): Promise<StaffAccount> {
  return readRows(await client.rpc('nemus_staff_account', { p_user: userId }), accountSchema);
}

export const staffAccountQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['staff-account', userId], queryFn: () => fetchStaffAccount(client, userId) });
