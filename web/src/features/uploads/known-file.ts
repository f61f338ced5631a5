import type { LibraryFile, OrganisationId } from '@placard/contract'
import { call } from '../../api/call.ts'
import { sha256Of } from './hash.ts'

/** A page hashes what is in memory at once: more than this is sent without asking. */
const MOST_HASHED_BYTES = 64 * 2 ** 20

/**
 * [CT2] The file of the organisation that was made of these very bytes.
 *
 * @returns undefined where there is none, and where a page cannot tell: plain http, a large file. The server then finds the same bytes
 *   afterwards.
 * @throws ApiError
 */
export async function findKnownFile(
  organisationId: OrganisationId,
  bytes: Blob,
  signal: AbortSignal,
): Promise<LibraryFile | undefined> {
  if (bytes.size > MOST_HASHED_BYTES) return undefined
  const sha256 = await sha256Of(await bytes.arrayBuffer())
  if (sha256 === undefined) return undefined
  const { file } = await call('findKnownFile', { params: { organisationId }, query: { sha256 }, signal })
  return file ?? undefined
}
