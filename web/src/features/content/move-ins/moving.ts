import { MoveInId, type MoveInReport, type OrganisationId, type PlaylistId, type TableId } from '@placard/contract'
import { type ApiErrorCode, codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { createSignal } from '../../../platform/signal/signal.ts'
import { askToStay } from '../../../platform/ui/ask-to-stay.ts'
import { isPassing } from '../uploads/upload-state.ts'
import { bringIn, type Choice, type Progress } from './bring.ts'
import type { Plan } from './plan.ts'
import { type Around, type Brought, type ReadPlan, readBrought } from './read.ts'
import { type Unreadable, UnreadableSource } from './reasons.ts'

/** The results of earlier moves of the same source. */
export type Before = {
  /** The interrupted move, which is continued. */
  unfinished: MoveInId | undefined
  /** Its playlists that already exist, by path. */
  playlists: ReadonlyMap<string, PlaylistId>
  /** Its tables that already exist, by path. */
  tables: ReadonlyMap<string, TableId>
}

/** The state of a move. */
export type MovingState =
  | { status: 'idle' }
  | { status: 'reading'; name: string; share: number }
  | { status: 'unreadable'; name: string; reason: Unreadable }
  | { status: 'planned'; plan: Plan; before: Before }
  | { status: 'bringing'; plan: Plan; progress: Progress | undefined }
  /** The server cannot be reached, or the user stopped the move. It continues where it stopped. */
  | { status: 'stopped'; plan: Plan; problem: ApiErrorCode | undefined }
  | { status: 'ended'; id: MoveInId }

export type Moving = {
  state: () => MovingState
  subscribe: (listener: () => void) => () => void
  /** Reads a source. `brought` may still be loading. */
  read: (name: string, brought: Promise<Brought> | Brought, timeZone: string) => void
  begin: (choice: Choice) => void
  /** Continues after `stopped`. */
  goOn: () => void
  stop: () => void
  /** Returns to the start. */
  clear: () => void
}

let current: { owner: string; organisationId: OrganisationId; moving: Moving } | undefined

/** The move of the signed-in user. It continues while the user visits other pages of the application. */
export function movingOf(owner: string, organisationId: OrganisationId, onCame: () => void): Moving {
  if (current?.owner === owner && current.organisationId === organisationId) return current.moving
  current?.moving.clear()
  const moving = createMoving(owner, organisationId, onCame)
  current = { owner, organisationId, moving }
  return moving
}

/** @param owner email of the signed-in user. @param onCame called when something has arrived, and at the end */
function createMoving(owner: string, organisationId: OrganisationId, onCame: () => void): Moving {
  let state: MovingState = { status: 'idle' }
  let work = new AbortController()
  let prepared: { read: ReadPlan; id: MoveInId } | undefined
  let chosen: Choice | undefined
  const changed = createSignal()
  const set = (next: MovingState) => {
    state = next
    changed.announce()
  }
  /** Aborts the current work and starts anew. */
  const anew = () => {
    work.abort(new DOMException('something else is done', 'AbortError'))
    work = new AbortController()
    return work.signal
  }

  async function read(name: string, brought: Promise<Brought> | Brought, timeZone: string) {
    const signal = anew()
    let percent = 0
    const onRead = (share: number) => {
      if (signal.aborted || Math.floor(share * 100) === percent) return
      percent = Math.floor(share * 100)
      set({ status: 'reading', name, share })
    }
    set({ status: 'reading', name, share: 0 })
    const around: Around = { now: Date.now(), timeZone, signal, onRead }
    try {
      const found = await readBrought(await brought, around)
      const before = await findBefore(owner, organisationId, found.plan, signal)
      signal.throwIfAborted()
      prepared = { read: found, id: before.unfinished ?? MoveInId.parse(randomId()) }
      set({ status: 'planned', plan: found.plan, before })
    } catch (error) {
      if (signal.aborted) return
      console.warn('what was brought cannot be read', error)
      set({ status: 'unreadable', name, reason: error instanceof UnreadableSource ? error.reason : 'not-readable' })
    }
  }

  async function bring() {
    if (!prepared || !chosen) return
    const { id, read: found } = prepared
    const { plan } = found
    const signal = anew()
    set({ status: 'bringing', plan, progress: undefined })
    // The browser asks before the tab is closed, whichever page of the application is open.
    window.addEventListener('beforeunload', askToStay, { signal })
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) set({ status: 'bringing', plan, progress })
    }
    try {
      await bringIn({ organisationId, id, read: found, choice: chosen, onProgress, signal })
      if (signal.aborted) return
      prepared = undefined
      set({ status: 'ended', id })
    } catch (error) {
      if (signal.aborted) return
      console.warn('moving in was cut', error)
      const problem = codeOf(error)
      set({ status: 'stopped', plan, problem })
      if (isPassing(problem)) window.addEventListener('online', goOn, { once: true, signal })
    } finally {
      window.removeEventListener('beforeunload', askToStay)
      onCame()
    }
  }

  function goOn() {
    if (state.status === 'stopped') void bring()
  }

  return {
    state: () => state,
    subscribe: changed.on,
    read: (name, brought, timeZone) => void read(name, brought, timeZone),
    begin(choice) {
      chosen = choice
      void bring()
    },
    goOn,
    stop() {
      if (state.status !== 'bringing') return
      const { plan } = state
      anew()
      set({ status: 'stopped', plan, problem: undefined })
    },
    clear() {
      anew()
      prepared = undefined
      set({ status: 'idle' })
    },
  }
}

