import type { Brand, ManifestBrand, MediaFile, OrganisationId, UpdateBrand } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { actorOf, writeEntry } from '../activity/service.ts'
import { runCommand, type Sender } from '../commands/service.ts'
import { findMediaFile, requirePicture } from '../media/service.ts'
import { isSame } from '../programmes/service.ts'
import * as store from './store.ts'

/** The colour and the logo of an organisation. */
export function getBrand(context: Context, organisationId: OrganisationId): Promise<Brand> {
  return context.database.snapshot(async (queries) => {
    const { colour, logo } = await findBrand(queries, organisationId)
    return { colour, logoUrl: logo?.url ?? null }
  })
}

/** The brand for the manifest of a programme with notices. Undefined: notices use the product's own brand. */
export async function findManifestBrand(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<ManifestBrand | undefined> {
  const { colour, logo } = await findBrand(queries, organisationId)
  if (colour === null && !logo) return undefined
  return {
    ...(colour === null ? {} : { colour }),
    ...(logo ? { logo: { url: logo.url, sha256: logo.sha256, sizeBytes: logo.sizeBytes } } : {}),
  }
}

async function findBrand(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<{ colour: string | null; logo: MediaFile | undefined }> {
  const { colour, mediaId } = await store.findBrand(queries, organisationId)
  return { colour, logo: mediaId === null ? undefined : await findMediaFile(queries, organisationId, mediaId) }
}

/**
 * Sets the given fields. Every display and playlist with a notice changes, and every display with something of the brand in a corner. The organisation is locked so that no display is
 * created meanwhile, and all of its programmes are locked so that none gets its first notice with a manifest that has the old
 * brand.
 *
 * @throws AppError organisation-not-found, media-not-found, idempotency-mismatch
 */
export function updateBrand(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  { colour, logoUrl }: UpdateBrand,
): Promise<Brand> {
  return runCommand(
    context,
    sender,
    async (queries) => {
      if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
      return store.listProgrammes(queries, organisationId)
    },
    async (queries, held) => {
      const before = await findBrand(queries, organisationId)
      const logoAt = async (url: string | null) =>
        url === null ? undefined : requirePicture(context, queries, organisationId, url, 'logoUrl')
      const after = {
        colour: colour === undefined ? before.colour : colour,
        logo: logoUrl === undefined ? before.logo : await logoAt(logoUrl),
      }
      const answer = { colour: after.colour, logoUrl: after.logo?.url ?? null }
      if (after.colour === before.colour && after.logo?.id === before.logo?.id) return { answer, touched: [] }
      await store.updateBrand(queries, organisationId, { colour: after.colour, mediaId: after.logo?.id ?? null })
      await writeEntry(queries, {
        organisationId,
        programmeId: null,
        at: context.now(),
        actor: actorOf(sender.caller),
        activity: { kind: 'brand-changed', changes: [] },
        requestId: sender.request?.id,
      })
      const drawn = await store.listProgrammesWithBrand(queries, organisationId)
      const touched = held.filter((one) => drawn.some((key) => isSame(key, one)))
      return { answer, touched: touched.map((key) => ({ key, activity: undefined })) }
    },
  )
}
