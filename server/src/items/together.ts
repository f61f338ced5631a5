import { randomUUID } from 'node:crypto'
import { setImmediate as letOthers } from 'node:timers/promises'
import {
  type ActivityKind,
  type ChangeItems,
  ItemId,
  type ItemsChanged,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import type { Activity, Change } from '../activity/service.ts'
import { runCommand } from '../commands/service.ts'
import { keepFiles } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { positionAtEnd, positionsBehind } from '../platform/database/position.ts'
import { AppError, fieldIs } from '../platform/errors.ts'
import {
  changeProgramme,
  type Done,
  type Found,
  findContents,
  type HeldProgramme,
  ITEMS,
  type ItemState,
  isSame,
  itemOf,
  listItems,
  mayChange,
  notFound,
  requireMayInclude,
  type Sender,
  settle,
  withChange,
  withIncluders,
} from '../programmes/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'

/**
 * One command on several items of a programme: all of it or nothing.
 *
 * @throws AppError display-not-found, playlist-not-found and item-not-found with the field at fault, too-many-items,
 * addresses-too-long, schedules-too-long, schedule-never-on; with `copy` the field says which display or playlist has no room
 */
export function changeItems(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  command: ChangeItems,
): Promise<ItemsChanged> {
  if (command.do === 'copy') return copyItems(context, sender, key, command)
  return changeProgramme(context, sender, key, async (queries, held, found) => {
    const items = await found.items()
    const chosen = chosenOf(items, command.ids)
    const changes = changesOf(context, held, items, chosen, command)
    for (const { before, after } of changes) {
      if (after) await ITEMS.update(queries, key, after)
      else await ITEMS.remove(queries, key, before.id)
    }
    const after = new Map(changes.map((change) => [change.before.id, change.after]))
    const left = chosen.flatMap((item) => after.get(item.id) ?? (after.has(item.id) ? [] : [item]))
    const answer = { items: left.map(itemOf) }
    return changes.length === 0
      ? { answer, changed: false }
      : { answer, changed: true, activity: told(command, changes) }
  }).catch((error: unknown) => {
    // Where the field of one item stands in a command on several.
    throw error instanceof AppError && error.field === 'schedule' ? about(error, 'change.schedule') : error
  })
}

type Changed = { before: ItemState; after: ItemState | null }
type Command = Exclude<ChangeItems, { do: 'copy' }>

function changesOf(
  context: Context,
  held: HeldProgramme,
  items: ItemState[],
  chosen: ItemState[],
  command: Command,
): Changed[] {
  switch (command.do) {
    case 'update':
      requireEverOn(command.change.schedule, zoneOffsetsOf(held.timeZone, context.now()))
      return chosen
        .map((before) => ({ before, after: { ...withChange(before, command.change), revision: before.revision + 1 } }))
        .filter(({ before, after }) => ITEMS.fieldsBetween(after, before).length > 0)
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
function told(command: Command, changes: Changed[]): Activity {
  const count = command.do === 'update' ? changes.length : new Set(command.ids).size
  const fields = changes.flatMap(({ before, after }) => (after ? ITEMS.fieldsBetween(after, before) : []))
  return {
    kind: kindOf(command),
    changes: changes.map((change): Change => ({ thing: 'item', ...change })),
    details: { count, ...(command.do === 'update' ? { fields: [...new Set(fields)] } : {}) },
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

/** A programme that gets copies, and where the command names it. */
type Target = { key: ProgrammeKey; field: string }

function copyItems(context: Context, sender: Sender, key: ProgrammeKey, command: Copy): Promise<ItemsChanged> {
  const targets = targetsOf(key, command)
  if (targets.length === 0) throw new AppError('invalid-field', { field: 'displays' })
  for (const target of targets) {
    if (!mayChange(sender.caller, target.key)) throw new AppError(notFound(target.key), { field: target.field })
  }
  const keys = targets.map((target) => target.key)
  let theirs: ProgrammeKey[] = []
  return runCommand(
    context,
    sender,
    async (queries) => {
      theirs = await withIncluders(queries, keys, { mayInclude: true })
      return [key, ...theirs]
    },
    async (queries, held) => {
      const from = held.find((one) => isSame(one, key))
      if (!from) throw new AppError(notFound(key))
      const chosen = chosenOf(await listItems(queries, key), command.ids)
      await keepFiles(
        queries,
        chosen.flatMap(({ mediaId }) => mediaId ?? []),
      )
      const done: Done[] = []
      for (const { key: target, field } of targets) {
        const one = held.find((other) => isSame(other, target))
        if (!one) throw new AppError(notFound(target), { field })
        const found = findContents(queries, one)
        const changes = await addCopies(context, queries, one, found, chosen).catch(fieldIs(field))
        const activity = { kind: 'items-copied' as const, changes, details: { count: changes.length } }
        const copied = { held: one, found, activity }
        // By itself: whoever has no room for its own copies is named by the field.
        await settle(context, queries, [copied], []).catch(fieldIs(field))
        done.push(copied)
        // As in `runCommand`: 500 items for one display take some tens of milliseconds.
        await letOthers()
      }
      const isOf = (list: readonly ProgrammeKey[], one: ProgrammeKey) => list.some((other) => isSame(one, other))
      const includers = held.filter((one) => isOf(theirs, one) && !isOf(keys, one))
      const touched = await settle(context, queries, done, includers, { isOfSeveral: true })
      const revision = from.revision + (touched.some((touch) => isSame(touch.key, key)) ? 1 : 0)
      const copies = done.map(({ held: one }) => ({ programmeId: programmeIdOf(one), revision: one.revision + 1 }))
      return { answer: { items: [], revision, copies }, touched }
    },
  )
}

function targetsOf({ organisationId }: ProgrammeKey, { displays, playlists = [] }: Copy): Target[] {
  return [
    ...displays.map((displayId, index) => ({ key: { organisationId, displayId }, field: `displays.${index}` })),
    ...playlists.map((playlistId, index) => ({ key: { organisationId, playlistId }, field: `playlists.${index}` })),
  ].filter(({ key }, index, all) => all.findIndex((other) => isSame(other.key, key)) === index)
}

/** The same refusal, about another field of the command. */
const about = ({ code }: AppError, field: string) => new AppError(code, { field })

async function addCopies(
  context: Context,
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  chosen: ItemState[],
): Promise<Change[]> {
  const items = await found.items()
  const copies: ItemState[] = []
  let last: ItemState | undefined = items.at(-1)
  for (const item of chosen) {
    if (item.playlistId !== null) await requireMayInclude(queries, held, [...items, ...copies], item.playlistId)
    last = {
      ...item,
      id: ItemId.parse(randomUUID()),
      position: positionAtEnd(last),
      revision: 1,
      uploadedAt: context.now(),
    }
    copies.push(last)
  }
  await ITEMS.create(queries, held, copies)
  return copies.map((copy): Change => ({ thing: 'item', before: null, after: copy }))
}
