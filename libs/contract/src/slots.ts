import { z } from 'zod';

/**
 * Props of every slot that one area may show inside another. A new slot, or a new optional prop, is a minor version of
 * the contract.
 */
export interface SlotProps {
  /**
   * Purchase buttons of one course: by card, for institutions also by credits. Without `traineeIds` the account buys
   * for itself; with them an institution books for these trainees, all or none, each at the full price.
   * `bookings-changed` reports the booking.
   */
  'course-purchase': {
    readonly courseId: string;
    readonly courseTitle: string;
    /** Gross price of one place in euros, for display; the function reads the price from the database. */
    readonly priceEuros: number;
    /** Credits for one place. */
    readonly creditCost: number;
    readonly enrolled: boolean;
    /** Trainees of the institution; at least one. Since 1.1. */
    readonly traineeIds?: readonly string[] | undefined;
    /** First day of the course for these trainees, `yyyy-MM-dd`; the database checks it. Since 1.1. */
    readonly startsOn?: string | undefined;
  };
  /** The institution's credit balance. */
  'credit-balance': { readonly variant: 'inline' | 'card' };
  /** What a seminar would count for in the account's requirement set, before it is bought. Since 1.7. */
  'course-credit': { readonly courseId: string };
}
export type SlotName = keyof SlotProps;

/**
 * Run-time schemas of the slots' props, since host and slot are released separately. Strict on purpose: a slot must not
 * guess what an unknown prop means (it might sell something else). It fails, and the host shows its fallback.
 *
 * `since` is the version of the contract that added a slot or a prop. Releases carry it (`meeting.json`), so the gate
 * finds a host that passes a prop of 1.1 to a slot of 1.0. `dependentRequired` expresses a refinement in JSON Schema.
 */
export const slotPropsSchemas: { readonly [N in SlotName]: z.ZodType<SlotProps[N]> } = {
  'course-purchase': z
    .strictObject({
      courseId: z.string().min(1),
      courseTitle: z.string().min(1),
      priceEuros: z.number().nonnegative(),
      creditCost: z.number().int().nonnegative(),
      enrolled: z.boolean(),
      traineeIds: z.array(z.string().min(1)).min(1).optional().meta({ since: '1.1' }),
      startsOn: z.iso.date().optional().meta({ since: '1.1' }),
    })
    .refine(({ traineeIds, startsOn }) => startsOn === undefined || traineeIds !== undefined, {
      message: 'A first day is for trainees: startsOn needs traineeIds.',
      path: ['startsOn'],
    })
    .meta({ since: '1.0', dependentRequired: { startsOn: ['traineeIds'] } }),
  'credit-balance': z.strictObject({ variant: z.enum(['inline', 'card']) }).meta({ since: '1.0' }),
  'course-credit': z.strictObject({ courseId: z.string().min(1) }).meta({ since: '1.7' }),
};
