import { MediaId, type OrganisationId } from '@placard/contract'
import { removeRepeated } from '../../content/media/service.ts'
import type { Context } from '../../platform/context.ts'

/** Removes the files of a proposal that does not go on. @returns removes them from the disk, once that is committed */
export async function letGo(
  inside: Context,
  organisationId: OrganisationId,
  mediaId: string | null,
): Promise<() => Promise<void>> {
  return mediaId === null ? async () => {} : removeRepeated(inside, organisationId, MediaId.parse(mediaId))
}
