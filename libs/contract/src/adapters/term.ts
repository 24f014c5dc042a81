import { z } from 'zod';

/** Until when a shell runs areas that were written for an older major of the contract. */
export const adapterTermSchema = z.strictObject({
  /** Version of the older contract that the adapter stands for: the last one of its major, such as `1.8.0`. */
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** `YYYY-MM-DD`: from the beginning of this day (UTC) on, no release that needs the adapter is promoted. */
  until: z.iso.date(),
});
export type AdapterTerm = Readonly<z.infer<typeof adapterTermSchema>>;
