import { z } from 'zod';

/** Account types of the portal (`nemus_profiles.user_type`). */
export const USER_TYPES = ['piw', 'institution'] as const;
export const userTypeSchema = z.enum(USER_TYPES);
export type UserType = z.infer<typeof userTypeSchema>;

/**
 * A right that an individual account has, whatever its type: `<kind>:<what>`, such as `staff:catalogue`. The session
 * lists the rights of an account (`Profile.rights`); the database checks them again. A right `only:…` opens nothing: the
 * menu of such an account has the entries of its rights, and those for every account.
 */
export const rightSchema = z
  .string()
  .regex(/^[a-z]+:[a-z]+(-[a-z]+)*$/, 'A right is named like "staff:catalogue": lower case, one colon.');

/** Rights of which an account needs one. Without the list, no right is required. */
const requiresSchema = z.array(rightSchema).min(1).optional();

/** Icons that a menu entry can name. They are names, not pictures: the shell's theme decides how they look. */
export const MENU_ICONS = [
  'dashboard',
  'competencies',
  'catalog',
  'elearning',
  'appointments',
  'profile',
  'trainees',
  'bookings',
  'subscription',
  'purchases',
  'settings',
  'area',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

const portalPath = z
  .string()
  .regex(/^\/[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'A path starts with "/", has lower-case segments and no trailing slash.');

/**
 * A path prefix that a remote owns. Everything at or below it belongs to the remote, for the roles named
 * (no roles = every signed-in account). One prefix has one owner per role, and a public one has one owner.
 */
export const routeDeclarationSchema = z.strictObject({
  path: portalPath,
  roles: z.array(userTypeSchema).min(1).optional(),
  /**
   * Rights of which an account of these roles also needs one (since 1.6). The path belongs to this remote for all of
   * them.
   */
  requires: requiresSchema,
  /**
   * `public`: open to everyone, so without roles and rights (since 1.12). Its mounts have no account
   * (`Ports.access`), even in a signed-in browser. The same path can be declared again for accounts.
   */
  access: z.literal('public').optional(),
  /** `shared`: next to the sidebar; `none`: the remote has the whole page. */
  layout: z.enum(['shared', 'none']).default('shared'),
  /** Document title while the area is open, in German. */
  title: z.string().min(1),
});
export type RouteDeclaration = z.infer<typeof routeDeclarationSchema>;

/**
 * The lowest `order` of entries of further areas: they come below a divider, under the entries of each account type.
 */
export const FURTHER_AREAS_FROM = 100;

/** An entry of the side navigation. Drawn from the registry alone, before any code of the remote is fetched. */
export const menuEntrySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  path: portalPath,
  label: z.string().min(1).max(40),
  /** An icon name of {@link MENU_ICONS}; a name that this shell does not know yet is drawn as `area`. */
  icon: z.string().min(1).default('area'),
  /** Ascending; gaps of ten leave room for areas that do not exist yet. From {@link FURTHER_AREAS_FROM} on: below the divider. */
  order: z.number().int(),
  roles: z.array(userTypeSchema).min(1).optional(),
  /** Rights of which an account needs one to see the entry, as its route requires (since 1.6). */
  requires: requiresSchema,
});
export type MenuEntry = z.infer<typeof menuEntrySchema>;

/** A slot that the remote offers to the other areas, and the module of the container that draws it. */
export const slotDeclarationSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  expose: z.string().regex(/^\.\/[a-z0-9-]+$/),
});
export type SlotDeclaration = z.infer<typeof slotDeclarationSchema>;

/** What a remote declares about itself (`remote.config.ts`); the build copies it into the release document. */
export const remoteDeclarationSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  /** German name of the area, for failure cards and menus. */
  title: z.string().min(1),
  team: z.string().min(1),
  /** Semver range of the contract that the remote was written for, such as `^1.0.0`. */
  contract: z.string().min(1),
  routes: z.array(routeDeclarationSchema),
  menu: z.array(menuEntrySchema),
  slots: z.array(slotDeclarationSchema).default([]),
  /** Size limits of a release in bytes, brotli-compressed; `check` refuses a release above them. */
  budget: z.strictObject({ entry: z.number().int().positive(), total: z.number().int().positive() }),
});
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>;
