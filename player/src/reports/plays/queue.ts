import type { ItemId, MissReason, PlayPiece } from '@placard/contract'
import { type Box, openMemoryBox } from './box.ts'
import type { Part } from './recorder.ts'

const DAY_MS = 24 * 60 * 60_000
/** Counts that are older than a day are summed in windows of this length. */
const WINDOW_MS = 5 * 60_000
/** Enough for a day of ten-second items and of missed items. */
const MOST_EXACT = 12_000
/** Enough for thirty days of windows. */
const MOST_SUMS = 30 * 288
/** Items that are summed in one window. Further items are left out. */
const MOST_IN_WINDOW = 100
const READ_AT_ONCE = 500
/** Counts that are kept in memory while the storage accepts nothing. */
const MOST_WAITING = 3_000
/** Pieces in one message to the server. */
const TOLD_AT_ONCE = 120
/** A living page writes its unfinished showing every few seconds. After this time another page takes it over. */
const ADOPT_AFTER_MS = 20_000
const UNFINISHED = 'unfinished '
const TRIED = 'tried '
const MISS_REASONS: MissReason[] = ['missing', 'unreachable', 'unshowable', 'unseen', 'late']

/**
 * The time of an entry. For an entry of this page it follows the monotonic clock. For an entry of an earlier page it is
 * as it was known then.
 */
type When = { run: string; from: number; at: number; sure: boolean }
type Exact = When & { piece: Part['piece'] }
/** `[item, ms, showings, cut, share]`, or `[item, -missed, reason]`. An item is its index among the names; -1 means idle. */
type Sums = When & { sums: number[][] }
type Entry = Exact | Sums

export type QueueClock = {
  monotonic(): number
  /** The device's own clock. */
  wall(): number
  /** Milliseconds by which the server's clock is ahead of the device's; undefined when not known yet. */
  ahead(): number | undefined
  serverNow(): number
}

/** Pieces of one page, in order, for one message to the server. */
export type Batch = { series: string; pieces: PlayPiece[]; keys: number[]; hasMore: boolean }

export type Queue = {
  /**
   * Stores pieces, and the unfinished piece that would remain if the page were killed now. Returns at once and never
   * fails. @param zone has an unfinished piece of its own; absent: the main zone
   */
  add(parts: Part[], unfinished: Part | undefined, zone?: string): void
  /** @returns the oldest pieces; undefined when there are none */
  head(): Promise<Batch | undefined>
  /** Deletes pieces that the server has counted, or never will. @param until the last number that is deleted */
  forget(batch: Batch, until: number): Promise<void>
  /** Sums old counts, deletes what exceeds the limits, and takes over the unfinished pieces of pages that were killed. */
  tidy(): Promise<void>
  /** Resolves when everything so far is written, or could not be. */
  written(): Promise<void>
  close(): void
}

/**
 * The counts that a screen has not sent yet (PP1). They are in the browser's database: one day in single pieces, before
 * that in sums of five minutes, in a limited number. Each page numbers its own pieces, so that a device whose storage
 * is restored to an older state uses no number twice.
 *
 * @param box rejects when the browser stores nothing; the counts then last as long as the page
 * @param run identifies this page: 16 random hexadecimal digits
 */
