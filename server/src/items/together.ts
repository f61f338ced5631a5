import { randomUUID } from 'node:crypto'
import { setImmediate as letOthers } from 'node:timers/promises'
import {
  type ActivityKind,
  type ChangeItems,
  type DisplayId,
  type DisplayKey,
  ItemId,
  type ItemsChanged,
  MAX_ITEMS_PER_DISPLAY,
} from '@placard/contract'
import type { Change } from '../activity/service.ts'
import { type HeldDisplay, runCommand } from '../commands/service.ts'
import { changeDisplay, type Outcome, type Sender } from '../displays/service.ts'
import { keepFiles } from '../media/service.ts'
import { mayUse } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { positionAtEnd, positionsBehind } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'
import { type ItemState, itemOf, withChange } from './fields.ts'
import { itemFields, withLoop } from './service.ts'
import * as store from './store.ts'

/**
 * One command on several items of a display: all of it or nothing.
 *
 * @throws AppError display-not-found and item-not-found with the field at fault, too-many-items, addresses-too-long,
 * schedules-too-long, schedule-never-on; with `copy` the field says which display has no room
 */
export function changeItems(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  command: ChangeItems,
): Promise<ItemsChanged> {
  if (command.do === 'copy') return copyItems(context, sender, key, command)
  return changeDisplay(context, sender, key, async (queries, display) =>
    withLoop(context, queries, display, async (items) => {
      const chosen = chosenOf(items, command.ids)
      const changes = changesOf(context, display, items, chosen, command)
      for (const { before, after } of changes) {
        if (after) await store.updateItem(queries, key, after)
        else await store.removeItem(queries, key, before.id)
      }
      const after = new Map(changes.map((change) => [change.before.id, change.after]))
      const left = chosen.flatMap((item) => after.get(item.id) ?? (after.has(item.id) ? [] : [item]))
      const answer = { items: left.map(itemOf) }
      return changes.length === 0 ? { answer, changed: false } : { answer, ...told(command, changes) }
    }),
  ).catch((error: unknown) => {
    // Where the field of one item stands in a command on several.
    throw error instanceof AppError && error.field === 'schedule' ? about(error, 'change.schedule') : error
  })
}

type Changed = { before: ItemState; after: ItemState | null }
type Command = Exclude<ChangeItems, { do: 'copy' }>

function changesOf(
  context: Context,
  display: HeldDisplay,
  items: ItemState[],
  chosen: ItemState[],
  command: Command,
): Changed[] {
  switch (command.do) {
    case 'update':
      requireEverOn(command.change.schedule, zoneOffsetsOf(display.timeZone, context.now()))
      return chosen
        .map((before) => ({ before, after: { ...withChange(before, command.change), revision: before.revision + 1 } }))
        .filter(({ before, after }) => itemFields(after, before).length > 0)
    case 'move':
      return moved(items, chosen, command.after)
    case 'remove':
      return chosen.map((before) => ({ before, after: null }))
  }
}

/** As one block, in the order that they have. */
function moved(items: ItemState[], chosen: ItemState[], after: ItemId | null): Changed[] {
  const others = items.filter((item) => !chosen.includes(item))
  const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  if (after !== null && at === 0) throw new AppError('item-not-found', { field: 'after' })
  const ordered = others.toSpliced(at, 0, ...chosen)
  if (ordered.every((item, index) => item === items[index])) return []
  const positions = positionsBehind(others, at, chosen.length)
  // Where one would be too long, everything is spaced out anew.
  const placed = positions
    ? chosen.map((before, index) => ({ before, position: positions[index] ?? before.position }))
    : spacedOut(ordered)
  return placed.map(({ before, position }) => ({
    before,
    after: { ...before, position, revision: before.revision + 1 },
  }))
}

function spacedOut(ordered: ItemState[]): { before: ItemState; position: string }[] {
  const positions = positionsBehind([], 0, ordered.length) ?? []
  return ordered.map((before, index) => ({ before, position: positions[index] ?? before.position }))
}

