import { isDeepStrictEqual } from 'node:util'
import {
  type DisplayKey,
  type ScreenId,
  type ScreenPlace,
  type SetWall,
  TEST_CARD_MS,
  type Wall,
  type WallChanged,
  type WallNow,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import { runCommand, type Sender } from '../../content/commands/service.ts'
import { findProgramme } from '../../content/programmes/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import * as screens from '../screens/service.ts'
import * as store from './store.ts'

/** Ids in one hint on the bus. */
const AT_ONCE = 100
/** Screen 2 comes before screen 10. */
const byNumber = new Intl.Collator('en', { numeric: true })

/** Tells which of these screens have an open stream. */
export type Connected = (screens: readonly screens.PairedScreen[]) => ReadonlySet<ScreenId>

/** The wall of a display, its state, and the screens that it can have. @throws AppError display-not-found */
export async function getWall(context: Context, key: DisplayKey, connected: Connected): Promise<WallNow> {
  const { queries } = context.database
  if (!(await findProgramme(queries, key))) throw new AppError('display-not-found')
  const wall = await store.findWall(queries, key)
  const all = await numbered(queries, key)
  const here = connected(all)
  return {
    wall: wall ? wallOf(wall) : null,
    state: wall ? stateOf(wall, here) : null,
    testCardLeftMs: leftMs(wall, context.now()),
    screens: all.map(({ id, name, place }, index) => ({
      id,
      name,
      place,
      number: index + 1,
      isConnected: here.has(id),
    })),
  }
}

/**
 * Makes, changes or removes the wall of a display. The programme and the manifest of the display do not change. Its screens learn
 * their cells by their own streams.
 *
 * @param ifMatch the revision of the wall that the sender was shown, 0 for none
 * @throws AppError display-not-found; changed-meanwhile with the present wall; screen-not-found and screen-on-other-display with
 * the field of the cell
 */
export async function setWall(
  context: Context,
  sender: Sender,
  { organisationId, displayId }: DisplayKey,
  { wall: wanted }: SetWall,
  ifMatch: IfMatch,
): Promise<WallChanged> {
  const key = { organisationId, displayId }
  const answer = await runCommand<WallChanged>(
    context,
    sender,
    async (queries) => {
      // So that no screen is moved or let go meanwhile.
      if (!(await lockOrganisation(queries, organisationId))) throw new AppError('display-not-found')
      return [key]
    },
    async (queries, [held]) => {
      if (!held) throw new AppError('display-not-found')
      const before = await store.findWall(queries, key)
      if (ifMatch !== 'any' && ifMatch !== (before?.revision ?? 0)) {
        throw new AppError('changed-meanwhile', { current: before ? wallOf(before) : null })
      }
      if (wanted) await requireScreens(queries, key, wanted)
      const at = context.now()
      const revision = before ? Math.max(before.revision + 1, at) : at
      const after = wanted && { ...wanted, cells: inOrder(wanted.cells), revision }
      if (isAlike(before && wallOf(before), after)) {
        return { answer: { wall: before ? wallOf(before) : null }, touched: [] }
      }
      await store.removeCells(queries, key)
      if (!after) await store.removeWall(queries, key)
      else {
        await store.removeCellsOf(
          queries,
          after.cells.map(({ screenId }) => screenId),
        )
        if (before) await store.updateWall(queries, key, after)
        else await store.createWall(queries, key, { ...after, testCardUntil: null })
        await store.createCells(queries, key, after.cells)
      }
      await writeEntry(queries, {
        organisationId,
        programmeId: displayId,
        at,
        actor: actorOf(sender.caller),
        activity: {
          kind: after ? 'wall-changed' : 'wall-removed',
          changes: [],
          subject: { type: 'wall', id: displayId, title: held.name },
        },
        requestId: sender.request?.id,
      })
      return { answer: { wall: after }, touched: [] }
    },
  )
  await announce(context, key)
  return answer
}

/** Shows the test card on the screens of a wall for TEST_CARD_MS, or ends it. @throws AppError wall-not-found */
export async function showTestCard(context: Context, key: DisplayKey, isOn: boolean): Promise<void> {
  const until = isOn ? context.now() + TEST_CARD_MS : null
  if (!(await store.updateTestCard(context.database.queries, key, until))) throw new AppError('wall-not-found')
  await announce(context, key)
}

/** The cell of a screen and its test card, for the screen itself. Empty if its display has no wall. */
export async function wallPlaceOf(
  queries: Queries,
  { id, organisationId, displayId }: Pick<screens.PairedScreen, 'id' | 'organisationId' | 'displayId'>,
  now: number,
): Promise<Pick<ScreenPlace, 'wall' | 'testCard'>> {
  const key = displayId === null ? undefined : { organisationId, displayId }
  const wall = key && (await store.findWall(queries, key))
  if (!wall) return {}
  const cell = wall.cells.find(({ screenId }) => screenId === id)
  const { cells: _, revision: __, testCardUntil: ___, ...measurements } = wall
  const left = leftMs(wall, now)
  const number = left === 0 ? 0 : (await numbered(queries, key)).findIndex((one) => one.id === id) + 1
  return {
    ...(cell ? { wall: { ...measurements, column: cell.column, row: cell.row } } : {}),
    ...(number === 0 ? {} : { testCard: { number, leftMs: left } }),
  }
}

/** The screen is let go, or plays another display: its cell becomes empty. */
export async function leaveWall(
  queries: Queries,
  { id, organisationId, displayId }: Pick<screens.PairedScreen, 'id' | 'organisationId' | 'displayId'>,
): Promise<void> {
  if (displayId === null || !(await store.removeCellsOf(queries, [id]))) return
  await store.raiseRevision(queries, { organisationId, displayId })
}

/** Another screen is in the place of this one. Call it before the screen is let go. */
export async function replaceInWall(
  queries: Queries,
  { id, organisationId, displayId }: Pick<screens.PairedScreen, 'id' | 'organisationId' | 'displayId'>,
  by: ScreenId,
): Promise<void> {
  if (displayId === null || !(await store.updateCellOf(queries, id, by))) return
  await store.raiseRevision(queries, { organisationId, displayId })
}

async function announce(context: Context, key: DisplayKey): Promise<void> {
  const all = await screens.listPairedOfDisplay(context.database.queries, key)
  const ids = all.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += AT_ONCE)
    context.bus.publish({ kind: 'screens.changed', screenIds: ids.slice(from, from + AT_ONCE) })
}