export function createQueue(box: Promise<Box>, run: string, clock: QueueClock): Queue {
  const opened = box.catch(openMemoryBox)
  let waiting: Entry[] = []
  /** By the name under which it is stored. */
  const unfinished = new Map<string, Part | undefined>()
  let isWriting = false
  /** More has come while the last write was running. */
  let hasMore = false
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false
  let strangers: Map<string, string> | undefined
  let strangersAt = 0

  function whenOf(from: number): When {
    const sure = clock.ahead() !== undefined
    const now = sure ? clock.serverNow() : clock.wall()
    return { run, from, sure, at: Math.round(now - (clock.monotonic() - from)) }
  }

  /** The time by the server's clock, as well as it is known now. */
  function instantOf(when: When): number {
    const at =
      when.run === run
        ? clock.serverNow() - (clock.monotonic() - when.from)
        : when.sure
          ? when.at
          : when.at + (clock.ahead() ?? 0)
    return Math.max(0, Math.round(at))
  }

  /** @returns false when the storage accepted nothing */
  async function write(): Promise<boolean> {
    const taken = waiting
    waiting = []
    hasMore = false
    try {
      const words = Array.from(unfinished, ([name, part]): [string, unknown] => [
        name,
        part && { ...whenOf(part.from), piece: part.piece },
      ])
      await (await opened).write({ add: taken, words })
      return true
    } catch {
      // The disk is full, or the database was closed. The newest counts are kept for the next attempt.
      waiting = [...taken, ...waiting].slice(-MOST_WAITING)
      return false
    }
  }

  function begin(): void {
    if (isWriting) return
    isWriting = true
    const goOn = (isWell: boolean): Promise<void> | undefined => {
      if (isWell && hasMore) return write().then(goOn)
      isWriting = false
      return undefined
    }
    writing = write().then(goOn)
  }

  async function namesOf(words: [string, unknown][]): Promise<string[]> {
    const names = words.find(([word]) => word === 'names')?.[1]
    return Array.isArray(names) ? names.map(String) : []
  }

  async function head(): Promise<Batch | undefined> {
    const box = await opened
    await written()
    const entries = await box.read(0, TOLD_AT_ONCE)
    const names = await namesOf(entries.some(([, value]) => isSums(value)) ? await box.words() : [])
    let batch: Batch | undefined
    const damaged: number[] = []
    for (const [key, value] of entries) {
      if (!isEntry(value)) {
        damaged.push(key)
        continue
      }
      batch ??= { series: value.run, pieces: [], keys: [], hasMore: false }
      const pieces = piecesOf(key, value, names, instantOf(value))
      const isFull = batch.pieces.length > 0 && batch.pieces.length + pieces.length > TOLD_AT_ONCE
      if (value.run !== batch.series || isFull) {
        batch.hasMore = true
        break
      }
      batch.pieces.push(...pieces)
      batch.keys.push(key)
    }
    if (damaged.length > 0) await box.write({ remove: damaged })
    if (!batch) return undefined
    if (batch.pieces.length === 0) {
      await box.write({ remove: batch.keys })
      return head()
    }
    batch.hasMore ||= entries.length === TOLD_AT_ONCE
    // From now on the server may count these numbers, so they must not be summed into new counts.
    await box.write({ words: [[TRIED + batch.series, batch.keys[batch.keys.length - 1]]] })
    return batch
  }

  async function forget({ series, keys }: Batch, until: number): Promise<void> {
    const told = keys.filter((key) => key <= until)
    await (await opened).write({ remove: told, words: [[TRIED + series, undefined]] })
  }

  async function adopt(words: [string, unknown][]): Promise<void> {
    const found = words.filter(([word]) => word.startsWith(UNFINISHED) && !unfinished.has(word))
    if (found.length === 0) return
    const now = clock.monotonic()
    if (!strangers) {
      strangers = new Map(found.map(([word, value]) => [word, JSON.stringify(value)]))
      strangersAt = now
      return
    }
    if (now - strangersAt < ADOPT_AFTER_MS) return
    const before = strangers
    strangers = undefined
    for (const [word, value] of found) {
      // Another window of this browser still writes its own regularly.
      if (before.get(word) !== JSON.stringify(value)) continue
      const add = isEntry(value) ? [value] : []
      await (await opened).write({ add, words: [[word, undefined]], ifWord: word })
    }
  }

  async function addUp(words: [string, unknown][]): Promise<void> {
    const box = await opened
    const word = (name: string) => words.find(([one]) => one === name)?.[1]
    const names = await namesOf(words)
    let after = Number(word('summed')) || 0
    for (;;) {
      const isTooMany = (await box.count(after)) > MOST_EXACT
      const entries = await box.read(after, READ_AT_ONCE)
      const old = entries.filter(
        ([key, value]) =>
          isExact(value) &&
          key > (Number(word(TRIED + value.run)) || 0) &&
          (isTooMany || clock.serverNow() - instantOf(value) > DAY_MS + WINDOW_MS),
      ) as [number, Exact][]
      const windows = new Map<string, [number, Exact][]>()
      for (const entry of old) {
        const [, value] = entry
        const name = `${value.run} ${value.sure} ${Math.floor(instantOf(value) / WINDOW_MS)}`
        windows.set(name, [...(windows.get(name) ?? []), entry])
      }
      // The last window may be continued by later pieces, so it is left out.
      const whole = Array.from(windows.values()).slice(0, -1)
      const last = whole[whole.length - 1]
      const lastKey = last?.[last.length - 1]?.[0]
      if (lastKey === undefined) return
      const put = whole.map((window): [number, Sums] => {
        const [[, first]] = window as [[number, Exact]]
        const { run, from, at, sure } = first
        const sums = sumsOf(
          window.map(([, { piece }]) => piece),
          names,
        )
        return [(window[window.length - 1] as [number, Exact])[0], { run, from, at, sure, sums }]
      })
      const kept = new Set(put.map(([key]) => key))
      const remove: number[] = []
      for (const window of whole) for (const [key] of window) if (!kept.has(key)) remove.push(key)
      after = lastKey
      await box.write({
        put,
        remove,
        words: [
          ['names', names],
          ['summed', after],
        ],
      })
    }
  }

  async function tidy(): Promise<void> {
    const box = await opened
    await written()
    const words = await box.words()
    await adopt(words)
    await addUp(words)
    const most = MOST_EXACT + MOST_SUMS
    const count = await box.count(0)
    if (count <= most) return
    // The oldest are dropped, because the number must be limited.
    const entries = await box.read(0, Math.min(count - most, READ_AT_ONCE))
    await box.write({ remove: entries.map(([key]) => key) })
  }

  async function written(): Promise<void> {
    while (isWriting) await writing
  }

  return {
    add(parts, last, zone) {
      if (isClosed) return
      waiting.push(...parts.map(({ from, piece }) => ({ ...whenOf(from), piece })))
      waiting = waiting.slice(-MOST_WAITING)
      unfinished.set(UNFINISHED + run + (zone ? ` ${zone}` : ''), last)
      hasMore = true
      begin()
    },
    head,
    forget,
    tidy,
    written,
    close() {
      isClosed = true
      void written()
        .then(async () => (await opened).close())
        .catch(() => {})
    },
  }
}

