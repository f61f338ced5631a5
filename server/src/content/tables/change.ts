import { isDeepStrictEqual } from 'node:util'
import {
  type ActivityKind,
  type CellValue,
  type Column,
  type ColumnId,
  cutAtWord,
  MAX_COLUMNS_PER_TABLE,
  MAX_ROWS_PER_TABLE,
  MAX_TABLE_BYTES,
  MediaId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  type Row,
  type Table,
  type TableContents,
  type TableId,
  type TableKey,
  titleOfRow,
} from '@placard/contract'
import { isTextual } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { type Activity, actorOf, type Change, type TableThing, writeEntry } from '../activity/service.ts'
import { type HeldProgramme, runCommand, type Sender, type Touch } from '../commands/service.ts'
import { announce, eventActorOf } from '../events/service.ts'
import { keepFiles } from '../media/service.ts'
import { listRestarted, listShowing, readAnswers, readWhole, touchOf, withIncluders } from '../programmes/service.ts'
import { listUsing } from '../values/service.ts'
import { picturesIn } from './cells.ts'
import * as store from './store.ts'

/** A row before and after a command. `before` null: it was added. `after` null: it was removed. */
export type RowChange = { before: Row | null; after: Row | null }

/** The effect of a command on a table. What is left out stays as it is. */
export type Edit = {
  name?: string
  language?: string
  keyColumnId?: Table['keyColumnId']
  /** All columns from now on, in order. */
  columns?: Column[]
  rows?: RowChange[]
  removedAt?: number | null
  kind: ActivityKind
  subject?: Activity<TableThing>['subject']
  details?: Activity<TableThing>['details']
}

/**
 * Runs a command on one table. All changes of tables go through this function. In one transaction: a repeated command is answered
 * from its receipt; the table is locked; the work is done once; limits and the key are checked; the table gets its next revision
 * and an entry in the log; the displays and playlists with a board or a value of it get their next revision; webhooks are told. Listeners are
 * told after the commit.
 *
 * @param work returns the effect; undefined: nothing changes
 * @param options.withRemoved the command is about a removed table
 * @param options.bySource the change is that of the source
 * @param options.anyCells cells of every column may change, also while the table follows an address
 * @returns the table with the rows that the command changed
 * @throws AppError table-not-found, idempotency-mismatch, too-many-rows, too-many-columns, table-too-large, row-key-taken, and the
 * errors of the work
 */
export async function changeTable(
  context: Context,
  sender: Sender,
  key: TableKey,
  work: (queries: Queries, held: store.StoredTable) => Promise<Edit | undefined>,
  options: {
    prepare?: (queries: Queries) => Promise<void>
    withRemoved?: boolean
    bySource?: boolean
    anyCells?: boolean
  } = {},
): Promise<TableContents> {
  let using: Using = new Set()
  const answer = await runCommand(
    context,
    sender,
    async (queries) => {
      // A board or a value that is added meanwhile waits for this lock.
      await lockOrganisation(queries, key.organisationId)
      await options.prepare?.(queries)
      const found = await dependentsOf(queries, key)
      using = found.using
      return found.all
    },
    async (queries, dependents) => {
      const held = await store.lockTable(queries, key)
      if (!held || (held.removedAt !== null && !options.withRemoved)) throw new AppError('table-not-found')
      const edit = await work(queries, held)
      const isOpen = options.bySource || options.anyCells
      if (edit && held.source && !isOpen) requireOwn(held, held.source.columns, edit)
      if (edit && sender.caller.tables !== null) await requireRowsAlone(queries, held, edit, sender.caller.tables)
      if (!edit) return { answer: answerOf(held, []), touched: [] }
      const users = bringsOrTakesValues(held, edit) ? using : NOBODY
      return touching(context, queries, key, dependents, users, () =>
        apply(context, queries, sender, held, edit, options.bySource ? SHARE_OF_SOURCES : 1),
      )
    },
  )
  context.bus.publish({ kind: 'table.changed', organisationId: key.organisationId, tableId: key.tableId })
  return answer
}

/** True: a text that has values of the table may appear or disappear, so loops may play something else. */
function bringsOrTakesValues(held: store.StoredTable, { columns, rows = [], removedAt }: Edit): boolean {
  const textual = (some: readonly Column[]) => new Set(some.filter(isTextual).map(({ id }) => id))
  const filledIn = (row: Row | null) => new Set(Object.keys(row?.cells ?? {}))
  return (
    removedAt !== undefined ||
    (columns !== undefined && !isDeepStrictEqual(textual(columns), textual(held.columns))) ||
    rows.some(({ before, after }) => !isDeepStrictEqual(filledIn(before), filledIn(after)))
  )
}

