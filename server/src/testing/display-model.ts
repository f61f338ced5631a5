import {
  type ActivityKind,
  type CreateItem,
  type ErrorCode,
  type Item,
  type ItemId,
  type Layout,
  type Line,
  type LineId,
  type Notice,
  type Role,
  readItemUrl,
  type UpdateItem,
} from '@placard/contract'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

// A second, simple implementation of the effect of commands on a display: pure functions without a database, a clock or concurrency. The
// results of many people using the real server at once must match it, in the order of the answered revisions.

/** Rights of a person. `limited`: an editor of this display alone; `elsewhere`: of other displays of the organisation. */
export type Rights = Role | 'limited' | 'elsewhere'

/** The revision that a command is based on. */
type Start = number | 'any'
/** `missing`: an edit must name a revision, and this one does not. */
type EditStart = Start | 'missing'

type To<Id> = { direction: 'up' | 'down' } | { after: Id | null }

/** One command on several objects. Lines have no visibility. */
type Several<Id> =
  | { do: 'update'; ids: Id[]; change: { visible: boolean } }
  | { do: 'move'; ids: Id[]; after: Id | null }
  | { do: 'remove'; ids: Id[] }

export type Command =
  | { name: 'createItem'; body: CreateItem }
  | { name: 'updateItem'; id: ItemId; start: EditStart; body: UpdateItem }
  | { name: 'moveItem'; id: ItemId; to: To<ItemId> }
  | { name: 'removeItem'; id: ItemId; start: Start }
  | { name: 'createLine'; text: string }
  | { name: 'updateLine'; id: LineId; start: EditStart; text: string }
  | { name: 'moveLine'; id: LineId; to: To<LineId> }
  | { name: 'removeLine'; id: LineId; start: Start }
  | { name: 'changeItems'; changes: Several<ItemId> }
  | { name: 'changeLines'; changes: Several<LineId> }
  | { name: 'updateDisplay'; displayName: string }
  /** Null: removes it. */
  | { name: 'setLayout'; start: EditStart; layout: Omit<Layout, 'revision'> | null }
  /** Undoes the change that made this revision. */
  | { name: 'undoActivity'; revision: number }
  | { name: 'restoreProgramme'; start: Start; to: number }

type Change =
  | { thing: 'item'; id: ItemId; before: Item | undefined; after: Item | undefined }
  | { thing: 'line'; id: LineId; before: Line | undefined; after: Line | undefined }
  | { thing: 'layout'; id: 'layout'; before: Layout | undefined; after: Layout | undefined }

type Alike = Item | Line | Layout

type State = { name: string; items: readonly Item[]; lines: readonly Line[]; layout: Layout | null }

/** The change that led to a revision, and the resulting state. */
export type Step = State & {
  revision: number
  kind: ActivityKind
  changes: readonly Change[]
  /** The object that the change was about, by its name in the log. */
  subject: string | null
}

/** Complete, oldest first. */
export type Past = readonly Step[]

export type Outcome =
  | { status: 'changed'; step: Step; answer: object }
  | { status: 'unchanged'; answer: object }
  /** There may be several reasons when it is about several objects. Any of them may be returned. */
  | { status: 'refused'; reasons: Reason[] }

type Reason = { code: ErrorCode; current?: Alike | undefined }

/** Values that the server generates. */
export type Made = { id: string; uploadDate: number }

/** The first step of a past. */
export function beginning(state: State & { revision: number }): Step {
  const { revision, name, items, lines, layout } = state
  return { revision, name, items, lines, layout, kind: 'display-added', changes: [], subject: null }
}

/** The state of a display at a revision. undefined before the beginning, and for future revisions. */
export function stepAt(past: Past, revision: number): Step | undefined {
  return past[revision - (past[0]?.revision ?? 0)]
}

/**
 * The result of a command on a display at a revision, ignoring later changes.
 *
 * @param made the answer's data of an object that the command created
 */
