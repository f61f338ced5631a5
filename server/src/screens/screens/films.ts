import {
  type DisplayId,
  type DisplayKey,
  FILMS_AT_ONCE,
  type OrganisationId,
  type ScreenFilms,
} from '@placard/contract'
import { decodersOf } from '@placard/playback'
import { runCommand, serverSender } from '../../content/commands/service.ts'
import { listLayoutsOf } from '../../content/programmes/service.ts'
import type { Context } from '../../platform/context.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import * as store from './paired.store.ts'

/** [LY5] The number of films that a screen plays at once, with where it is from. */
export function filmsOf({ films, about }: Pick<store.PairedScreen, 'films' | 'about'>): ScreenFilms {
  const { managed, failed } = films
  const chosen = FILMS_AT_ONCE.find((one) => one === films.chosen) ?? null
  if (failed !== null) return { chosen, automatic: Math.max(1, failed - 1), by: 'failed' }
  const known = decodersOf(about.browser)
  if (managed !== null && managed > (known ?? 1)) return { chosen, automatic: managed, by: 'managed' }
  return known === undefined ? { chosen, automatic: 1, by: 'unknown' } : { chosen, automatic: known, by: 'engine' }
}

/**
 * Call it after a change of the paired screens of these displays. The manifest is one for all screens of a display, so the number
 * of the weakest paired screen counts. A screen that is not paired limits itself: otherwise anybody could change the manifest by
 * opening a page.
 *
 * @param displayIds null is left out
 */
export async function settleFilms(
  context: Context,
  organisationId: OrganisationId,
  displayIds: readonly (DisplayId | null)[],
): Promise<void> {
  const keys = [...new Set(displayIds)].flatMap((id): DisplayKey[] =>
    id === null ? [] : [{ organisationId, displayId: id }],
  )
  if (keys.length === 0) return
  await runCommand(
    context,
    serverSender('screens', organisationId),
    async (queries) => ((await lockOrganisation(queries, organisationId)) ? keys : []),
    async (queries, held) => {
      const touched: { key: DisplayKey; activity: undefined; isTakeOver: true }[] = []
      for (const { organisationId, ...programme } of held) {
        if (!('displayId' in programme)) continue
        const key = { organisationId, displayId: programme.displayId }
        const screens = await store.listOfDisplay(queries, key)
        const films = screens.map((screen) => filmsOf(screen)).map(({ chosen, automatic }) => chosen ?? automatic)
        const least = films.length === 0 ? 1 : Math.min(...films)
        const isChanged = await store.updateFilmsOfDisplay(queries, key, least > 1 ? least : null)
        // The manifest of a display without a layout does not have the number.
        const hasLayout = async () => (await listLayoutsOf(queries, organisationId, [key.displayId])).length > 0
        if (isChanged && (await hasLayout())) touched.push({ key, activity: undefined, isTakeOver: true })
      }
      return { answer: {}, touched }
    },
  )
}
