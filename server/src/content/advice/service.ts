import {
  type AdviceFacts,
  type DisplayId,
  type Glass,
  type LeaveAdvice,
  type ProgrammeKey,
  programmeIdOf,
  UNDO_MS,
} from '@placard/contract'
import { countWords } from '@placard/playback'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mayChange, notFound, requireSight } from '../programmes/service.ts'
import * as store from './store.ts'

/** Assumed for a screen of unknown size. */
const USUAL_PX = { widthPx: 1920, heightPx: 1080 }

/** Entries changed longer ago than this get no advice about weekdays. */
const TYPED_MS = 5 * 24 * 60 * 60_000

/** Reads the facts that advice on a programme is based on. @throws AppError display-not-found, playlist-not-found */
export function readAdviceFacts(
  context: Context,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<AdviceFacts> {
  return context.database.snapshot(async (queries) => {
    await requireSight(queries, caller, key)
    const own = await store.findSettings(queries, key)
    if (!own) throw new AppError(notFound(key))
    const programmes = [programmeIdOf(key), ...(await store.listIncluded(queries, key))]
    const { glasses, isSilent } = await readGlasses(queries, key, own)
    return {
      glasses,
      isSilent,
      colour: await store.findColour(queries, key.organisationId),
      files: (await store.listFiles(queries, key.organisationId, programmes)).map(({ pages, ...file }) => ({
        ...file,
        ...(pages ? { pages: pages.map(({ text, ...page }) => ({ ...page, words: countWords(text) })) } : {}),
      })),
      left: await store.listLeft(queries, key.organisationId, programmes),
      typed: await store.listTyped(queries, key.organisationId, programmes, context.now() - TYPED_MS),
    }
  })
}

/** Each kind of screen once, even if many screens are of that kind. */
async function readGlasses(
  queries: Queries,
  key: ProgrammeKey,
  own: store.Hung,
): Promise<Pick<AdviceFacts, 'glasses' | 'isSilent'>> {
  const displays: readonly DisplayId[] =
    'displayId' in key ? [key.displayId] : await store.listIncluders(queries, key.organisationId, key.playlistId)
  const paired = await store.listPaired(queries, key.organisationId, displays)
  const told = await store.listTold(queries, key.organisationId, displays)
  const open = await store.listHung(queries, key.organisationId, displays)
  const pairedIds = new Set(paired.map(({ id }) => id))
  const glasses: Glass[] = [
    ...paired.map(({ id, hung, size }) => ({ ...hung, ...(told.find((one) => one.id === id)?.size ?? size) })),
    // If a display has paired screens, only these count. A page opened at its plain address does not.
    ...open
      .filter(({ id }) => !paired.some(({ displayId }) => displayId === id))
      .flatMap(({ id, hung }) => {
        const here = told.filter((one) => one.displayId === id && !pairedIds.has(one.id))
        return here.length === 0 ? [{ ...hung, ...USUAL_PX }] : here.map(({ size }) => ({ ...hung, ...size }))
      }),
  ]
  const known = new Map((glasses.length > 0 ? glasses : [{ ...own, ...USUAL_PX }]).map((one) => [glassName(one), one]))
  return { glasses: Array.from(known.values()), isSilent: told.some(({ isSilent }) => isSilent) }
}

const glassName = ({ diagonalInches, distanceCm, widthPx, heightPx }: Glass) =>
  [diagonalInches, distanceCm, widthPx, heightPx].join()

/** @throws AppError not-allowed, display-not-found, playlist-not-found, item-not-found */
export function leaveAdvice(
  context: Context,
  caller: Caller,
  key: ProgrammeKey,
  { isLeft, ...advice }: LeaveAdvice,
): Promise<void> {
  return context.database.transaction(async (queries) => {
    if (!mayChange(caller, key)) throw new AppError('not-allowed')
    if (!(await store.findSettings(queries, key))) throw new AppError(notFound(key))
    if (!isLeft) return store.removeLeft(queries, key, advice)
    if (advice.entryId !== programmeIdOf(key) && !(await store.isEntry(queries, key, advice.entryId)))
      throw new AppError('item-not-found')
    const now = context.now()
    // Only for entries that were removed for good. An undo brings an entry back with its advice still left.
    await store.removeLeftOfGone(queries, key, now - UNDO_MS)
    await store.createLeft(queries, key, advice, now)
  })
}
