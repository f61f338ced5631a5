import { isDeepStrictEqual } from 'node:util'
import {
  ACTIVITY_STATES_KEPT_MS,
  type ActivityEntry,
  type ActivityKind,
  type ActivityPage,
  type ActivityQuery,
  type CellValue,
  Column,
  MediaId,
  type RestorePoint,
  Row,
  type TableContents,
  type TableKey,
  UNDO_MS,
} from '@placard/contract'
import { z } from 'zod'
import {
  createStepReader,
  type EventLog,
  findEntry,
  findInstantAfter,
  findInstantOf,
  findRevisionAt,
  listTouched,
  streamStates,
  type TableThing,
  type Touched,
} from '../../content/activity/service.ts'
import type { Sender } from '../../content/commands/service.ts'
import {
  changeTable,
  type Edit,
  isPicture,
  listRows,
  type RowChange,
  requireTable,
  type StoredTable,
  titleOf,
} from '../../content/tables/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { entryOf } from './entry.ts'
import { readPage } from './page.ts'

/** The columns and rows of a table, by id. */
type Things = { column: Map<string, Column>; row: Map<string, Row> }

/** Most changes that are reversed at once. */
const MAX_STEPS = 10_000
/** Limit of the states that are read: eight megabytes take about a tenth of a second. */
const MAX_BYTES = 64 * 2 ** 20

/** A change as the log keeps it. The states are validated when they are used. */
const Changes = z.array(
  z.object({
    thing: z.enum(['column', 'row']),
    before: z.looseObject({ id: z.string() }).nullable(),
    after: z.looseObject({ id: z.string() }).nullable(),
  }),
)

/** The log of a table, newest first, with the undo that is possible now. @throws AppError table-not-found */
export async function listTableActivity(
  context: Context,
  events: EventLog,
  caller: Pick<Caller, 'tables'>,
  key: TableKey,
  query: ActivityQuery,
): Promise<ActivityPage> {
  await events.flush()
  return context.database.snapshot(async (queries) => {
    const table = await requireTable(queries, key)
    const { stored, rest } = await readPage(queries, key, query)
    const now = context.now()
    const present = await readThings(queries, table)
    const young = stored.filter(({ at }) => at >= now - UNDO_MS).map(({ id }) => id)
    const touched = await listTouched<TableThing>(queries, young)
    const entries = stored.map((entry): ActivityEntry => {
      const isYoung = entry.at >= now - UNDO_MS
      // While a table follows an address, only changes of its own columns can be undone.
      const isOwn = table.source === null || OWN.has(entry.activity.kind)
      const isOfRows = (touched.get(entry.id) ?? []).every(({ thing }) => thing === 'row')
      // Somebody who is limited to tables changes rows alone.
      const isOpen = caller.tables === null || isOfRows
      const isPast = entry.revisions !== undefined && entry.revisions.after < table.toldRevision
      return {
        ...entryOf(entry, undefined, undefined, now),
        undo: isYoung && isOwn && isOpen ? undoOf(touched.get(entry.id) ?? [], present) : null,
        restorable: isYoung && isPast && table.source === null && caller.tables === null,
      }
    })
    return { entries, ...rest }
  })
}

/** Kinds of changes that people can make in a table that follows an address. */
const OWN: ReadonlySet<ActivityKind> = new Set([
  'row-changed',
  'rows-changed',
  'column-added',
  'column-changed',
  'column-removed',
  'undone',
])

/** Possible as long as every row and column is as the entry left it. */
function undoOf(touched: Touched<TableThing>[], present: Things): ActivityEntry['undo'] {
  if (touched.length === 0 || !touched.every((one) => isAsLeft(one, present))) return null
  if (touched.every(({ wasThere }) => !wasThere)) return 'take-away'
  return touched.every(({ revision }) => revision === null) ? 'bring-back' : 'put-back'
}

