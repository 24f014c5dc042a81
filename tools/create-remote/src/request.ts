import { FURTHER_AREAS_FROM, MENU_ICONS, USER_TYPES } from '@nemus/contract';
import { z } from 'zod';

/** The area to create, from the command line. */
export const requestSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/, 'A name has 2 to 31 lower-case letters, digits and dashes, a letter first.'),
  /** German name of the area, in menu and title. */
  title: z.string().min(1).max(40),
  team: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'A team has a name like an area has.'),
  path: z
    .string()
    .regex(/^\/[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'A path starts with "/", in lower case, without a slash at its end.'),
  /** Account types that see the area; all of them by default. */
  roles: z.array(z.enum(USER_TYPES)).min(1).optional(),
  icon: z.enum(MENU_ICONS),
  order: z.number().int(),
});
export type CreateRequest = z.infer<typeof requestSchema>;

/** Fills in missing values: title, path and team follow from the name. */
export function completeRequest(
  given: Pick<CreateRequest, 'name'> & Readonly<Partial<Record<keyof CreateRequest, unknown>>>,
): CreateRequest {
  const { name } = given;
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const defaults = { title, team: name, path: `/${name}`, icon: 'area', order: FURTHER_AREAS_FROM };
  const parsed = requestSchema.safeParse({ ...defaults, ...given });
  if (parsed.success) return parsed.data;
  throw new CreationRefused(parsed.error.issues.map(({ path: field, message }) => `${field.join('.')}: ${message}`));
}

/** The area cannot be created like this; nothing was written. */
export class CreationRefused extends Error {
  override readonly name = 'CreationRefused';

  /** @param problems One sentence each. */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
