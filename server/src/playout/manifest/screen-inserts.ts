import type { ScreenInserts } from '@placard/contract'
import { hasLiveWords } from '@placard/playback'
import { findManifestBrand } from '../../content/brand/service.ts'
import { findProgramme } from '../../content/programmes/service.ts'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import type { Context } from '../../platform/context.ts'
import type { PairedScreen } from '../../screens/screens/service.ts'
import { readInsertsOnScreen, wordsOfTakeOvers } from '../take-overs/service.ts'
import { fontsFor } from './script-fonts.ts'

/**
 * The inserts on a single screen, for the screen itself [LY7]. The manifest of its display may lack the other fields, because nothing
 * in it needs them.
 *
 * @returns undefined if there are none
 */
export async function readScreenInserts(context: Context, screen: PairedScreen): Promise<ScreenInserts | undefined> {
  const { queries } = context.database
  const { organisationId, displayId } = screen
  const inserts = await readInsertsOnScreen(queries, screen, context.now())
  if (inserts.length === 0 || displayId === null) return undefined
  const display = await findProgramme(queries, { organisationId, displayId })
  if (!display) return undefined
  const goesByClock = wordsOfTakeOvers(inserts).some(hasLiveWords)
  const isBranded = inserts.some(({ items }) => items.some(({ type }) => type === 'notice'))
  const brand = isBranded ? await findManifestBrand(queries, organisationId) : undefined
  const fonts = fontsFor(JSON.stringify(inserts), display.language)
  return {
    inserts,
    ...(goesByClock ? { zoneOffsets: zoneOffsetsOf(display.timeZone, context.now()) } : {}),
    ...(brand ? { brand } : {}),
    ...(fonts.length > 0 ? { fonts } : {}),
  }
}
