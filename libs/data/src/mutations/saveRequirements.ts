import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { Competency } from '../rows/course';
import {
  requirementSetSchema,
  type CompetencyLevel,
  type CreditSource,
  type HourCategory,
  type RequirementFigure,
  type RequirementHead,
  type RequirementSet,
} from '../rows/requirements';

/** The form of a requirement set. Fields that a set does not have are left out. */
export interface RequirementFields extends Pick<
  RequirementHead,
  'name' | 'chamber' | 'field' | 'procedure' | 'version' | 'valid_from' | 'source'
> {
  /** A number as text, so that no float rounds it on its way to the database. */
  readonly treated_per_supervised: string | null;
  readonly categories: Partial<Record<HourCategory, Omit<RequirementSet['categories'][number], 'category'>>>;
  readonly competencies: Partial<
    Record<Competency, Partial<Record<CompetencyLevel, { required_units: number | null; description: string }>>>
  >;
  readonly credits: Partial<Record<CreditSource, HourCategory>>;
  /** In order; numbers are text. */
  readonly figures: readonly (Omit<RequirementFigure, 'position' | 'least' | 'most'> & {
    readonly least: string | null;
    readonly most: string | null;
  })[];
}

/** The version of a requirement set that was on the screen. Changing another version fails with `set_changed`. */
export interface RequirementVersion {
  readonly id: string;
  readonly updatedAt: string;
}

/**
 * Writes a draft; without `updatedAt` a new one with that id, with `copyOf` a new version of that set. Fails with
 * `invalid_field`, `set_changed`, `set_published`; the error names the field.
 */
export async function saveRequirements(
  client: DataClient,
  {
    id,
    updatedAt,
    copyOf,
  }: { readonly id: string; readonly updatedAt?: string | undefined; readonly copyOf?: string | undefined },
  fields: RequirementFields,
): Promise<RequirementSet> {
  return readRows(
    await client.rpc('nemus_save_requirements', {
      p_id: id,
      p_fields: { ...fields, figures: fields.figures.map((figure) => ({ ...figure })) },
      ...(updatedAt !== undefined && { p_expected: updatedAt }),
      ...(copyOf !== undefined && { p_copy_of: copyOf }),
    }),
    requirementSetSchema,
  );
}

/** Publishes a draft, or a retired set. Fails with `set_incomplete`, `set_changed`. */
export async function publishRequirements(
  client: DataClient,
  { id, updatedAt }: RequirementVersion,
): Promise<RequirementSet> {
  return readRows(
    await client.rpc('nemus_publish_requirements', { p_id: id, p_expected: updatedAt }),
    requirementSetSchema,
  );
}

/** Retires a set; accounts that have it keep it. Fails with `set_changed`. */
export async function retireRequirements(
  client: DataClient,
  { id, updatedAt }: RequirementVersion,
): Promise<RequirementSet> {
  return readRows(
    await client.rpc('nemus_retire_requirements', { p_id: id, p_expected: updatedAt }),
    requirementSetSchema,
  );
}

/** Deletes a draft. Fails with `set_published`, `set_changed`. */
export async function deleteRequirements(client: DataClient, { id, updatedAt }: RequirementVersion): Promise<void> {
  await readRows(await client.rpc('nemus_delete_requirements', { p_id: id, p_expected: updatedAt }), z.unknown());
}