export function carryOut(past: Past, revision: number, rights: Rights, command: Command, made: Made): Outcome {
  const now = stepAt(past, revision)
  if (!now) throw new Error(`nothing is known of revision ${revision}`)
  const fault = lackingRights(rights, command) ?? faultOf(command)
  if (fault) return refused(fault)

  switch (command.name) {
    case 'createItem': {
      const { body } = command
      const item = { ...body, ...made, id: made.id as ItemId, position: between(now.items.at(-1), undefined) }
      return changedItem(now, 'item-added', undefined, {
        ...item,
        revision: 1,
        playable: readItemUrl(body.type, body.url).playable,
      })
    }
    case 'updateItem': {
      const item = find(now.items, command.id)
      if (!item) return refused('item-not-found')
      if (isOld(command.start, item.revision)) return refused('changed-meanwhile', item)
      const after = { ...changed(item, command.body), revision: item.revision + 1 }
      if (after.type === 'notice' && !after.notice) return refused('notice-empty')
      if (after.type !== 'notice' && after.notice) return refused('invalid-field')
      after.playable = readItemUrl(after.type, after.url).playable
      return changedItem(now, kindOfUpdate(item, after), item, after)
    }
    case 'moveItem': {
      const item = find(now.items, command.id)
      if (!item) return refused('item-not-found')
      const position = placeAfterMove(now.items, item, command.to)
      if (position === 'gone') return refused('item-not-found')
      if (position === 'there') return { status: 'unchanged', answer: { item, revision: now.revision } }
      return changedItem(now, 'item-moved', item, { ...item, position, revision: item.revision + 1 })
    }
    case 'removeItem': {
      const item = find(now.items, command.id)
      if (!item) return refused('item-not-found')
      if (isOld(command.start, item.revision)) return refused('changed-meanwhile', item)
      return changedItem(now, 'item-removed', item, undefined)
    }
    case 'createLine': {
      const line = { id: made.id as LineId, text: command.text, position: between(now.lines.at(-1), undefined) }
      return changedLine(now, 'line-added', undefined, { ...line, revision: 1 })
    }
    case 'updateLine': {
      const line = find(now.lines, command.id)
      if (!line) return refused('line-not-found')
      if (isOld(command.start, line.revision)) return refused('changed-meanwhile', line)
      if (line.text === command.text) return { status: 'unchanged', answer: { line, revision: now.revision } }
      return changedLine(now, 'line-changed', line, { ...line, text: command.text, revision: line.revision + 1 })
    }
    case 'moveLine': {
      const line = find(now.lines, command.id)
      if (!line) return refused('line-not-found')
      const position = placeAfterMove(now.lines, line, command.to)
      if (position === 'gone') return refused('line-not-found')
      if (position === 'there') return { status: 'unchanged', answer: { line, revision: now.revision } }
      return changedLine(now, 'line-moved', line, { ...line, position, revision: line.revision + 1 })
    }
    case 'removeLine': {
      const line = find(now.lines, command.id)
      if (!line) return refused('line-not-found')
      if (isOld(command.start, line.revision)) return refused('changed-meanwhile', line)
      return changedLine(now, 'line-removed', line, undefined)
    }
    case 'changeItems':
      return several(now, 'item', now.items, command.changes)
    case 'changeLines':
      return several(now, 'line', now.lines, command.changes)
    case 'updateDisplay': {
      const name = command.displayName
      if (name === now.name) return { status: 'unchanged', answer: { name, revision: now.revision } }
      const step: Step = { ...now, name, revision: revision + 1, kind: 'display-changed', changes: [], subject: name }
      return { status: 'changed', step, answer: { name, revision: revision + 1 } }
    }
    case 'setLayout': {
      const { layout: before } = now
      if (isOld(command.start, before?.revision ?? 0)) return refused('changed-meanwhile', before ?? undefined)
      const layout = command.layout && { ...command.layout, revision: revision + 1 }
      if (isSameLayout(before, layout)) return { status: 'unchanged', answer: { layout: before, revision } }
      const kind = layout ? 'layout-changed' : 'layout-removed'
      const changes = [layoutChange(before, layout)]
      const step: Step = { ...now, layout, revision: revision + 1, kind, changes, subject: now.name }
      return { status: 'changed', step, answer: { layout, revision: revision + 1 } }
    }
    case 'undoActivity':
      return undo(past, now, command.revision)
    case 'restoreProgramme':
      return restore(past, now, command)
  }
}