function piecesOf(key: number, entry: Entry, names: string[], at: number): PlayPiece[] {
  if (!isSums(entry)) return [{ ...entry.piece, n: key, at } as PlayPiece]
  const pieces: PlayPiece[] = []
  for (const [index, [name = -1, ms = 0, second = 0, cut = 0, share = 100]] of entry.sums.entries()) {
    const n = key - entry.sums.length + 1 + index
    const [itemId, sha256] = (names[name] ?? '').split(' ')
    if (name === -1) pieces.push({ kind: 'idle', n, at, ms })
    if (name === -1 || !itemId) continue
    const item = { n, at, itemId: itemId as ItemId, ...(sha256 ? { sha256 } : {}) }
    const why = MISS_REASONS[second]
    if (ms >= 0) pieces.push({ kind: 'play', ...item, ms, showings: second, cut, ...(share < 100 ? { share } : {}) })
    else if (why) pieces.push({ kind: 'missed', ...item, missed: -ms, why })
  }
  return pieces
}

/** There are never more sums than pieces, so each sum gets the number of one of the pieces. */
function sumsOf(pieces: Part['piece'][], names: string[]): number[][] {
  const sums = new Map<string, number[]>()
  for (const piece of pieces) {
    let name = -1
    if (piece.kind !== 'idle') {
      const words = `${piece.itemId} ${piece.sha256 ?? ''}`
      name = names.indexOf(words)
      if (name === -1) name = names.push(words) - 1
    }
    const why = piece.kind === 'missed' ? MISS_REASONS.indexOf(piece.why) : -1
    const share = piece.kind === 'play' ? (piece.share ?? 100) : 100
    const key = `${piece.kind} ${name} ${why} ${share}`
    const [, first = 0, second = 0, third = 0] = sums.get(key) ?? []
    if (piece.kind === 'missed') sums.set(key, [name, first - piece.missed, why])
    else if (piece.kind === 'idle') sums.set(key, [name, first + piece.ms])
    else sums.set(key, [name, first + piece.ms, second + piece.showings, third + piece.cut, share])
  }
  return Array.from(sums.values()).slice(0, MOST_IN_WINDOW)
}

/** Data on a device may have been edited, or written by another build ([B95]). */
function isEntry(value: unknown): value is Entry {
  const { run, from, at } = { ...(value as Partial<When>) }
  const isWhen = typeof run === 'string' && typeof from === 'number' && typeof at === 'number'
  return isWhen && (isExact(value) || isSums(value))
}

function isExact(value: unknown): value is Exact {
  const { piece } = { ...(value as Partial<Exact>) }
  return typeof piece === 'object' && piece !== null && 'kind' in piece
}

function isSums(value: unknown): value is Sums {
  const { sums } = { ...(value as Partial<Sums>) }
  return Array.isArray(sums) && sums.every((one) => Array.isArray(one) && one.every((part) => typeof part === 'number'))
}
