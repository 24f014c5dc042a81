import {
  FIGURE_UNITS,
  HOUR_CATEGORIES,
  TRAINING_PROCEDURES,
  type RequirementFields,
  type RequirementSet,
} from '@nemus/data';
import { numberOf } from '@nemus/ui';
import { z } from 'zod';
import { lengthOf, lengths, line, minutesOf, required, statuses } from './field-schemas';

/** Maximum lengths of texts in characters, as in the database. */
const LONGEST = { title: 200, condition: 300, source: 500 } as const;
/** Most further figures of a set. */
export const MOST_FIGURES = 60;
/** Fields of a figure that a refusal of the database can name. */
export const FIGURE_FIELDS = ['title', 'category', 'least', 'most', 'condition', 'source', 'part_of'] as const;

/** A number with up to two digits after the comma, in the database's format. Null if invalid. */
const readFigure = (typed: string): string | null => {
  const figure = numberOf(typed, { min: 0.01, max: 99_999.99, digits: 2 });
  return figure === null ? null : String(figure);
};
const figureNumber = z
  .string()
  .refine(
    (typed) => typed.trim() === '' || readFigure(typed) !== null,
    'Bitte geben Sie eine Zahl wie 40 oder 4,5 ein.',
  );
/** Selects of a further figure; empty for none. */
const figureChoices = {
  unit: z.enum(FIGURE_UNITS),
  unit_minutes: lengths,
  /** Position of the figure that it is a part of. */
  part_of: z.string(),
  category: z.enum(['', ...HOUR_CATEGORIES]),
  setting: z.enum(['', 'outpatient', 'inpatient']),
  form: z.enum(['', 'individual', 'group']),
  age_group: z.enum(['', 'children', 'adults']),
  procedure: z.enum(['', ...TRAINING_PROCEDURES]),
  service: z.enum(['', 'first_interview', 'acute_treatment', 'report']),
  is_counted: z.boolean(),
  status: statuses,
};
export const figureSchema = z
  .object({
    ...figureChoices,
    title: required(LONGEST.title),
    least: figureNumber,
    most: figureNumber,
    condition: line(LONGEST.condition),
    source: line(LONGEST.source),
  })
  .refine(
    ({ category, form, age_group, procedure, service }) =>
      category !== '' || !(form || age_group || procedure || service),
    {
      path: ['category'],
      message: 'Bitte wählen Sie die Kategorie, in der gezählt wird.',
    },
  )
  .refine(({ least, most }) => Number(readFigure(most) ?? Infinity) >= Number(readFigure(least) ?? 0), {
    path: ['most'],
    message: 'Das Höchstmaß liegt unter dem Mindestmaß.',
  });
/** Values of a figure's inputs. */
type FigureForm = z.input<typeof figureSchema>;

/** A figure of a stored draft, since the browser's storage may contain anything. */
export const figureDraftSchema = z.object({
  ...figureChoices,
  title: z.string(),
  least: z.string(),
  most: z.string(),
  condition: z.string(),
  source: z.string(),
});

const typedFigure = (figure: number | null) => figure?.toString().replace('.', ',') ?? '';

/** A further figure in the form; without one, a new one. */
export const figureFormOf = (figure?: RequirementSet['figures'][number]): FigureForm => ({
  title: figure?.title ?? '',
  unit: figure?.unit ?? 'hours',
  unit_minutes: lengthOf(figure?.unit_minutes),
  part_of: figure?.part_of?.toString() ?? '',
  least: typedFigure(figure?.least ?? null),
  most: typedFigure(figure?.most ?? null),
  category: figure?.category ?? '',
  setting: figure?.setting ?? '',
  form: figure?.form ?? '',
  age_group: figure?.age_group ?? '',
  procedure: figure?.procedure ?? '',
  service: figure?.service ?? '',
  is_counted: figure?.is_counted ?? true,
  condition: figure?.condition ?? '',
  status: figure?.status ?? '',
  source: figure?.source ?? '',
});

/** The figures without one. Later ones keep what they are a part of; parts of the one that goes become whole. */
export const figuresWithout = (figures: readonly FigureForm[], place: number): FigureForm[] =>
  figures
    .filter((_, other) => other !== place)
    .map((figure) => {
      const whole = Number(figure.part_of);
      return { ...figure, part_of: whole === place + 1 ? '' : whole > place + 1 ? String(whole - 1) : figure.part_of };
    });

/** The figures for the database. */
export const figureFieldsOf = (figures: readonly z.output<typeof figureSchema>[]): RequirementFields['figures'] =>
  figures.map((figure) => ({
    ...figure,
    unit_minutes: minutesOf(figure.unit_minutes),
    part_of: figure.part_of === '' ? null : Number(figure.part_of),
    least: readFigure(figure.least),
    most: readFigure(figure.most),
    category: figure.category || null,
    setting: figure.setting || null,
    form: figure.form || null,
    age_group: figure.age_group || null,
    procedure: figure.procedure || null,
    service: figure.service || null,
    status: figure.status || null,
  }));