function lackingRights(rights: Rights, { name }: Command): ErrorCode | undefined {
  if (rights === 'elsewhere') return 'display-not-found'
  const isEditor = rights === 'editor' || rights === 'limited'
  const isForbidden = rights === 'viewer' || (isEditor && name === 'updateDisplay')
  // A layout can make playlists, which are of the whole organisation.
  return isForbidden || (rights === 'limited' && name === 'setLayout') ? 'not-allowed' : undefined
}

/** Faults that do not depend on the display. */
function faultOf(command: Command): ErrorCode | undefined {
  if ('body' in command && command.body.title === '') return 'title-missing'
  if ('body' in command && command.body.notice && !hasWords(command.body.notice)) return 'notice-empty'
  if ('text' in command && command.text === '') return 'text-missing'
  if ('displayName' in command && command.displayName === '') return 'name-missing'
  return 'start' in command && command.start === 'missing' ? 'revision-missing' : undefined
}

const hasWords = ({ heading, body }: Notice) => heading + body !== ''

function undo(past: Past, now: Step, revision: number): Outcome {
  const undone = revision > now.revision ? undefined : stepAt(past, revision)
  if (!undone || undone.changes.length === 0) return refused('activity-not-found')
  const reasons = undone.changes.flatMap(({ thing, id, after }): Reason[] => {
    const present = presentOf(now, thing, id)
    if (after && !present) return [{ code: NOT_FOUND[thing] }]
    return present?.revision === after?.revision ? [] : [{ code: 'changed-meanwhile', current: present }]
  })
  if (reasons.length > 0) return { status: 'refused', reasons }
  const wanted = undone.changes.map((change) => ({ ...change, before: change.after, after: change.before }) as Change)
  const [change] = undone.changes
  const subject = undone.subject === null ? null : (nameOf(change?.before) ?? undone.subject)
  return put(now, 'undone', wanted, subject, {})
}

const NOT_FOUND = {
  item: 'item-not-found',
  line: 'line-not-found',
  layout: 'display-not-found',
} as const satisfies Record<Change['thing'], ErrorCode>

function presentOf(now: State, thing: Change['thing'], id: string): Alike | undefined {
  if (thing === 'layout') return now.layout ?? undefined
  return thing === 'item' ? find(now.items, id) : find(now.lines, id)
}

function restore(past: Past, now: Step, { start, to }: { start: Start; to: number }): Outcome {
  if (isOld(start, now.revision)) return refused('changed-meanwhile')
  const then = to > now.revision ? undefined : stepAt(past, to)
  if (!then) return refused('too-old-to-undo')
  const told = { to, missing: [] }
  const wanted = [
    ...differing(now.items, then.items).map((change) => ({ thing: 'item', ...change }) as Change),
    ...differing(now.lines, then.lines).map((change) => ({ thing: 'line', ...change }) as Change),
    ...(isSameLayout(now.layout, then.layout) ? [] : [layoutChange(now.layout, then.layout)]),
  ]
  if (wanted.length === 0) return { status: 'unchanged', answer: { ...told, revision: now.revision } }
  return put(now, 'restored', wanted, null, told)
}

function layoutChange(before: Layout | null, after: Layout | null): Change {
  return { thing: 'layout', id: 'layout', before: before ?? undefined, after: after ?? undefined }
}

const isSameLayout = (one: Layout | null, other: Layout | null) => (one && other ? isAlike(one, other) : one === other)

/** Removals first, then the objects that are restored or changed back, in their former order. */
function differing<Thing extends Item | Line>(now: readonly Thing[], then: readonly Thing[]) {
  const goes = now
    .filter(({ id }) => !find(then, id))
    .map((thing) => ({ id: thing.id, before: thing, after: undefined }))
  const comes = then
    .map((after) => ({ id: after.id, before: find(now, after.id), after }))
    .filter(({ before, after }) => !before || !isAlike(before, after))
  return [...goes, ...comes]
}

