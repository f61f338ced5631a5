import { type Manifest, type ManifestItem, mediaAddressOf } from '@placard/contract'
import { download } from './download.ts'
import { filesOf, type MediaFile } from './media-file.ts'
import type { MediaStore } from './media-store.ts'
import type { Parts } from './parts.ts'
import {
  begun,
  doubted,
  ended,
  type Failure,
  follow,
  isGood,
  isShort,
  isWhole,
  nextDue,
  nextDueAt,
  type Outcome,
  type Plan,
  retried,
  stateOf,
} from './plan.ts'
import { prune, type Unneeded } from './prune.ts'
import { sha256Of } from './sha256.ts'

/** More would only take the line away from what is about to be shown. */
const AT_ONCE = 2
const LONGEST_TIMER_MS = 60 * 60_000
/** Copies elsewhere that did not have what the server had are left alone for so long. */
const SHUN_MS = 5 * 60_000

/** How the device stands with the current manifest. */
export type Keeping =
  /** Files are still on their way, or being checked. */
  | 'storing'
  /** All there, and the manifest itself. */
  | 'whole'
  /** Something cannot be had: no room, or the server does not have it. */
  | 'short'

export type Library = {
  /**
   * Sets the manifest that plays from now on. Its files are fetched, and it becomes the last good manifest when they are there
   * ([OF3]).
   */
  follow(manifest: Manifest): void
  /** Resolves, never rejects, when the file has been looked at for the first time: it is whole, or it is not there. */
  checked(url: string): Promise<void>
  /** Looks at it again: it could not be shown, or the worker did not find it. */
  doubt(url: string): void
  /** The network is back. */
  retry(): void
  /** [F14] Makes sure that what should be there has not been cleared away. */
  look(): Promise<void>
  keeping(): Keeping
  /** Files of the current manifest: how many are kept, of how many, and whether the device has no room for one. */
  tally(): { kept: number; of: number; isFull: boolean }
  /** Why the file is not kept; undefined when it is, or when that is not known yet. */
  failureOf(url: string): Failure | undefined
  onChange(listener: () => void): () => void
  /** Told of each file that was fetched, when it is kept. */
  onFetched(listener: (url: string) => void): () => void
  /** The file itself; undefined when it is not kept, or (unless `unverified`) not verified yet. */
  find(url: string, unverified?: boolean): Promise<Blob | undefined>
  /** True: the file is kept and verified. Undefined: it is none of the current manifest's files. */
  isKept(url: string): boolean | undefined
  /**
   * [OF18] The file as soon as it is here and verified, kept or not: it comes before everything that nobody waits for. Never
   * rejects; undefined when it cannot be had for now.
   */
  whole(url: string): Promise<Blob | undefined>
  /** A better place than the server to fetch a file that is not kept; undefined: the server. */
  elsewhere(url: string): string | undefined
  close(): void
}

/** The manifests that screens on this device start from. */
export type GoodManifests = {
  /** One write: afterwards it is this one, before it was the other. */
  save(manifest: Manifest): Promise<void>
  /** True: one is stored for this display. */
  isThere(): Promise<boolean>
  /** Of every display that this device shows. */
  all(): Promise<Manifest[]>
  loadUnneeded(): Promise<Unneeded>
  saveUnneeded(unneeded: Unneeded): Promise<void>
}

export type LibrarySurroundings = {
  store: MediaStore
  parts: Parts
  good: GoodManifests
  fetch(url: string, init: RequestInit): Promise<Response>
  /** [SD7] What will be needed, soonest first; an item that is over for good will not be. */
  inOrderOfNeed(manifest: Manifest): ManifestItem[]
  /** Addresses of what is on the glass, whatever the manifest says by now. */
  onGlass(): string[]
  monotonicNow(): number
  /** Milliseconds since 1970. */
  wallNow(): number
  random(): number
}