const isAsLeft = ({ thing, id, revision }: Touched<TableThing>, present: Things) =>
  (present[thing].get(id)?.revision ?? null) === revision

async function readThings(queries: Queries, table: StoredTable): Promise<Things> {
  return {
    column: new Map(table.columns.map((column) => [column.id, column])),
    row: new Map((await listRows(queries, table)).map((row) => [row.id, row])),
  }
}

/**
 * Undoes the changes of one entry: its rows and columns become what they were before.
 *
 * @param by the id of the entry, or the revision that it made
 * @throws AppError table-not-found, activity-not-found, too-old-to-undo, changed-meanwhile with the current row or column, and the
 * errors of `changeTable`
 */
export function undoTableActivity(
  context: Context,
  sender: Sender,
  key: TableKey,
  by: Parameters<typeof findEntry>[2],
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const entry = await findEntry(queries, key, by)
    if (!entry?.revisions) throw new AppError('activity-not-found')
    if (entry.at < context.now() - UNDO_MS) throw new AppError('too-old-to-undo')
    const touched = (await listTouched<TableThing>(queries, [entry.id])).get(entry.id)
    const { kind, subject } = entry.activity
    if (!touched && subject?.type !== 'table') throw new AppError('too-old-to-undo')
    if (!touched || touched.length === 0) throw new AppError('activity-not-found')
    const present = await readThings(queries, held)
    for (const one of touched) requireAsLeft(one, present)
    const former: Things = { column: new Map(present.column), row: new Map(present.row) }
    await goBack(queries, key, former, entry.revisions.after, entry.revisions.before)
    return toFormer(queries, held, present, former, {
      kind: 'undone',
      ...(subject ? { subject: { type: subject.type, id: subject.id, title: subject.title } } : {}),
      details: { count: touched.length, undoes: { kind, at: entry.at } },
    })
  })
}

/** @throws AppError changed-meanwhile with the current row or column; row-not-found, column-not-found */
function requireAsLeft(one: Touched<TableThing>, present: Things): void {
  if (isAsLeft(one, present)) return
  const now = present[one.thing].get(one.id)
  if (!now) throw new AppError(one.thing === 'row' ? 'row-not-found' : 'column-not-found')
  throw new AppError('changed-meanwhile', { current: one.thing === 'row' ? { row: now } : now })
}

/**
 * Restores the columns and rows of a table to a former state, as one change. Its name, language and key stay.
 *
 * @param ifMatch the revision that was shown
 * @throws AppError table-not-found, changed-meanwhile, too-old-to-undo
 */
export function restoreTable(
  context: Context,
  sender: Sender,
  key: TableKey,
  ifMatch: IfMatch | undefined,
  point: RestorePoint,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== held.revision) throw new AppError('changed-meanwhile')
    const to = 'revision' in point ? point.revision : await findRevisionAt(queries, key, point.at)
    if (to === undefined || to > held.toldRevision || to < 1) throw new AppError('too-old-to-undo')
    const now = context.now()
    const leftAt = to === held.toldRevision ? now : await findInstantAfter(queries, key, to)
    if (leftAt === undefined || leftAt < now - UNDO_MS) throw new AppError('too-old-to-undo')
    const present = await readThings(queries, held)
    const former: Things = { column: new Map(present.column), row: new Map(present.row) }
    await goBack(queries, key, former, held.toldRevision, to, now - ACTIVITY_STATES_KEPT_MS)
    const at = (await findInstantOf(queries, key, to)) ?? null
    return toFormer(queries, held, present, former, {
      kind: 'restored',
      details: { restoredTo: { revision: to, at } },
    })
  })
}

/**
 * Reverses the changes between two revisions, newest first.
 *
 * @param things the state at `from`; becomes that at `to`
 * @param oldestAt states from before this moment are not used
 * @throws AppError too-old-to-undo if the log does not have all of them
 */
