import { programmeIdOf } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { serverSender } from '../commands/service.ts'
import * as store from './clocks.store.ts'
import { changeProgramme } from './service.ts'

export const CLOCKS_SWEPT_EVERY_MS = 60 * 60_000

/** The rules of this Node for all zones (SD3), and the year: what a manifest says of them ends after three. */
function clocksAt(now: number): string {
  return `${process.versions.tz} ${new Date(now).getUTCFullYear()}`
}

/**
 * Tells every display that has a schedule or live words, or includes such, of its clock anew, once after each change of the rules and once a year. Screens that
 * nobody has changed anything for keep what they were told, and would go by it for ever.
 *
 * @param clocks those of now
 */
export async function renewClocks(context: Context, clocks: string = clocksAt(context.now())): Promise<void> {
  const { queries } = context.database
  const known = await store.findClocks(queries)
  if (known === clocks) return
  for (const { key, name } of known === undefined ? [] : await store.listScheduledProgrammes(queries)) {
    const type = 'playlistId' in key ? 'playlist' : 'display'
    const subject = { type, id: programmeIdOf(key), title: name } as const
    await changeProgramme(context, serverSender('clocks', key.organisationId), key, async () => ({
      answer: {},
      changed: true,
      activity: { kind: `${type}-changed`, changes: [], subject },
    })).catch(unlessRemoved)
  }
  // Last: what is cut off before is done again.
  await store.putClocks(queries, clocks)
}

function unlessRemoved(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'display-not-found' || error.code === 'playlist-not-found')))
    throw error
}
