import {
  type CellInput,
  type CellValue,
  type ChangeRows,
  type Column,
  type ColumnId,
  type CreateColumn,
  CurrentRow,
  LIVE_EVENTS,
  pathWith,
  type Row,
  type RowId,
  Table,
  type TableContents,
  type TableKey,
  type UpdateColumn,
  type UpdateTable,
} from '@placard/contract'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { type LiveStatus, openLiveStream } from '../../../platform/api/live-stream.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { signedIn } from '../../../platform/api/session-events.ts'
import { createSignal } from '../../../platform/signal/signal.ts'
import { type KnownTable, knownOf, withArrived } from './known-table.ts'

/** A cell that somebody sets. `was`: the value that they saw. */
export type CellEdit = { rowId: RowId; columnId: ColumnId; was: CellValue | null; value: CellValue | null }

/** Two people set the same cell: what this page wants, and what is saved. */
export type Conflict = {
  id: string
  rowId: RowId
  columnId: ColumnId
  mine: CellValue | null
  theirs: CellValue | null
}

export type TableState = {
  known: KnownTable
  /** The rows as they are shown: with the changes that are not saved yet. */
  rows: readonly Row[]
  conflicts: readonly Conflict[]
  /** `failed`: the oldest change could not be saved; all changes wait. */
  saving: 'saved' | 'saving' | 'failed'
  live: LiveStatus
  /** The table does not exist any more. */
  isGone: boolean
  canUndo: boolean
  canRedo: boolean
}

type Answer = Promise<TableContents>
/** A change on its way to the server. */
type Task = {
  send: (idempotencyKey: string) => Answer
  idempotencyKey: string
  /** Shown until the answer is there. */
  edits: readonly CellEdit[]
  added: readonly Row[]
  gone: readonly RowId[]
  way: 'new' | 'undo' | 'redo'
  resolve: () => void
  reject: (error: unknown) => void
}

export type TableStore = ReturnType<typeof createTableStore>

/** Failures after which the same request may succeed. The change is kept. */
const PASSING = new Set([
  'network-request-failed',
  'no-answer',
  'unexpected-answer',
  'unavailable',
  'internal',
  'not-signed-in',
])

/**
 * One table on a page: what the server has, what somebody changes here, and what others change meanwhile. Changes are shown at once
 * and sent one after the other, so that they arrive in order.
 */
