import { z } from 'zod';

/** One part of a date in several: an evening, a day, a block. Times are ISO 8601. */
export const datePartSchema = z.object({
  id: z.string(),
  /** Empty without its own title. */
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  units: z.number(),
});
export type DatePart = z.infer<typeof datePartSchema>;

/** The parts of a date by start; null: the date is its only part. */
export const datePartsSchema = z.array(datePartSchema).nullable().default(null);

/** Recorded attendance by the part's id; null without any. */
export const partMarksSchema = z
  .record(z.string(), z.object({ attendance: z.enum(['present', 'partial', 'absent']), units: z.number() }))
  .nullable()
  .default(null);
export type PartMarks = z.infer<typeof partMarksSchema>;