/** The entry of the log. */
function told(
  command: Command,
  changes: Changed[],
): Pick<Extract<Outcome<object>, { changed: true }>, 'changed' | 'activity'> {
  const count = command.do === 'update' ? changes.length : new Set(command.ids).size
  const fields = changes.flatMap(({ before, after }) => (after ? itemFields(after, before) : []))
  return {
    changed: true,
    activity: {
      kind: kindOf(command),
      changes: changes.map((change): Change => ({ thing: 'item', ...change })),
      details: { count, ...(command.do === 'update' ? { fields: [...new Set(fields)] } : {}) },
    },
  }
}

function kindOf(command: Command): ActivityKind {
  if (command.do !== 'update') return command.do === 'move' ? 'items-moved' : 'items-removed'
  const { visible, ...others } = command.change
  const isVisibleAlone = visible !== undefined && Object.values(others).every((value) => value === undefined)
  return isVisibleAlone ? (visible ? 'items-shown' : 'items-hidden') : 'items-changed'
}

/** @throws AppError item-not-found with the place in the list of one that is not there */
function chosenOf(items: ItemState[], ids: readonly ItemId[]): ItemState[] {
  const there = new Set(items.map(({ id }) => id))
  for (const [index, id] of ids.entries()) {
    if (!there.has(id)) throw new AppError('item-not-found', { field: `ids.${index}` })
  }
  const wanted = new Set(ids)
  return items.filter(({ id }) => wanted.has(id))
}

type Copy = Extract<ChangeItems, { do: 'copy' }>

function copyItems(context: Context, sender: Sender, key: DisplayKey, command: Copy): Promise<ItemsChanged> {
  const { organisationId } = key
  const targets = [...new Set(command.displays)]
  const notFound = (displayId: DisplayId) =>
    new AppError('display-not-found', { field: `displays.${command.displays.indexOf(displayId)}` })
  for (const displayId of targets) if (!mayUse(sender.caller, displayId)) throw notFound(displayId)
  return runCommand(
    context,
    sender,
    async () => [key, ...targets.map((displayId) => ({ organisationId, displayId }))],
    async (queries, held) => {
      const from = held.find(({ displayId }) => displayId === key.displayId)
      if (!from) throw new AppError('display-not-found')
      const chosen = chosenOf(await store.listItems(queries, key), command.ids)
      await keepFiles(
        queries,
        chosen.flatMap(({ mediaId }) => mediaId ?? []),
      )
      const touched = []
      for (const displayId of targets) {
        const display = held.find((one) => one.displayId === displayId)
        if (!display) throw notFound(displayId)
        const { changes, loopStartedAt } = await addCopies(context, queries, display, chosen).catch(
          (error: unknown) => {
            const field = `displays.${command.displays.indexOf(displayId)}`
            throw error instanceof AppError ? about(error, field) : error
          },
        )
        const activity = { kind: 'items-copied' as const, changes, details: { count: changes.length } }
        touched.push({ key: { organisationId, displayId }, loopStartedAt, activity })
        // As in `runCommand`: 500 items for one display take some tens of milliseconds.
        await letOthers()
      }
      const revision = from.revision + (targets.includes(key.displayId) ? 1 : 0)
      return { answer: { items: [], revision }, touched }
    },
  )
}

/** The same refusal, about another field of the command. */
const about = ({ code }: AppError, field: string) => new AppError(code, { field })

function addCopies(context: Context, queries: Queries, display: HeldDisplay, chosen: ItemState[]) {
  return withLoop(context, queries, display, async (items) => {
    if (items.length + chosen.length > MAX_ITEMS_PER_DISPLAY) throw new AppError('too-many-items')
    const copies: ItemState[] = []
    let last: ItemState | undefined = items.at(-1)
    for (const item of chosen) {
      last = {
        ...item,
        id: ItemId.parse(randomUUID()),
        position: positionAtEnd(last),
        revision: 1,
        uploadedAt: context.now(),
      }
      copies.push(last)
    }
    await store.createItems(queries, display, copies)
    return { changes: copies.map((copy): Change => ({ thing: 'item', before: null, after: copy })) }
  })
}
