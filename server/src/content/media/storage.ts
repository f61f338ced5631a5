import { DEFAULT_QUOTA_BYTES, type OrganisationId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOrganisation, lockOrganisation } from '../../platform/organisations/service.ts'
import { sumActivityBytes } from '../activity/service.ts'
import { sumMediaBytes } from './store.ts'

/** The bytes that an organisation uses, for its files and the log of its programmes, and its quota. */
export type StorageUse = { usedBytes: number; quotaBytes: number }

/** @throws AppError organisation-not-found */
export function readStorageUse(context: Context, organisationId: OrganisationId): Promise<StorageUse> {
  return context.database.snapshot(async (queries) =>
    useOf(queries, await findOrganisation(queries, organisationId), context.now()),
  )
}

/**
 * Reads the use and locks it until the transaction ends, so that the room found is still there when the caller stores something
 * in the same transaction.
 *
 * @throws AppError organisation-not-found
 */
export async function lockStorage(queries: Queries, organisationId: OrganisationId, now: number): Promise<StorageUse> {
  return useOf(queries, await lockOrganisation(queries, organisationId), now)
}

async function useOf(
  queries: Queries,
  organisation: { id: OrganisationId; quotaBytes: number | null } | undefined,
  now: number,
): Promise<StorageUse> {
  if (!organisation) throw new AppError('organisation-not-found')
  const { id, quotaBytes } = organisation
  const usedBytes = (await sumMediaBytes(queries, id)) + (await sumActivityBytes(queries, id, now))
  return { usedBytes, quotaBytes: quotaBytes ?? DEFAULT_QUOTA_BYTES }
}
