import { z } from 'zod';

const size = z.number().int().nonnegative().optional();
const limit = z.number().optional();

/** The part of JSON Schema that is run. What is left out of it is not asked for: a pattern of another team is not run. */
interface Expected {
  readonly type?: string | string[] | undefined;
  readonly required?: string[] | undefined;
  readonly properties?: Record<string, Expected> | undefined;
  readonly additionalProperties?: boolean | Expected | undefined;
  readonly items?: Expected | undefined;
  readonly anyOf?: Expected[] | undefined;
  readonly dependentRequired?: Record<string, string[]> | undefined;
}

const expectedSchema: z.ZodType<Expected> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    const: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    properties: z.record(z.string(), expectedSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), expectedSchema]).optional(),
    items: expectedSchema.optional(),
    anyOf: z.array(expectedSchema).optional(),
    minItems: size,
    maxItems: size,
    minLength: size,
    maxLength: size,
    minimum: limit,
    maximum: limit,
    exclusiveMinimum: limit,
    exclusiveMaximum: limit,
    format: z.enum(['date', 'date-time', 'uuid']).optional().catch(undefined),
    dependentRequired: z.record(z.string(), z.array(z.string())).optional(),
  }),
);

/** What is wrong with a value: the field, and in what way. */
export interface Mismatch {
  readonly field: string;
  readonly message: string;
}

/**
 * Reads what a release expects, from the JSON Schema that it carries. Throws when it is none.
 *
 * @returns What is wrong with a value; nothing when it fits.
 */
export function readExpectation(schema: unknown): (value: Readonly<Record<string, unknown>>) => Mismatch[] {
  const { dependentRequired: dependent = {}, ...expected } = expectedSchema.parse(schema);
  // Asked for here as well: `fromJSONSchema` passes over one that has no property, or one of any type.
  const { required = [] } = expected;
  const checked = z.fromJSONSchema(z.record(z.string(), z.json()).parse(withoutDependents(expected)));
  return (value) => {
    const { error } = checked.safeParse(value);
    const absent = required
      .filter((field) => !Object.hasOwn(value, field))
      .map((field) => ({ field, message: 'is missing' }));
    const alone = Object.entries(dependent)
      .filter(([field]) => Object.hasOwn(value, field))
      .flatMap(([field, needed]) =>
        needed
          .filter((other) => !Object.hasOwn(value, other))
          .map((other) => ({ field, message: `needs "${other}" as well` })),
      );
    const wrong = (error?.issues.flatMap(mismatches) ?? []).filter(
      ({ field }) => !required.includes(field) || Object.hasOwn(value, field),
    );
    return [...absent, ...wrong, ...alone];
  };
}

/** Which fields need each other is asked of the whole alone: `fromJSONSchema` refuses to know it. */
function withoutDependents(expected: Expected): unknown {
  const text = JSON.stringify(expected, (key, part: unknown) => (key === 'dependentRequired' ? undefined : part));
  return JSON.parse(text);
}

function mismatches(issue: z.core.$ZodIssue): Mismatch[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not known' }));
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
}