/** The paired screens of a display. The index of each is its number, less one. */
async function numbered(queries: Queries, key: DisplayKey): Promise<screens.PairedScreen[]> {
  const all = await screens.listPairedOfDisplay(queries, key)
  return all.sort((one, other) => byNumber.compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
}

/** @throws AppError screen-not-found, screen-on-other-display */
async function requireScreens(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  { cells }: NonNullable<SetWall['wall']>,
): Promise<void> {
  const found = await screens.findPairedAmong(
    queries,
    cells.map(({ screenId }) => screenId),
  )
  for (const [index, { screenId }] of cells.entries()) {
    const field = `wall.cells.${index}.screenId`
    const screen = found.find(({ id }) => id === screenId)
    if (screen?.organisationId !== organisationId) throw new AppError('screen-not-found', { field })
    if (screen.displayId !== displayId) throw new AppError('screen-on-other-display', { field })
  }
}

const leftMs = (wall: store.StoredWall | undefined, now: number) => Math.max(0, (wall?.testCardUntil ?? 0) - now)

function wallOf({ testCardUntil: _, ...wall }: store.StoredWall): Wall {
  return wall
}

const inOrder = (cells: Wall['cells']) =>
  cells.toSorted((one, other) => one.row - other.row || one.column - other.column)

function isAlike(one: Wall | undefined, other: Wall | null): boolean {
  const withoutRevision = (wall: Wall | null | undefined) => (wall ? { ...wall, revision: 0 } : null)
  return isDeepStrictEqual(withoutRevision(one), withoutRevision(other))
}

function stateOf({ columns, rows, cells }: Wall, here: ReadonlySet<ScreenId>): NonNullable<WallNow['state']> {
  const count = cells.filter(({ screenId }) => here.has(screenId)).length
  if (count === 0) return 'silent'
  return count === columns * rows ? 'whole' : 'partial'
}
