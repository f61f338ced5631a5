import { MediaId, type OrganisationId } from '@placard/contract'
import { removeRepeated } from '../../content/media/service.ts'
import type { Context } from '../../platform/context.ts'

/** Removes the files of a proposal that ended. @returns a function that removes them from the disk, to be called after the commit */
export async function letGo(
  inside: Context,
  organisationId: OrganisationId,
  mediaId: string | null,
): Promise<() => Promise<void>> {
  return mediaId === null ? async () => {} : removeRepeated(inside, organisationId, MediaId.parse(mediaId))
}
