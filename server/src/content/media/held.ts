import {
  DEFAULT_QUOTA_BYTES,
  MAX_IMAGE_BYTES,
  MAX_PROPOSAL_BYTES,
  type MediaId,
  type OrganisationId,
  UNPROPOSED_FILES_SAFE_MS,
  UNPROPOSED_SHARE,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOrganisation } from '../../platform/organisations/service.ts'
import { listUnproposed, sumUnproposedBytes } from './held.store.ts'
import * as store from './store.ts'

/** Enough for one complete proposal, with one picture replaced. */
const AT_LEAST_BYTES = MAX_PROPOSAL_BYTES + MAX_IMAGE_BYTES
/** Most files that are removed to make room for one. The new file is a picture, and the smallest kept file has a few hundred bytes. */
const REMOVED_AT_MOST = 1_000

/** The sender of a held file. `heldLink`: the proposal link that they used. */
type Sender = { organisationId: OrganisationId; heldLink?: string }

/**
 * Finds room for a file that is sent for a proposal. Files that an organisation holds without a proposal may take at most
 * UNPROPOSED_SHARE of its storage, and those from one link half of that. Files older than UNPROPOSED_FILES_SAFE_MS are removed to
 * make room, the oldest first.
 *
 * @returns the files that must be removed
 * @throws AppError too-many-requests: there is no room until the oldest file is old enough
 */
async function findHeldRoom(queries: Queries, sender: Sender, bytes: number, now: number): Promise<MediaId[]> {
  const { organisationId, heldLink } = sender
  const quotaBytes = (await findOrganisation(queries, organisationId))?.quotaBytes ?? DEFAULT_QUOTA_BYTES
  const most = Math.max(AT_LEAST_BYTES, quotaBytes * UNPROPOSED_SHARE)
  const gone = new Set<MediaId>()
  const limits = [
    ...(heldLink === undefined ? [] : [{ of: { organisationId, heldLink }, most: Math.max(AT_LEAST_BYTES, most / 2) }]),
    { of: { organisationId }, most },
  ]
  for (const limit of limits) {
    let over = (await sumUnproposedBytes(queries, limit.of)) + bytes - limit.most
    if (over <= 0) continue
    const oldest = await listUnproposed(queries, limit.of, REMOVED_AT_MOST)
    for (const { id, sizeBytes, createdAt } of oldest) {
      if (over <= 0) break
      const waitMs = createdAt + UNPROPOSED_FILES_SAFE_MS - now
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      gone.add(id)
      over -= sizeBytes
    }
    if (over > 0) throw new AppError('too-many-requests', { retryAfterSeconds: 60 })
  }
  return [...gone]
}

/** Checks before a file is processed that there will be room for it. @throws AppError too-many-requests */
export async function requireHeldRoom(queries: Queries, sender: Sender, bytes: number, now: number): Promise<void> {
  await findHeldRoom(queries, sender, bytes, now)
}

/**
 * Makes room for a held file, in the transaction that stores its row. The organisation must be locked.
 *
 * @returns the names of the files to remove from the file store after the commit
 * @throws AppError too-many-requests
 */
export async function makeHeldRoom(queries: Queries, sender: Sender, bytes: number, now: number): Promise<string[]> {
  const ids = await findHeldRoom(queries, sender, bytes, now)
  if (ids.length === 0) return []
  await store.setFilesRemoved(queries, sender.organisationId, ids, now, null)
  const names: string[] = []
  for (const id of ids) names.push(...(await store.removeUnreferenced(queries, id, now)))
  return names
}