const isAlike = (one: Alike, other: Alike) => sorted({ ...one, revision: 0 }) === sorted({ ...other, revision: 0 })
const sorted = (thing: object) => JSON.stringify(Object.entries(thing).sort())

/** Puts each object back to its former place, or right after the object that is there now. */
function put(now: Step, kind: ActivityKind, wanted: Change[], subject: string | null, told: object): Outcome {
  const revision = now.revision + 1
  const moving = new Set<string>(wanted.map(({ id }) => id))
  const items = now.items.filter(({ id }) => !moving.has(id))
  const lines = now.lines.filter(({ id }) => !moving.has(id))
  let { layout } = now
  const changes: Change[] = []
  for (const { thing, id, before, after } of wanted) {
    // A restored object continues from the display's revision, which is higher than any it has had.
    const counted = before ? before.revision + 1 : revision
    if (thing === 'layout') {
      layout = after ? { ...after, revision: counted } : null
      changes.push(layoutChange(before ?? null, layout))
    } else if (thing === 'item') {
      const settled = after && { ...after, revision: counted, position: freePlace(items, after.position) }
      if (settled) insert(items, settled)
      changes.push({ thing, id, before, after: settled })
    } else {
      const settled = after && { ...after, revision: counted, position: freePlace(lines, after.position) }
      if (settled) insert(lines, settled)
      changes.push({ thing, id, before, after: settled })
    }
  }
  const step = { name: now.name, items, lines, layout, revision, kind, changes, subject }
  return { status: 'changed', step, answer: { ...told, revision } }
}

function changedItem(now: Step, kind: ActivityKind, before: Item | undefined, after: Item | undefined): Outcome {
  const id = (after ?? before)?.id
  if (id === undefined) throw new Error('a change is about something')
  const items = now.items.filter((item) => item.id !== id)
  if (after) insert(items, after)
  const revision = now.revision + 1
  const step: Step = {
    ...now,
    items,
    revision,
    kind,
    changes: [{ thing: 'item', id, before, after }],
    subject: nameOf(after ?? before) ?? null,
  }
  return { status: 'changed', step, answer: after ? { item: after, revision } : { revision } }
}

function changedLine(now: Step, kind: ActivityKind, before: Line | undefined, after: Line | undefined): Outcome {
  const id = (after ?? before)?.id
  if (id === undefined) throw new Error('a change is about something')
  const lines = now.lines.filter((line) => line.id !== id)
  if (after) insert(lines, after)
  const revision = now.revision + 1
  const step: Step = {
    ...now,
    lines,
    revision,
    kind,
    changes: [{ thing: 'line', id, before, after }],
    subject: nameOf(after ?? before) ?? null,
  }
  return { status: 'changed', step, answer: after ? { line: after, revision } : { revision } }
}

/** [CP7] Changes all objects in one step, in their order. */
function several<Thing extends Item | Line>(
  now: Step,
  thing: 'item' | 'line',
  list: readonly Thing[],
  changes: Several<Thing['id']>,
): Outcome {
  const ids = new Set<string>(changes.ids)
  const chosen = list.filter(({ id }) => ids.has(id))
  const others = list.filter(({ id }) => !ids.has(id))
  const isGone = changes.do === 'move' && changes.after !== null && !find(others, changes.after)
  if (chosen.length < ids.size || isGone) return refused(`${thing}-not-found`)
  const after = chosen.map((one) => afterSeveral(one, chosen, others, list, changes))
  const effects = chosen.flatMap((before, index) => (after[index] === before ? [] : [{ before, after: after[index] }]))
  const left = after.filter((one) => one !== undefined)
  const things = `${thing}s` as const
  if (effects.length === 0) return { status: 'unchanged', answer: { [things]: left, revision: now.revision } }
  const present = [...others]
  for (const one of left) insert(present, one)
  const revision = now.revision + 1
  const step: Step = {
    ...now,
    [things]: present,
    revision,
    kind: kindOfSeveral(things, changes),
    changes: effects.map(({ before, after }) => ({ thing, id: before.id, before, after }) as Change),
    subject: null,
  }
  return { status: 'changed', step, answer: { [things]: left, revision } }
}

