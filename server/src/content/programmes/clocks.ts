import { programmeIdOf } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { findSetting, putSetting } from '../../platform/settings/service.ts'
import { runCommand, serverSender } from '../commands/service.ts'
import { changeProgramme, withIncluders } from './change.ts'
import * as store from './clocks.store.ts'
import { FORESEEN_AGAIN_MS } from './foreseen.ts'

export const CLOCKS_SWEPT_EVERY_MS = 60 * 60_000

/** The version of this Node's time zone rules (SD3), and the year: manifests contain the rules for three years. */
function clocksAt(now: number): string {
  return `${process.versions.tz} ${new Date(now).getUTCFullYear()}`
}

/**
 * Sends every display with a schedule or live words its clock again, after each change of the time zone rules and once a year.
 * Otherwise screens whose contents never change would keep the old rules for ever.
 *
 * @param clocks the current version
 */
export async function renewClocks(context: Context, clocks: string = clocksAt(context.now())): Promise<void> {
  const { queries } = context.database
  const known = await findSetting(queries, store.CLOCKS_KEY)
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
  // Last, so that an interrupted run is repeated.
  await putSetting(queries, store.CLOCKS_KEY, clocks)
}

/**
 * Sends every display with a condition that goes by the clock the answers of a further week, so that a screen without a network always
 * has those of a month (DT6).
 *
 * @param span the present one
 */
export async function renewAnswers(context: Context, span = spanOf(context.now())): Promise<void> {
  const { queries } = context.database
  const known = await findSetting(queries, store.ANSWERS_KEY)
  if (known === span) return
  for (const key of known === undefined ? [] : await store.listByClock(queries)) {
    await runCommand(
      context,
      serverSender('clocks', key.organisationId),
      (inside) => withIncluders(inside, [key]),
      async (_, held) => ({ answer: {}, touched: held.map((one) => ({ key: one, activity: undefined })) }),
    )
  }
  // Last, so that an interrupted run is repeated.
  await putSetting(queries, store.ANSWERS_KEY, span)
}

const spanOf = (now: number): string => String(Math.floor(now / FORESEEN_AGAIN_MS))

function unlessRemoved(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'display-not-found' || error.code === 'playlist-not-found')))
    throw error
}