/** The ids of programmes with a value of a table. */
type Using = ReadonlySet<ProgrammeId>
const NOBODY: Using = new Set()

/**
 * The displays and playlists with a board or a value of one of the tables, and the displays that include these playlists. A command that
 * changes more than one table, or a table and programmes, locks them all at once, before it changes the first.
 */
export async function listDependents(queries: Queries, keys: readonly TableKey[]): Promise<ProgrammeKey[]> {
  const all: ProgrammeKey[] = []
  for (const key of keys) all.push(...(await dependentsOf(queries, key)).all)
  return all
}

/** The displays and playlists with a board or a value of a table, and the displays that include these playlists. */
async function dependentsOf(queries: Queries, key: TableKey): Promise<{ all: ProgrammeKey[]; using: Using }> {
  const keysOf = (some: readonly { key: ProgrammeKey }[]) => some.map((one) => one.key)
  const using = await withIncluders(queries, keysOf(await listUsing(queries, key.organisationId, key.tableId)))
  const showing = await withIncluders(queries, keysOf(await listShowing(queries, key)))
  const all = [...new Map([...showing, ...using].map((one) => [programmeIdOf(one), one])).values()]
  return { all, using: new Set(using.map(programmeIdOf)) }
}

/**
 * Does work that changes what a table shows. Its dependents get their next revision. Their loops restart if they then play something
 * else (PB5).
 *
 * @param using the dependents whose texts may appear or disappear
 */
async function touching<Answer>(
  context: Context,
  queries: Queries,
  key: TableKey,
  dependents: readonly HeldProgramme[],
  using: Using,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; touched: Touch[] }> {
  const users = dependents.filter((programme) => using.has(programmeIdOf(programme)))
  const whole = await readWhole(queries, key.organisationId, users.map(programmeIdOf))
  const now = context.now()
  const before = await readAnswers(queries, key, now)
  const answer = await work()
  const isRestarted = await listRestarted(queries, key, before, await readAnswers(queries, key, now))
  const { sources } = await readWhole(queries, key.organisationId, users.map(programmeIdOf))
  const loops = new Map(users.map((one) => [one, touchOf(context, one, whole, sources)?.loopStartedAt]))
  const touched = dependents.map((programme) => ({
    key: programme,
    activity: undefined,
    loopStartedAt: isRestarted(programme) ? now : loops.get(programme),
  }))
  return { answer, touched }
}

/** Gives the dependents of a table their next revision, although its cells are the same: it became stale, or is no longer. */
export function renewDependents(
  context: Context,
  sender: Sender,
  key: TableKey,
  work: (queries: Queries) => Promise<void>,
): Promise<object> {
  let using: Using = NOBODY
  return runCommand(
    context,
    sender,
    async (queries) => {
      await lockOrganisation(queries, key.organisationId)
      const found = await dependentsOf(queries, key)
      using = found.using
      return found.all
    },
    (queries, dependents) =>
      touching(context, queries, key, dependents, using, async () => {
        await work(queries)
        return {}
      }),
  )
}

/** The part of the log's daily allowance that changes by sources may use, so that a restless source leaves room for people. */
const SHARE_OF_SOURCES = 0.5

/**
 * Refuses a change by somebody of what the source of a table fills: its rows, their order, and the cells of its columns. Columns of
 * one's own can be changed if the rows have a key of the source by which they are known again.
 *
 * @throws AppError table-follows, table-without-key
 */
function requireOwn(held: store.StoredTable, ofSource: readonly ColumnId[], edit: Edit): void {
  const isOfSource = (id: ColumnId) => ofSource.includes(id)
  const keyColumnId = edit.keyColumnId === undefined ? held.keyColumnId : edit.keyColumnId
  if (keyColumnId !== null && !isOfSource(keyColumnId)) throw new AppError('table-follows', { field: 'keyColumnId' })
  const columns = edit.columns ?? held.columns
  const isSame = (id: ColumnId) => {
    const [before, after] = [held.columns, columns].map((list) => list.find((one) => one.id === id))
    return before?.type === after?.type && before?.currency === after?.currency
  }
  if (ofSource.some((id) => !isSame(id) && columns.some((one) => one.id === id && one.type === 'picture'))) {
    throw new AppError('table-follows', { field: 'type' })
  }
  for (const { before, after } of edit.rows ?? []) {
    if (!before || !after || before.position !== after.position) throw new AppError('table-follows')
    const changed = held.columns.filter(({ id }) => isSame(id) && before.cells[id] !== after.cells[id])
    const [one] = changed.filter(({ id }) => isOfSource(id))
    if (one) throw new AppError('table-follows', { field: `cells.${one.id}` })
    const isSet = columns.some(({ id }) => !isOfSource(id) && before.cells[id] !== after.cells[id])
    if (isSet && keyColumnId === null) throw new AppError('table-without-key')
  }
}

