import { MoveInId, type OrganisationId } from '@placard/contract'
import { type ApiErrorCode, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { randomId } from '../../api/random-id.ts'
import { isPassing } from '../uploads/upload-state.ts'
import { bringIn, type Choice, type Progress } from './bring.ts'
import type { Plan } from './plan.ts'
import { type Around, type Brought, type ReadPlan, readBrought } from './read.ts'
import { type Unreadable, UnreadableSource } from './reasons.ts'

/** How far a move is. */
export type MovingState =
  | { status: 'idle' }
  | { status: 'reading'; name: string }
  | { status: 'unreadable'; name: string; reason: Unreadable }
  | { status: 'planned'; plan: Plan; goesOn: boolean }
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
  const moving = createMoving(organisationId, onCame)
  current = { owner, organisationId, moving }
  return moving
}

/** @param onCame something has come, or all has */
function createMoving(organisationId: OrganisationId, onCame: () => void): Moving {
  let state: MovingState = { status: 'idle' }
  let work = new AbortController()
  let prepared: { read: ReadPlan; id: MoveInId } | undefined
  let chosen: Choice | undefined
  const listeners = new Set<() => void>()
  const set = (next: MovingState) => {
    state = next
    for (const listener of listeners) listener()
  }
  /** Ends what is under way, and begins something else. */
  const anew = () => {
    work.abort(new DOMException('something else is done', 'AbortError'))
    work = new AbortController()
    return work.signal
  }

  async function read(name: string, brought: Promise<Brought> | Brought, timeZone: string) {
    const signal = anew()
    set({ status: 'reading', name })
    const around: Around = { now: Date.now(), timeZone, signal }
    try {
      const found = await readBrought(await brought, around)
      const unfinished = await findUnfinished(organisationId, found.plan, signal)
      signal.throwIfAborted()
      prepared = { read: found, id: unfinished ?? MoveInId.parse(randomId()) }
      set({ status: 'planned', plan: found.plan, goesOn: unfinished !== undefined })
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
      onCame()
    }
  }

  function goOn() {
    if (state.status === 'stopped') void bring()
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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

/** A move of the same that was cut: it is gone on with. */
async function findUnfinished(
  organisationId: OrganisationId,
  { kind, name }: Plan,
  signal: AbortSignal,
): Promise<MoveInId | undefined> {
  const all = await call('listMoveIns', { params: { organisationId }, signal }).catch(() => [])
  return all.find((one) => one.endedAt === null && one.kind === kind && one.name === name)?.id
}