export function createTableStore(key: TableKey, first: TableContents) {
  const changed = createSignal()
  const tasks: Task[] = []
  const undos: number[] = []
  const redos: number[] = []
  let known = knownOf(first)
  let conflicts: Conflict[] = []
  let live: LiveStatus = 'connecting'
  let isGone = false
  let failed = false
  let isSending = false
  let isAsking = false
  let wanted = known.revision
  let state: TableState = stateNow()

  function stateNow(): TableState {
    return {
      known,
      rows: shown(),
      conflicts,
      saving: failed ? 'failed' : tasks.length > 0 ? 'saving' : 'saved',
      live,
      isGone,
      canUndo: undos.length > 0,
      canRedo: redos.length > 0,
    }
  }

  function become(): void {
    state = stateNow()
    changed.announce()
  }

  function shown(): readonly Row[] {
    if (tasks.every(({ edits, added, gone }) => edits.length + added.length + gone.length === 0)) return known.rows
    const gone = new Set(tasks.flatMap((task) => task.gone))
    const added = tasks.flatMap((task) => task.added).filter(({ id }) => !known.rows.some((row) => row.id === id))
    const byRow = byRowOf(tasks.flatMap((task) => task.edits))
    return [...known.rows, ...added]
      .filter(({ id }) => !gone.has(id))
      .map((row) => (byRow.has(row.id) ? withEdits(row, byRow.get(row.id) ?? []) : row))
  }

  function add(task: Partial<Pick<Task, 'edits' | 'added' | 'gone' | 'way'>> & Pick<Task, 'send'>): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      tasks.push({ edits: [], added: [], gone: [], way: 'new', idempotencyKey: randomId(), resolve, reject, ...task })
    })
    become()
    void sendAll()
    return done
  }

  async function sendAll(): Promise<void> {
    if (isSending || failed) return
    isSending = true
    for (let task = tasks[0]; task; task = tasks[0]) {
      try {
        const before = Math.max(known.revision, wanted)
        const answer = await task.send(task.idempotencyKey)
        tasks.shift()
        note(task, answer, before)
        known = withArrived(known, answer)
        wanted = Math.max(wanted, answer.revision)
        task.resolve()
      } catch (error) {
        if (PASSING.has(codeOf(error))) {
          failed = true
          console.error('a change of a table could not be saved', error)
          break
        }
        tasks.shift()
        refused(task, error)
      }
      become()
    }
    isSending = false
    become()
    if (wanted > known.revision) void catchUp()
  }

  /** Remembers a change for undo. @param before the revision at which it was sent */
  function note(task: Task, answer: TableContents, before: number): void {
    if (answer.revision <= before) return
    if (task.way === 'undo') redos.push(answer.revision)
    else undos.push(answer.revision)
    if (task.way === 'new') redos.length = 0
  }

  function refused(task: Task, error: unknown): void {
    const current = CurrentRow.safeParse(error instanceof ApiError ? error.current : undefined)
    if (codeOf(error) === 'changed-meanwhile' && current.success && task.edits.length > 0) {
      const { row } = current.data
      known = withArrived(known, { ...emptyAnswer(known), rows: [row] })
      const own = task.edits.filter(({ rowId, columnId, was, value }) => {
        const theirs = row.cells[columnId] ?? null
        return rowId === row.id && theirs !== was && theirs !== value
      })
      conflicts = [
        ...conflicts.filter(
          ({ rowId, columnId }) => !own.some((edit) => edit.rowId === rowId && edit.columnId === columnId),
        ),
        ...own.map(({ rowId, columnId, value }) => ({
          id: `${rowId} ${columnId}`,
          rowId,
          columnId,
          mine: value,
          theirs: row.cells[columnId] ?? null,
        })),
      ]
      // The other cells of the command are not in question.
      const others = task.edits.filter((edit) => !own.includes(edit))
      if (others.length > 0) setCells(others).catch(() => {})
      task.resolve()
    } else task.reject(error)
    void catchUp()
  }

  /** Reads what others have changed since. */
  async function catchUp(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      do {
        const since = known.revision
        const arrived = await call('getTable', { params: key, query: { since: String(since) } })
        known = withArrived(known, arrived, since)
        wanted = Math.max(known.revision, arrived.isWhole ? arrived.revision : wanted)
        become()
        if (arrived.revision <= since) break
      } while (wanted > known.revision)
    } catch (error) {
      if (codeOf(error) === 'table-not-found') isGone = true
      else console.error('the changes of a table could not be read', error)
      become()
    } finally {
      isAsking = false
    }
  }

  /** Sets cells as one change. Cells that already have the value are left out. */
  function setCells(all: readonly CellEdit[]): Promise<void> {
    const edits = all.filter(({ was, value }) => was !== value)
    if (edits.length === 0) return Promise.resolve()
    const bodies = [...byRowOf(edits)].map(([id, some]) => ({ id, ...bodyOf(some) }))
    const [only, ...others] = bodies
    if (only && others.length === 0) {
      const { id: rowId, ...body } = only
      return add({
        edits,
        send: (idempotencyKey) => call('updateRow', { params: { ...key, rowId }, body, idempotencyKey }),
      })
    }
    return add({
      edits,
      send: (idempotencyKey) => call('changeRows', { params: key, body: { update: bodies }, idempotencyKey }),
    })
  }

  /** Several changes as one, for example a range that was pasted. */
  function changeRows(body: Partial<ChangeRows>, edits: readonly CellEdit[] = []): Promise<void> {
    return add({
      edits,
      gone: body.remove ?? [],
      send: (idempotencyKey) => call('changeRows', { params: key, body, idempotencyKey }),
    })
  }

  /** Adds rows. They are shown at the end until the server has placed them. @param after null: first; undefined: last */
  function createRows(rows: { id: RowId; cells: Record<string, CellInput> }[], after?: RowId | null): Promise<void> {
    const added =
      after === undefined
        ? rows.map(({ id, cells }): Row => ({ id, cells: present(cells), position: '', revision: 0 }))
        : []
    const body = after === undefined ? { rows } : { rows, after }
    return add({ added, send: (idempotencyKey) => call('createRows', { params: key, body, idempotencyKey }) })
  }

  async function undo(way: 'undo' | 'redo'): Promise<void> {
    const revision = (way === 'undo' ? undos : redos).pop()
    if (revision === undefined) return
    become()
    await add({
      way,
      send: async (idempotencyKey) => {
        const { entries } = await call('listTableActivity', { params: key, query: { kind: 'changes' } })
        const entry = entries.find((one) => one.revision === revision)
        if (!entry) throw new ApiError('activity-not-found')
        return call('undoTableActivity', { params: { ...key, entryId: entry.id }, idempotencyKey })
      },
    })
  }

  /** Starts to follow the table. @returns stops it */
  function open(): () => void {
    let close = () => {}
    let isOver = false
    void import('../../../platform/api/late-routes.ts').then(({ ROUTES }) => {
      if (isOver) return
      const stream = openLiveStream(
        { path: pathWith(ROUTES.streamTable, key), event: LIVE_EVENTS.table },
        {
          onDocument(document) {
            const table = Table.safeParse(document)
            if (!table.success || table.data.revision === known.revision) return
            wanted = table.data.revision
            // The answer to a change of this page is on its way and tells the same.
            if (!isSending) void catchUp()
          },
          onStatus(status) {
            live = status
            // A stream that is refused does not tell why: the table may be gone, or not be this user's any more.
            if (status === 'live' || status === 'waiting') void catchUp()
            become()
          },
        },
      )
      const undoSignedIn = signedIn.on(stream.signedIn)
      close = () => {
        undoSignedIn()
        stream.close()
      }
    })
    return () => {
      isOver = true
      close()
    }
  }

  return {
    key,
    state: () => state,
    onChange: changed.on,
    open,
    catchUp,
    setCells,
    changeRows,
    createRows,
    undo: () => undo('undo'),
    redo: () => undo('redo'),
    /** Sends the change that failed again, and those after it. */
    retry(): void {
      failed = false
      become()
      void sendAll()
    },
    /** Answers the question about a cell that two people set. */
    decide(conflict: Conflict, choice: 'mine' | 'theirs'): void {
      conflicts = conflicts.filter(({ id }) => id !== conflict.id)
      const { rowId, columnId, mine } = conflict
      const row = known.rows.find(({ id }) => id === rowId)
      if (choice === 'mine' && row) {
        setCells([{ rowId, columnId, was: row.cells[columnId] ?? null, value: mine }]).catch(() => {})
      }
      become()
    },
    moveRows: (rows: RowId[], after: RowId | null) =>
      add({ send: (idempotencyKey) => call('moveRows', { params: key, body: { rows, after }, idempotencyKey }) }),
    sortRows: (columnId: ColumnId, direction: 'up' | 'down') =>
      add({
        send: (idempotencyKey) => call('sortRows', { params: key, body: { columnId, direction }, idempotencyKey }),
      }),
    createColumn: (body: CreateColumn) =>
      add({ send: (idempotencyKey) => call('createColumn', { params: key, body, idempotencyKey }) }),
    updateColumn: ({ id: columnId, revision: ifMatch }: Pick<Column, 'id' | 'revision'>, body: UpdateColumn) =>
      add({
        send: (idempotencyKey) => call('updateColumn', { params: { ...key, columnId }, body, ifMatch, idempotencyKey }),
      }),
    removeColumn: (columnId: ColumnId) =>
      add({ send: (idempotencyKey) => call('removeColumn', { params: { ...key, columnId }, idempotencyKey }) }),
    updateTable: (body: UpdateTable) =>
      add({ send: (idempotencyKey) => call('updateTable', { params: key, body, idempotencyKey }) }),
  }
}

const emptyAnswer = ({ table, revision }: KnownTable): TableContents => ({
  table,
  rows: [],
  removed: [],
  isWhole: false,
  revision,
})

function byRowOf(edits: readonly CellEdit[]): Map<RowId, CellEdit[]> {
  const rows = new Map<RowId, CellEdit[]>()
  for (const edit of edits) rows.set(edit.rowId, [...(rows.get(edit.rowId) ?? []), edit])
  return rows
}

function bodyOf(edits: readonly CellEdit[]) {
  return {
    cells: Object.fromEntries(edits.map(({ columnId, value }) => [columnId, value])),
    was: Object.fromEntries(edits.map(({ columnId, was }) => [columnId, was])),
  }
}

function withEdits(row: Row, edits: readonly CellEdit[]): Row {
  const cells: Record<string, CellValue | null> = { ...row.cells }
  for (const { columnId, value } of edits) cells[columnId] = value
  return { ...row, cells: present(cells) }
}

/** Without empty cells. */
function present(cells: Record<string, CellInput>): Row['cells'] {
  return Object.fromEntries(Object.entries(cells).flatMap(([id, value]) => (value === null ? [] : [[id, value]])))
}