/** Keeps the media of what plays on the device. */
export function createLibrary(world: LibrarySurroundings): Library {
  let plan: Plan = new Map()
  let live: Manifest | undefined
  let saved: Manifest | undefined
  let busy = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let shunnedUntil = Number.NEGATIVE_INFINITY
  let told: Keeping | undefined
  let tidying: Promise<void> = Promise.resolve()
  /** Files that once had other bytes than they should: fetched past the browser's cache from then on. */
  const suspects = new Set<string>()
  const listeners = new Set<() => void>()
  const fetchedListeners = new Set<(url: string) => void>()
  const waiting = new Map<string, (() => void)[]>()
  const wanting = new Map<string, ((blob: Blob | undefined | Promise<Blob | undefined>) => void)[]>()

  const liveFiles = () => (live ? filesOf({ ...live, items: world.inOrderOfNeed(live) }) : [])

  /** Starts what is due, as far as two hands reach. */
  function pump(): void {
    if (closed) return
    const files = liveFiles()
    // A file that the glass waits for does not queue: at most two items are prepared at a time.
    const due = files.filter(({ url }) => wanting.has(url))
    for (let file = nextDue(plan, due, world.monotonicNow()); file; file = nextDue(plan, due, world.monotonicNow())) {
      void see(file)
    }
    while (busy < AT_ONCE) {
      const file = nextDue(plan, files, world.monotonicNow())
      if (!file) break
      void see(file)
    }
    clearTimeout(timer)
    const waitMs = nextDueAt(plan, files) - world.monotonicNow()
    if (busy < AT_ONCE && waitMs < Number.POSITIVE_INFINITY) {
      timer = setTimeout(pump, Math.min(Math.max(waitMs, 0), LONGEST_TIMER_MS))
    }
    tellChange()
  }

  function tellChange(): void {
    const now = keeping()
    if (now === told || closed) return
    told = now
    for (const listener of listeners) listener()
  }

  async function see(file: MediaFile): Promise<void> {
    const before = stateOf(plan, file)
    const failures = before.status === 'failed' ? before.failures : 0
    plan = begun(plan, file)
    busy += 1
    const outcome = await obtain(file).catch((): Outcome => 'unreachable')
    busy -= 1
    if (closed) return
    plan = ended(plan, file, outcome, failures, world.monotonicNow(), world.random())
    release(file.url)
    // Asked for after its bytes had been handed out: by now the device has them, or has no room for them.
    hand(file.url, () => whole(file.url))
    tidy()
    pump()
  }

  async function obtain(file: MediaFile): Promise<Outcome> {
    const kept = await world.store.get(file.url).catch(() => undefined)
    if (kept) {
      if (await isWholeFile(kept, file)) {
        hand(file.url, () => kept)
        return 'stored'
      }
      await world.store.remove(file.url)
      suspects.add(file.url)
    }
    // The files on the device have been looked at; a download may take minutes, and nobody waits for it.
    release(file.url)
    const got = await fetchAnywhere(file)
    if (typeof got === 'string') return got
    hand(file.url, () => got)
    try {
      await world.store.put(file, got)
    } catch {
      await world.parts.clear(file)
      return 'full'
    }
    await world.parts.clear(file)
    suspects.delete(file.url)
    for (const listener of closed ? [] : fetchedListeners) listener(file.url)
    return 'stored'
  }

  async function fetchAnywhere(file: MediaFile): Promise<Blob | Failure> {
    const there = elsewhere(file.url)
    let got = await fetchWhole(file, there)
    if (there && typeof got === 'string') {
      got = await fetchWhole(file)
      // A copy that was wrong may have been cut before that could be told: it is thrown away by now.
      if (got === 'refused') got = await fetchWhole(file)
      // Both silent, it is the line.
      if (typeof got !== 'string') shunnedUntil = world.monotonicNow() + SHUN_MS
    }
    return got
  }

  async function fetchWhole(file: MediaFile, from?: string): Promise<Blob | Failure> {
    const got = await download(file, world.parts, world.fetch, suspects.has(file.url), from)
    if (got.status !== 'whole') return got.status
    if (await isWholeFile(got.blob, file)) return got.blob
    await world.parts.clear(file)
    suspects.add(file.url)
    return 'refused'
  }

  function elsewhere(url: string): string | undefined {
    return world.monotonicNow() < shunnedUntil ? undefined : mediaAddressOf(url, live?.mediaUrl)
  }

  function release(url: string): void {
    const resolves = waiting.get(url)
    waiting.delete(url)
    for (const resolve of resolves ?? []) resolve()
  }

  function hand(url: string, find: () => Blob | undefined | Promise<Blob | undefined>): void {
    const resolves = wanting.get(url)
    wanting.delete(url)
    for (const resolve of resolves ?? []) resolve(find())
  }

  const fileAt = (url: string) => liveFiles().find((one) => one.url === url)

  async function whole(url: string): Promise<Blob | undefined> {
    const file = fileAt(url)
    if (!file || closed) return undefined
    const state = stateOf(plan, file)
    if (state.status === 'stored') {
      const kept = await world.store.get(url).catch(() => undefined)
      if (kept) return kept
      plan = doubted(plan, file)
    }
    if (state.status === 'failed') {
      // No room to keep it in; there is enough to show it.
      if (state.failure === 'full')
        return fetchAnywhere(file).then((got) => (typeof got === 'string' ? undefined : got))
      if (world.monotonicNow() < state.retryAt) return undefined
    }
    return new Promise((resolve) => {
      wanting.set(url, [...(wanting.get(url) ?? []), resolve])
      pump()
    })
  }

  function keeping(): Keeping {
    const files = liveFiles()
    if (isWhole(plan, files) && live === saved) return 'whole'
    return isShort(plan, files) ? 'short' : 'storing'
  }

  /** One after the other: two at once could each undo what the other relies on. */
  function tidy(): void {
    tidying = tidying.then(tidyUp).catch(() => {})
  }

  async function tidyUp(): Promise<void> {
    if (closed || !live) return
    const candidate = live
    if (candidate !== saved && isGood(plan, liveFiles())) {
      await world.good.save(candidate)
      saved = candidate
      tellChange()
    }
    // Only behind a manifest that is stored: until then the one before may be all that a restart has.
    if (saved === live) await throwAway(live)
  }

  async function throwAway(current: Manifest): Promise<void> {
    const manifests = [current, ...(await world.good.all())]
    const needed = new Set(world.onGlass())
    for (const manifest of manifests) {
      for (const { url } of filesOf(manifest)) needed.add(url)
      if (manifest.brand?.logo) needed.add(manifest.brand.logo.url)
    }
    const hasRoom = !Array.from(plan.values()).some((state) => state.status === 'failed' && state.failure === 'full')
    const isOrder = filesOf(current).length > 0
    const { remove, unneeded } = prune(await world.store.urls(), needed, await world.good.loadUnneeded(), {
      hasRoom,
      isOrder,
      now: world.wallNow(),
    })
    for (const url of remove) await world.store.remove(url)
    await world.good.saveUnneeded(unneeded)
    if (closed || remove.length === 0 || hasRoom) return
    plan = retried(plan, 'full', world.monotonicNow())
    pump()
  }

  async function look(): Promise<void> {
    if (closed || !live) return
    const there = new Set(await world.store.urls())
    for (const file of liveFiles()) if (!there.has(file.url)) plan = doubted(plan, file)
    if (saved && !(await world.good.isThere())) saved = undefined
    tidy()
    pump()
  }

  return {
    follow(manifest) {
      live = manifest
      plan = follow(plan, filesOf(manifest))
      void world.parts.only(filesOf(manifest))
      tidy()
      pump()
    },
    checked(url) {
      const file = live && filesOf(live).find((one) => one.url === url)
      if (!file || closed || ['stored', 'failed'].includes(stateOf(plan, file).status)) return Promise.resolve()
      return new Promise((resolve) => waiting.set(url, [...(waiting.get(url) ?? []), resolve]))
    },
    doubt(url) {
      const file = fileAt(url)
      if (!file) return
      plan = doubted(plan, file)
      pump()
    },
    retry() {
      plan = retried(plan, 'unreachable', world.monotonicNow())
      pump()
    },
    look,
    keeping,
    tally() {
      const states = liveFiles().map((file) => stateOf(plan, file))
      return {
        kept: states.filter(({ status }) => status === 'stored').length,
        of: states.length,
        isFull: states.some((state) => state.status === 'failed' && state.failure === 'full'),
      }
    },
    failureOf(url) {
      const file = fileAt(url)
      const state = file && stateOf(plan, file)
      return state?.status === 'failed' ? state.failure : undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onFetched(listener) {
      fetchedListeners.add(listener)
      return () => fetchedListeners.delete(listener)
    },
    elsewhere,
    isKept(url) {
      const file = fileAt(url)
      return file && stateOf(plan, file).status === 'stored'
    },
    whole,
    async find(url, unverified) {
      const file = fileAt(url)
      const isKept = unverified || (file !== undefined && stateOf(plan, file).status === 'stored')
      return isKept ? world.store.get(url).catch(() => undefined) : undefined
    },
    close() {
      closed = true
      clearTimeout(timer)
      listeners.clear()
      for (const url of Array.from(waiting.keys())) release(url)
      for (const url of Array.from(wanting.keys())) hand(url, () => undefined)
    },
  }
}

async function isWholeFile(blob: Blob, file: MediaFile): Promise<boolean> {
  return (
    blob.size === file.sizeBytes &&
    (await sha256Of(blob).then(
      (hash) => hash === file.sha256,
      () => false,
    ))
  )
}
