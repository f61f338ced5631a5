import { DEFAULT_QUOTA_BYTES, type OrganisationId, type UploadId } from '@placard/contract'
import { sumActivityBytes } from '../activity/service.ts'
import { findOrganisation, lockOrganisation } from '../organisations/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { sumMediaBytes } from './store.ts'
import { sumReservedBytes } from './upload.store.ts'

/** What an organisation's files and the log of its displays come to, in bytes. `reserved` is for uploads under way, and counts like what is stored. */
export type StorageUse = { usedBytes: number; reservedBytes: number; quotaBytes: number }

/** @throws AppError organisation-not-found */
export function readStorageUse(context: Context, organisationId: OrganisationId): Promise<StorageUse> {
  return context.database.snapshot(async (queries) => {
    const organisation = await findOrganisation(queries, organisationId)
    if (!organisation) throw new AppError('organisation-not-found')
    return {
      usedBytes: await sumUsedBytes(queries, organisationId, context.now()),
      reservedBytes: await sumReservedBytes(queries, organisationId, context.now()),
      quotaBytes: organisation.quotaBytes ?? DEFAULT_QUOTA_BYTES,
    }
  })
}

/**
 * Asks whether there is room for something of this size. Until the transaction ends nobody else is answered, so whoever
 * writes it down in the same transaction has had the room for themselves.
 *
 * @param wanted `instead`: the upload whose reservation it takes the place of
 * @throws AppError quota-exceeded, organisation-not-found
 */
export async function requireRoom(
  queries: Queries,
  organisationId: OrganisationId,
  wanted: { bytes: number; instead?: UploadId | undefined },
  now: number,
): Promise<void> {
  const organisation = await lockOrganisation(queries, organisationId)
  if (!organisation) throw new AppError('organisation-not-found')
  const used = await sumUsedBytes(queries, organisationId, now)
  const reserved = await sumReservedBytes(queries, organisationId, now, wanted.instead)
  const quota = organisation.quotaBytes ?? DEFAULT_QUOTA_BYTES
  if (used + reserved + wanted.bytes > quota) throw new AppError('quota-exceeded')
}

async function sumUsedBytes(queries: Queries, organisationId: OrganisationId, now: number): Promise<number> {
  return (await sumMediaBytes(queries, organisationId)) + (await sumActivityBytes(queries, organisationId, now))
}