async function goBack(
  queries: Queries,
  key: TableKey,
  things: Things,
  from: number,
  to: number,
  oldestAt = 0,
): Promise<void> {
  const reader = createStepReader(queries, key)
  const steps = []
  let bytes = 0
  for (let revision = from; revision > to; ) {
    const step = await reader.stepTo(revision)
    if (step?.base === undefined || step.at < oldestAt) throw new AppError('too-old-to-undo')
    bytes += step.sizeBytes
    if (steps.length >= MAX_STEPS || bytes > MAX_BYTES) throw new AppError('too-old-to-undo')
    steps.push(step)
    revision = step.base
  }
  for await (const stored of streamStates(queries, steps)) {
    const changes = Changes.safeParse(stored)
    if (!changes.success) throw new AppError('too-old-to-undo', { cause: changes.error })
    for (const { thing, before, after } of changes.data) {
      if (thing === 'column') put(things.column, Column, before, after)
      else put(things.row, Row, before, after)
    }
  }
}

function put<Thing>(
  map: Map<string, Thing>,
  schema: z.ZodType<Thing>,
  before: { id: string } | null,
  after: { id: string } | null,
): void {
  if (before === null) {
    if (after) map.delete(after.id)
    return
  }
  const state = schema.safeParse(before)
  if (!state.success) throw new AppError('too-old-to-undo', { cause: state.error })
  map.set(before.id, state.data)
}

/** The effect that puts a table into a former state. Undefined if it is in it already. */
async function toFormer(
  queries: Queries,
  held: StoredTable,
  present: Things,
  former: Things,
  about: Pick<Edit, 'kind' | 'subject' | 'details'>,
): Promise<Edit | undefined> {
  const revision = held.revision + 1
  const columns = [...former.column.values()]
    .map((column) => raised(column, present.column.get(column.id), revision))
    .sort(byPosition)
  const pictures = columns.filter(({ type }) => type === 'picture').map(({ id }) => id)
  const known = new Map<string, boolean>()
  const rows: RowChange[] = []
  for (const row of former.row.values()) {
    const before = present.row.get(row.id) ?? null
    const cells: Record<string, CellValue> = { ...row.cells }
    for (const id of pictures) {
      const picture = MediaId.safeParse(cells[id]).data
      if (picture === undefined || before?.cells[id] === picture) continue
      const isThere = known.get(picture) ?? (await isPicture(queries, held.organisationId, picture))
      known.set(picture, isThere)
      // A picture that is not stored any more cannot come back. The rest of the row does.
      if (!isThere) delete cells[id]
    }
    const after = raised({ ...row, cells }, before ?? undefined, revision)
    if (after !== before) rows.push({ before, after })
  }
  for (const before of present.row.values()) if (!former.row.has(before.id)) rows.push({ before, after: null })
  const isSame =
    rows.length === 0 && columns.length === held.columns.length && columns.every((one, at) => one === held.columns[at])
  if (isSame) return undefined
  const hasKey = columns.some(({ id }) => id === held.keyColumnId)
  const [only, ...others] = rows
  const title = only && others.length === 0 ? titleOf(held, (only.after ?? only.before) as Row) : undefined
  return {
    ...about,
    columns,
    rows,
    ...(hasKey ? {} : { keyColumnId: null }),
    ...(about.subject?.type === 'row' && title ? { subject: { ...about.subject, title } } : {}),
    details: { count: Math.max(1, rows.length), ...about.details },
  }
}

/** A former state with a revision that nobody has seen. The present one, if both are the same. */
function raised<Thing extends { revision: number }>(
  former: Thing,
  present: Thing | undefined,
  revision: number,
): Thing {
  if (present && isDeepStrictEqual({ ...former, revision: present.revision }, present)) return present
  return { ...former, revision: present ? present.revision + 1 : revision }
}

const byPosition = (one: Column, other: Column) =>
  one.position < other.position || (one.position === other.position && one.id < other.id) ? -1 : 1
