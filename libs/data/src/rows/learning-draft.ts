import { z } from 'zod';

/** A file of a course, as a draft refers to it. */
const mediaId = z.string();
const text = z.string().catch('');
const wholeNumber = z.int().nullable().catch(null);

const panelSchema = z.object({ key: z.string(), media: mediaId, title: text, alternative: text, caption: text });
const documentSchema = z.object({ key: z.string(), media: mediaId, title: text });

const moduleSchema = z.object({
  key: z.string(),
  /** Null until publishing creates one. */
  id: z.string().nullable(),
  title: text,
  minutes: wholeNumber,
  type: z.enum(['reading', 'video', 'quiz']),
  text,
  video: z.object({ media: mediaId, subtitles: mediaId.nullable() }).nullable(),
  panels: z.array(panelSchema),
  documents: z.array(documentSchema),
});

const questionSchema = z.object({
  key: z.string(),
  id: z.string().nullable(),
  question: text,
  options: z.array(z.string()),
  /** Index of the right option, from 0, or a list of several. */
  correct: z
    .union([z.int(), z.array(z.int())])
    .nullable()
    .catch(null),
  explanation: text,
  /** Number of the comic panel that the question is about. */
  panel: wholeNumber,
});

const blockSchema = z.object({
  key: z.string(),
  id: z.string().nullable(),
  title: text,
  description: text,
  units: wholeNumber,
  is_open: z.boolean(),
  modules: z.array(moduleSchema),
  questions: z.array(questionSchema),
});

/** The authored content of an e-learning course; incomplete until it is published. */
export const learningDocumentSchema = z.object({
  title: text,
  description: text,
  learning_goal: text,
  competency: text,
  units: wholeNumber,
  estimated_time: text,
  difficulty: text,
  is_premium: z.boolean(),
  seminar_id: z.string().nullable(),
  blocks: z.array(blockSchema),
});
export type LearningDocument = z.infer<typeof learningDocumentSchema>;
export type DraftBlock = LearningDocument['blocks'][number];
export type DraftModule = DraftBlock['modules'][number];
export type DraftQuestion = DraftBlock['questions'][number];
export type DraftPanel = DraftModule['panels'][number];
export type DraftDocument = DraftModule['documents'][number];

/** A draft as it is stored. */
export const learningDraftSchema = z.object({
  course_id: z.string(),
  revision: z.int(),
  document: learningDocumentSchema,
  saved_at: z.string(),
  saved_by: z.string().nullable(),
  /** Number of the latest published version; null when there is none. */
  version: z.int().nullable(),
  published_at: z.string().nullable(),
  /** Null while the course was never published; false when it is retired. */
  is_active: z.boolean().nullable(),
});
export type LearningDraft = z.infer<typeof learningDraftSchema>;