/**
 * Refuses everything but changes of rows to somebody who is limited to tables, however it comes about: by a paste with new columns, or
 * by an undo. A picture can be put into a cell only if one of their tables shows it already, because they do not see the library.
 *
 * @throws AppError not-allowed, media-not-found
 */
async function requireRowsAlone(
  queries: Queries,
  held: store.StoredTable,
  edit: Edit,
  tables: readonly TableId[],
): Promise<void> {
  const { name, language, keyColumnId, columns, removedAt } = edit
  const isKey = keyColumnId === undefined || keyColumnId === held.keyColumnId
  const isSame = columns === undefined || isDeepStrictEqual(columns, held.columns)
  if (name !== undefined || language !== undefined || removedAt !== undefined || !isKey || !isSame) {
    throw new AppError('not-allowed')
  }
  // An undo brings back pictures that were in this table, whose log they see.
  if (edit.kind === 'undone') return
  for (const { before, after } of edit.rows ?? []) {
    const former = new Set(before ? picturesIn(held.columns, before.cells).map(({ mediaId }) => mediaId) : [])
    for (const { columnId, mediaId } of after ? picturesIn(held.columns, after.cells) : []) {
      if (former.has(mediaId) || (await store.isShownIn(queries, held.organisationId, tables, mediaId))) continue
      throw new AppError('media-not-found', { field: `cells.${columnId}` })
    }
  }
}

async function apply(
  context: Context,
  queries: Queries,
  sender: Sender,
  held: store.StoredTable,
  edit: Edit,
  shareOfLog: number,
): Promise<TableContents> {
  const rows = edit.rows ?? []
  const at = context.now()
  const isRemoving = rows.some(({ after }) => after === null)
  const after: store.StoredTable = {
    ...held,
    name: edit.name ?? held.name,
    language: edit.language ?? held.language,
    columns: edit.columns ?? held.columns,
    keyColumnId: edit.keyColumnId === undefined ? held.keyColumnId : edit.keyColumnId,
    rowCount:
      held.rowCount + rows.reduce((sum, row) => sum + Number(row.before === null) - Number(row.after === null), 0),
    sizeBytes: held.sizeBytes + rows.reduce((sum, row) => sum + bytesOf(row.after) - bytesOf(row.before), 0),
    revision: held.revision + 1,
    toldRevision: held.revision + 1,
    rowsRemovedRevision: isRemoving ? held.revision + 1 : held.rowsRemovedRevision,
    changedAt: at,
    removedAt: edit.removedAt === undefined ? held.removedAt : edit.removedAt,
  }
  requireRoom(held, after)
  await requireKeys(queries, held, after, rows)
  await store.updateTable(queries, after)
  // Its columns, their types, its language or its key decide how the source is read.
  if (held.source && !isDeepStrictEqual(readingOf(held), readingOf(after)))
    await store.readSourceAnew(queries, held, at)
  const present = rows.flatMap(({ after: row }) => row ?? [])
  await store.putRows(queries, held, present, after.revision)
  await store.removeRows(
    queries,
    held,
    rows.flatMap(({ before, after: row }) => (before && !row ? before.id : [])),
  )
  await keepPictures(queries, held, after, rows)
  await writeEntry(
    queries,
    {
      organisationId: held.organisationId,
      programmeId: held.tableId,
      at,
      actor: actorOf(sender.caller),
      revisions: { before: held.toldRevision, after: after.revision },
      activity: {
        kind: edit.kind,
        changes: [
          ...columnChanges(held.columns, after.columns),
          ...rows.map((row) => ({ thing: 'row' as const, ...row })),
        ],
        subject: edit.subject ?? { type: 'table', id: held.tableId, title: after.name },
        details: edit.details ?? {},
      },
      requestId: sender.request?.id,
    },
    shareOfLog,
  )
  const table = { id: held.tableId, name: after.name }
  const by = eventActorOf(actorOf(sender.caller))
  await announce(
    queries,
    held.organisationId,
    [{ type: 'table.changed', data: { table, revision: after.revision, by } }],
    at,
  )
  return answerOf(after, rows)
}

