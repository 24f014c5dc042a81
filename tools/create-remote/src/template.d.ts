import type { CreateRequest } from './request';
/** Files of a new area of the checkout with their text, by path below its folder. */
export declare function renderTemplate(root: string, request: CreateRequest): Map<string, string>;
/** Files of a template with their text, by path below it. @param values What stands in the place of `{{…}}`. */
export declare function readTemplate(folder: string, values: Readonly<Record<string, string>>): [string, string][];
/** Placeholders: as code (quoted) where code stands, as text elsewhere. */
export declare function valuesOf({ name, title, team, path: route, roles, icon, order, }: CreateRequest): Record<string, string>;