/** The number of earlier reports that are searched for the same source. */
const LOOKED_INTO = 4

/** Results of earlier moves of the same folder or file; none if the server cannot be asked. */
async function findBefore(
  owner: string,
  organisationId: OrganisationId,
  plan: Plan,
  signal: AbortSignal,
): Promise<Before> {
  let unfinished: MoveInId | undefined
  const playlists = new Map<string, PlaylistId>()
  const tables = new Map<string, TableId>()
  try {
    const all = await call('listMoveIns', { params: { organisationId }, signal })
    const alike = all.filter(({ kind, name }) => kind === plan.kind && name === plan.name).slice(0, LOOKED_INTO)
    if (alike.length === 0) return { unfinished, playlists, tables }
    const there = new Set((await call('listPlaylists', { params: { organisationId }, signal })).map(({ id }) => id))
    for (const { id, endedAt, by } of alike) {
      const { entries } = await call('getMoveIn', { params: { organisationId, moveInId: id }, signal })
      if (!isOfThis(plan, entries)) continue
      // An owner also sees other users' reports. Their statements about files are unverified, so they are not continued.
      if (endedAt === null && by === owner) unfinished ??= id
      for (const { thing, path, playlistId, tableId } of entries) {
        if (thing === 'playlist' && playlistId && there.has(playlistId) && !playlists.has(path))
          playlists.set(path, playlistId)
        if (thing === 'table' && tableId && !tables.has(path)) tables.set(path, tableId)
      }
    }
    if (tables.size > 0) {
      const open = new Set((await call('listTables', { params: { organisationId }, signal })).map(({ id }) => id))
      for (const [path, id] of tables) if (!open.has(id)) tables.delete(path)
    }
  } catch (error) {
    signal.throwIfAborted()
    console.warn('what came before cannot be asked', error)
    tables.clear()
  }
  return { unfinished, playlists, tables }
}

/** True if a report is about the same source, since two folders may have the same name: most of its files must be unchanged in the plan. */
export function isOfThis({ files }: Pick<Plan, 'files'>, entries: MoveInReport['entries']): boolean {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const here = entries.filter(({ thing, outcome }) => thing === 'file' && outcome !== 'not')
  return here.filter(({ path, size }) => sizes.get(path) === size).length * 2 >= here.length
}
