import { z } from 'zod';

const size = z.number().int().nonnegative().optional();
const limit = z.number().optional();

/** What of an expectation is checked here; zod checks the rest. */
interface Expected {
  readonly required?: string[] | undefined;
  readonly dependentRequired?: Record<string, string[]> | undefined;
}

/** The evaluated part of JSON Schema. Other parts are ignored: a pattern of another team is not run. */
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

/** The error of a value: the field, and the reason. */
export interface Mismatch {
  readonly field: string;
  readonly message: string;
}

/**
 * Reads a release's expectation from its JSON Schema. Throws when it is none.
 *
 * @returns The errors of a value; none when it fits.
 */
export function readExpectation(schema: unknown): (value: Readonly<Record<string, unknown>>) => Mismatch[] {
  const { dependentRequired: dependent = {}, ...expected } = expectedSchema.parse(schema);
  // Checked here as well: `fromJSONSchema` ignores one that has no property, or one of any type.
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

/** Fields that require each other are checked on the whole value: `fromJSONSchema` does not support them. */
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
