import { setTimeout as sleep } from 'node:timers/promises'
import { type DisplayKey, type ItemId, PLAYS_TOLD_EVERY_MS, type ScreenId, type ScreenReport } from '@placard/contract'
import { piecesOf } from '../pieces.ts'
import type { Person } from '../placard-process.ts'
import { inTurns } from '../stream-socket.ts'
import type { ClusterCost } from './postgres-meter.ts'

const AT_ONCE = 4
/** The server writes queued messages every five seconds. */
const WRITTEN_MS = 6_000
const ITEM_MS = 10_000
/** The kinds of messages of screens, and the number that is sent: as many as one network may send at once. */
const WORDS = { beat: 1_500, report: 700, plays: 600 } as const
/** Sent before them, because a process that has just started compiles its code. */
const WARM_UP = 300
/**
 * A screen sends fifteen beats for each of its other messages. These screens send several beats each; others send one
 * of the other messages each.
 */
const BEATING = 300
export type Word = keyof typeof WORDS
const WORD_NAMES = Object.keys(WORDS) as Word[]

/** For one message, in microseconds of processor time. */
export type WordCost = { word: Word; nodeMicroseconds: number; databaseMicroseconds: number }

export type Told = DisplayKey & { screenId: ScreenId }

/**
 * @param screens that are in the database already, each of a display of its own
 * @param itemIds of a loop of five minutes, in the same organisation
 * @param rest the load of the node and its database at rest, in microseconds a second
 */
export async function measureWords(
  { call }: Pick<Person, 'call'>,
  { screens, itemIds }: { screens: readonly Told[]; itemIds: readonly ItemId[] },
  meter: () => () => ClusterCost,
  rest: { node: number; database: number },
): Promise<WordCost[]> {
  const costs: WordCost[] = []
  for (const word of WORD_NAMES) {
    const among = word === 'beat' ? BEATING : screens.length
    const tellAll = (from: number, count: number) =>
      inTurns(count, AT_ONCE, (index) => tell(call, word, screens[(from + index) % among] as Told, itemIds))
    await tellAll(0, WARM_UP)
    await sleep(WRITTEN_MS)
    const cost = meter()
    await tellAll(WARM_UP, WORDS[word])
    await sleep(WRITTEN_MS)
    const { seconds, nodeSeconds, databaseSeconds } = cost()
    costs.push({
      word,
      nodeMicroseconds: (nodeSeconds * 1e6 - rest.node * seconds) / WORDS[word],
      databaseMicroseconds: (databaseSeconds * 1e6 - rest.database * seconds) / WORDS[word],
    })
  }
  return costs
}

async function tell(call: Person['call'], word: Word, params: Told, itemIds: readonly ItemId[]): Promise<void> {
  switch (word) {
    case 'beat':
      await call('beatScreen', { params, body: { build: 'bench', itemId: null, paintedMsAgo: 100 } })
      return
    case 'report':
      await call('reportScreen', { params, body: REPORT })
      return
    case 'plays':
      await call('tellPlays', {
        params,
        body: { series: 'a'.repeat(16), pieces: piecesOf(itemIds, Date.now() - 2 * PLAYS_TOLD_EVERY_MS, ITEM_MS) },
      })
      return
  }
}

const REPORT: ScreenReport = {
  state: {
    doing: 'playing',
    build: 'bench',
    viewport: { width: 1_920, height: 1_080 },
    rotation: 0,
    revision: 1,
    itemId: null,
    offline: 'ready',
    files: { kept: 12, of: 12 },
    full: false,
    broken: [],
    clockAheadMs: 0,
    upSeconds: 86_400,
    memoryMb: 40,
  },
  events: [],
}
