import { MoveInId, type MoveInReport, type OrganisationId, type PlaylistId } from '@placard/contract'
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

/** The part of a plan that has come before. */
export type Before = {
  /** The one that was cut: it is gone on with. */
  unfinished: MoveInId | undefined
  /** Its playlists that are here, by their paths. */
  playlists: ReadonlyMap<string, PlaylistId>
}

/** How far a move is. */
export type MovingState =
  | { status: 'idle' }
  | { status: 'reading'; name: string; share: number }
  | { status: 'unreadable'; name: string; reason: Unreadable }
  | { status: 'planned'; plan: Plan; before: Before }
  | { status: 'bringing'; plan: Plan; progress: Progress | undefined }
  /** There is no way to the server, or somebody has stopped it: it goes on where it was. */
  | { status: 'stopped'; plan: Plan; problem: ApiErrorCode | undefined }
  | { status: 'ended'; id: MoveInId }

export type Moving = {
  state: () => MovingState
  subscribe: (listener: () => void) => () => void
  /** Reads what was brought; `brought` may still be on its way. */
  read: (name: string, brought: Promise<Brought> | Brought, timeZone: string) => void
  begin: (choice: Choice) => void
  /** After `stopped`. */
  goOn: () => void
  stop: () => void
  /** Back to the beginning. */
  clear: () => void
}

let current: { owner: string; organisationId: OrganisationId; moving: Moving } | undefined

/** The move of whoever is signed in: it goes on while one page of the application follows another. */
export function movingOf(owner: string, organisationId: OrganisationId, onCame: () => void): Moving {
  if (current?.owner === owner && current.organisationId === organisationId) return current.moving
  current?.moving.clear()
  const moving = createMoving(owner, organisationId, onCame)
  current = { owner, organisationId, moving }
  return moving
}

/** @param owner email of whoever is signed in. @param onCame something has come, or all has */
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
  /** Ends what is under way, and begins something else. */
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
    // Whichever page is open, the browser asks before the tab is closed.
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

/** So many reports are looked into for what came of the same before. */
const LOOKED_INTO = 4

/** Outcomes of the same folder or file before; none where that cannot be asked. */
async function findBefore(
  owner: string,
  organisationId: OrganisationId,
  plan: Plan,
  signal: AbortSignal,
): Promise<Before> {
  let unfinished: MoveInId | undefined
  const playlists = new Map<string, PlaylistId>()
  try {
    const all = await call('listMoveIns', { params: { organisationId }, signal })
    const alike = all.filter(({ kind, name }) => kind === plan.kind && name === plan.name).slice(0, LOOKED_INTO)
    if (alike.length === 0) return { unfinished, playlists }
    const there = new Set((await call('listPlaylists', { params: { organisationId }, signal })).map(({ id }) => id))
    for (const { id, endedAt, by } of alike) {
      const { entries } = await call('getMoveIn', { params: { organisationId, moveInId: id }, signal })
      if (!isOfThis(plan, entries)) continue
      // An owner sees those of others. What these say of files is their word, so nobody goes on with them.
      if (endedAt === null && by === owner) unfinished ??= id
      for (const { thing, path, playlistId } of entries) {
        if (thing === 'playlist' && playlistId && there.has(playlistId) && !playlists.has(path))
          playlists.set(path, playlistId)
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    console.warn('what came before cannot be asked', error)
  }
  return { unfinished, playlists }
}

/** True when a report is of the same: two folders may have one name. Most of what is here must lie in the plan as it was. */
export function isOfThis({ files }: Pick<Plan, 'files'>, entries: MoveInReport['entries']): boolean {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const here = entries.filter(({ thing, outcome }) => thing === 'file' && outcome !== 'not')
  return here.filter(({ path, size }) => sizes.get(path) === size).length * 2 >= here.length
}
