import { type Manifest, type ManifestItem, mediaAddressOf } from '@placard/contract'
import { download } from './download.ts'
import { FONT_TYPE, filesOf, type MediaFile } from './media-file.ts'
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

/** More downloads at once would take bandwidth from the file that is shown next. */
const AT_ONCE = 2
const LONGEST_TIMER_MS = 60 * 60_000
/** Copies elsewhere that did not have a file which the server had are not used for this long. */
const SHUN_MS = 5 * 60_000

/** The state of the current manifest's files on the device. */
export type Keeping =
  /** Files are being downloaded or checked. */
  | 'storing'
  /** All files are stored, and the manifest too. */
  | 'whole'
  /** A file cannot be stored: there is no space, or the server does not have it. */
  | 'short'

export type Library = {
  /**
   * Sets the manifest that plays from now on. Its files are fetched, and it becomes the last good manifest when they
   * are stored ([OF3]).
   */
  follow(manifest: Manifest): void
  /** Resolves when the file has been checked for the first time: it is whole, or it is absent. Never rejects. */
  checked(url: string): Promise<void>
  /** Checks the file again, because it could not be shown or the worker did not find it. */
  doubt(url: string): void
  /** Call when the network is back. */
  retry(): void
  /** [F14] Checks that the stored files have not been cleared away. */
  look(): Promise<void>
  keeping(): Keeping
  /** Files of the current manifest: the number stored, the total, and whether the device has no space for one. */
  tally(): { kept: number; of: number; isFull: boolean }
  /** The reason that the file is not stored; undefined when it is stored, or when that is not known yet. */
  failureOf(url: string): Failure | undefined
  onChange(listener: () => void): () => void
  /** Calls the listener for each file that was fetched, when it is stored. */
  onFetched(listener: (url: string) => void): () => void
  /** The file itself; undefined when it is not stored, or (unless `unverified`) not verified yet. */
  find(url: string, unverified?: boolean): Promise<Blob | undefined>
  /** True when the file is stored and verified. Undefined when it does not belong to the current manifest. */
  isKept(url: string): boolean | undefined
  /**
   * [OF18] The file as soon as it is on the device and verified, stored or not. It is fetched before the files that are
   * not waited for. Never rejects. Undefined when it is not available for now.
   */
  whole(url: string): Promise<Blob | undefined>
  /** A better address than the server for a file that is not stored; undefined means the server. */
  elsewhere(url: string): string | undefined
  close(): void
}

/** The manifests that screens on this device start from. */
export type GoodManifests = {
  /** One write, so the record holds either the old or the new manifest. */
  save(manifest: Manifest): Promise<void>
  /** True when one is stored for this display. */
  isThere(): Promise<boolean>
  /** The manifests of every display that this device shows. */
  all(): Promise<Manifest[]>
  loadUnneeded(): Promise<Unneeded>
  saveUnneeded(unneeded: Unneeded): Promise<void>
}

export type LibrarySurroundings = {
  store: MediaStore
  parts: Parts
  good: GoodManifests
  fetch(url: string, init: RequestInit): Promise<Response>
  /** [SD7] The items of all zones that will be needed, soonest first, without items that are over for good. */
  inOrderOfNeed(manifest: Manifest): ManifestItem[]
  /** Addresses of the files on the screen, even if the manifest no longer contains them. */
  onScreen(): string[]
  monotonicNow(): number
  /** Milliseconds since 1970. */
  wallNow(): number
  random(): number
}

/** Keeps the media files of the current manifest on the device. */
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
  /** Files whose bytes were wrong once. From then on they are fetched without the browser's cache. */
  const suspects = new Set<string>()
  const listeners = new Set<() => void>()
  const fetchedListeners = new Set<(url: string) => void>()
  const waiting = new Map<string, (() => void)[]>()
  const wanting = new Map<string, ((blob: Blob | undefined | Promise<Blob | undefined>) => void)[]>()

  const liveFiles = () => (live ? filesOf({ ...live, items: world.inOrderOfNeed(live), layout: undefined }) : [])

  /** Starts the downloads that are due, at most two at once. */
  function pump(): void {
    if (closed) return
    const files = liveFiles()
    // A file that the screen waits for does not queue. At most two items are prepared at a time.
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
    // Requests that came after the bytes had been handed out: by now the device has stored them, or has no space for
    // them.
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
    // The files on the device have been checked. A download may take minutes, and nothing waits for it.
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
      // A wrong copy may have been cut off before the error was found. Its pieces have been discarded by now.
      if (got === 'refused') got = await fetchWhole(file)
      // If both are silent, the network is at fault.
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
      // There is no space to store it, but enough to show it.
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

  /** Runs one tidy-up after the other: two at once could each delete what the other needs. */
  function tidy(): void {
    tidying = tidying.then(tidyUp).catch(() => {})
  }

  async function tidyUp(): Promise<void> {
    if (closed || !live) return
    const candidate = live
    // Without its fonts a manifest plays too, in those of the device.
    const played = liveFiles().filter(({ contentType }) => contentType !== FONT_TYPE)
    if (candidate !== saved && isGood(plan, played)) {
      await world.good.save(candidate)
      saved = candidate
      tellChange()
    }
    // Only after the manifest is stored. Until then, a restart may have only the one before.
    if (saved === live) await throwAway(live)
  }

  async function throwAway(current: Manifest): Promise<void> {
    const manifests = [current, ...(await world.good.all())]
    const needed = new Set(world.onScreen())
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