const readingOf = ({ columns, language, keyColumnId }: store.StoredTable) => [
  columns.map(({ id, type, currency }) => [id, type, currency]),
  language,
  keyColumnId,
]

const bytesOf = (row: Row | null) => (row ? Buffer.byteLength(JSON.stringify(row.cells)) : 0)

/** A table that exceeds a limit may still be reduced. */
function requireRoom(before: store.StoredTable, after: store.StoredTable): void {
  if (after.rowCount > MAX_ROWS_PER_TABLE && after.rowCount > before.rowCount) throw new AppError('too-many-rows')
  if (after.columns.length > MAX_COLUMNS_PER_TABLE && after.columns.length > before.columns.length) {
    throw new AppError('too-many-columns')
  }
  if (after.sizeBytes > MAX_TABLE_BYTES && after.sizeBytes > before.sizeBytes) throw new AppError('table-too-large')
}

/** Two rows have the same key if their cells in the key column are equal. Empty cells are no keys. */
async function requireKeys(
  queries: Queries,
  before: store.StoredTable,
  after: store.StoredTable,
  rows: readonly RowChange[],
): Promise<void> {
  const { keyColumnId } = after
  if (keyColumnId === null) return
  const isNewKey = keyColumnId !== before.keyColumnId
  const keyOf = (row: Row | null) => row?.cells[keyColumnId]
  const named = rows.filter(
    (row) => row.after && keyOf(row.after) !== undefined && keyOf(row.after) !== keyOf(row.before),
  )
  if (!isNewKey && named.length === 0) return
  const all = new Map((await store.listRows(queries, before)).map((row) => [row.id, row]))
  for (const row of rows) {
    if (row.after) all.set(row.after.id, row.after)
    else if (row.before) all.delete(row.before.id)
  }
  const seen = new Set<CellValue>()
  for (const row of all.values()) {
    const value = keyOf(row)
    if (value === undefined) continue
    if (seen.has(value))
      throw new AppError('row-key-taken', { field: isNewKey ? 'keyColumnId' : `cells.${keyColumnId}` })
    seen.add(value)
  }
}

async function keepPictures(
  queries: Queries,
  key: TableKey,
  { columns }: store.StoredTable,
  rows: readonly RowChange[],
): Promise<void> {
  const ids = columns.filter(({ type }) => type === 'picture').map(({ id }) => id)
  const picturesOf = (row: Row | null) => ids.flatMap((id) => MediaId.safeParse(row?.cells[id]).data ?? [])
  const ofRows = rows.flatMap(({ before, after }) => {
    const pictures = picturesOf(after)
    if (!after || isDeepStrictEqual(pictures, before ? picturesOf(before) : [])) return []
    return [{ rowId: after.id, pictures }]
  })
  if (ofRows.length === 0) return
  await keepFiles(
    queries,
    ofRows.flatMap(({ pictures }) => pictures),
  )
  await store.putPictures(queries, key, ofRows)
}

function columnChanges(before: readonly Column[], after: readonly Column[]): Change<TableThing>[] {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [was, is] = [before, after].map((list) => list.find((column) => column.id === id) ?? null)
    return isDeepStrictEqual(was, is) ? [] : [{ thing: 'column' as const, before: was ?? null, after: is ?? null }]
  })
}

/** A table as the API returns it. */
export function tableOf(stored: store.StoredTable): Table {
  const {
    organisationId,
    tableId: id,
    name,
    language,
    columns,
    keyColumnId,
    rowCount,
    revision,
    changedAt,
    source,
  } = stored
  return { organisationId, id, name, language, columns, keyColumnId, rows: rowCount, source, revision, changedAt }
}

function answerOf(table: store.StoredTable, rows: readonly RowChange[]): TableContents {
  return {
    table: tableOf(table),
    rows: rows.flatMap(({ after }) => after ?? []),
    removed: rows.flatMap(({ before, after }) => (before && !after ? before.id : [])),
    isWhole: false,
    revision: table.revision,
  }
}

/** Longer texts are cut in the log. */
const TITLE_CHARACTERS = 80

/** The name of a row in the log: its key, or else its first text. */
export function titleOf({ columns, keyColumnId, language }: store.StoredTable, row: Row): string {
  const inOrder = [...columns.filter(({ id }) => id === keyColumnId), ...columns]
  return cutAtWord(titleOfRow(inOrder, row.cells, language), TITLE_CHARACTERS)
}
