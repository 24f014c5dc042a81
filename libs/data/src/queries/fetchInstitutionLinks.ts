import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { institutionLinkSchema, type InstitutionLink } from '../rows/institution-link';

/** The institutions that the account is linked with, by name. */
export async function fetchInstitutionLinks(client: DataClient): Promise<readonly InstitutionLink[]> {
  return readRows(await client.rpc('nemus_institution_links', {}, { get: true }), z.array(institutionLinkSchema));
}

/** @param userId whose links the cache holds; the database uses the session */
export const institutionLinksQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['institution-links', userId], queryFn: () => fetchInstitutionLinks(client) });