/** The state of one of several objects afterwards: the same object when it does not change, undefined when it is removed. */
function afterSeveral<Thing extends Item | Line>(
  one: Thing,
  chosen: readonly Thing[],
  others: readonly Thing[],
  list: readonly Thing[],
  changes: Several<Thing['id']>,
): Thing | undefined {
  if (changes.do === 'remove') return undefined
  const revision = one.revision + 1
  if (changes.do === 'update') {
    const { visible } = changes.change
    return 'visible' in one && one.visible !== visible ? { ...one, visible, revision } : one
  }
  const at = others.findIndex(({ id }) => id === changes.after) + 1
  if (others.toSpliced(at, 0, ...chosen).every((thing, index) => thing === list[index])) return one
  const [before, behind] = [others[at - 1]?.position ?? null, others[at]?.position ?? null]
  const position = generateNKeysBetween(before, behind, chosen.length)[chosen.indexOf(one)] ?? one.position
  return { ...one, position, revision }
}

function kindOfSeveral(things: 'items' | 'lines', changes: Several<string>): ActivityKind {
  if (changes.do === 'update') return changes.change.visible ? 'items-shown' : 'items-hidden'
  return changes.do === 'move' ? `${things}-moved` : `${things}-removed`
}

/** An absent field stays. A null field is removed. */
function changed(item: Item, change: UpdateItem): Item {
  const said = Object.entries(change).filter(([, value]) => value !== undefined)
  const all = Object.entries({ ...item, ...Object.fromEntries(said) })
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as Item
}

function kindOfUpdate(before: Item, after: Item): ActivityKind {
  if (before.visible === after.visible || !isAlike({ ...before, visible: after.visible }, after)) return 'item-changed'
  return after.visible ? 'item-shown' : 'item-hidden'
}

/** @returns `there` when it is there already, or would leave the list; `gone` when its neighbour does not exist */
function placeAfterMove<Id extends ItemId | LineId>(
  list: readonly (Placed & { id: Id })[],
  moved: Placed & { id: Id },
  to: To<Id>,
): string {
  const from = list.indexOf(moved)
  const others = list.filter((thing) => thing !== moved)
  if (!('direction' in to) && to.after !== null && !list.some(({ id }) => id === to.after)) return 'gone'
  const index =
    'direction' in to
      ? from + (to.direction === 'up' ? -1 : 1)
      : to.after === moved.id
        ? from
        : others.findIndex(({ id }) => id === to.after) + 1
  if (index === from || index < 0 || index > others.length) return 'there'
  return between(others[index - 1], others[index])
}

type Placed = { position: string }

function freePlace(list: readonly Placed[], position: string): string {
  const taken = list.find((thing) => thing.position === position)
  return taken ? between(taken, list[list.indexOf(taken) + 1]) : position
}

const between = (before: Placed | undefined, after: Placed | undefined) =>
  generateKeyBetween(before?.position ?? null, after?.position ?? null)

function insert<Thing extends Placed>(list: Thing[], thing: Thing): void {
  const at = list.findIndex(({ position }) => position > thing.position)
  list.splice(at < 0 ? list.length : at, 0, thing)
}

function find<Thing extends { id: string }>(list: readonly Thing[], id: string): Thing | undefined {
  return list.find((thing) => thing.id === id)
}

const isOld = (start: EditStart, revision: number) => typeof start === 'number' && start !== revision
/** A layout has none. */
function nameOf(thing: Alike | undefined): string | undefined {
  if (!thing || 'zones' in thing) return undefined
  return 'title' in thing ? thing.title : thing.text
}

function refused(code: ErrorCode, current?: Alike): Outcome {
  return { status: 'refused', reasons: [{ code, current }] }
}
