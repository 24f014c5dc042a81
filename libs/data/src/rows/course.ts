import { z } from 'zod';

/** The six core competencies, in the order of every screen (S-12.3). */
export const COMPETENCIES = [
  'fachliche_kompetenz',
  'diagnostische_kompetenz',
  'methoden_kompetenz',
  'beziehungsgestaltung',
  'personale_kompetenz',
  'professionelle_haltung',
] as const;
export const competencySchema = z.enum(COMPETENCIES);
export type Competency = z.infer<typeof competencySchema>;

/** German names of the competencies. */
export const COMPETENCY_LABELS: Readonly<Record<Competency, string>> = {
  fachliche_kompetenz: 'Fachliche Kompetenz',
  diagnostische_kompetenz: 'Diagnostische Kompetenz',
  methoden_kompetenz: 'Methoden & Intervention',
  beziehungsgestaltung: 'Beziehungsgestaltung',
  personale_kompetenz: 'Personale Kompetenz',
  professionelle_haltung: 'Professionelle Haltung',
};

export const DIFFICULTIES = ['Anfänger', 'Fortgeschritten', 'Experte'] as const;
export const difficultySchema = z.enum(DIFFICULTIES);
export type Difficulty = z.infer<typeof difficultySchema>;

/** A row of `nemus_courses`. Hours and units are teaching units of 45 minutes; the price is gross, in euros. */
export const courseSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  competency: competencySchema,
  duration_hours: z.number(),
  difficulty: difficultySchema,
  theory_units: z.number(),
  practical_units: z.number(),
  elearning_units: z.number(),
  price_euros: z.number(),
  credit_cost: z.number(),
  is_premium: z.boolean(),
  is_active: z.boolean(),
  /** It has dates, of which an enrolled person chooses one. */
  has_dates: z.boolean().default(false),
  /** Distance learning act: approved by the ZFU, or stated not to need it; null when nothing is stated. */
  zfu_status: z.enum(['approved', 'not_required']).nullable().default(null),
  zfu_number: z.string().nullable().default(null),
});
export type Course = z.infer<typeof courseSchema>;

/** A course with all that its page shows; lists of courses are read without the rest. */
export const wholeCourseSchema = courseSchema.extend({
  /** What happens when, one point per line. May be empty. */
  agenda: z.string().default(''),
});
export type WholeCourse = z.infer<typeof wholeCourseSchema>;
