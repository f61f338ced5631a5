import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DisplayId, OrganisationId, pathOf } from '@placard/contract'
import { percentile } from '../percentile.ts'
import { PASSWORD, type Person, type PlacardProcess, personWith } from '../placard-process.ts'

/** The calls that a user of another organisation makes meanwhile. */
export const NEIGHBOUR_CALLS = ['check of a feed', 'report of plays', 'pairing', 'sign-in'] as const
type NeighbourCall = (typeof NEIGHBOUR_CALLS)[number]

/** `p99Ms`: of the answers to each call; `refused`: number of calls that were answered with an error. */
export type Neighbour = { p99Ms: Record<NeighbourCall, number>; refused: number }

const EVERY_MS = 250
/** One organisation may check a new feed every 6 s, after the first twenty. */
const FEED_EVERY = 8
const DAYS = new URLSearchParams({ from: '2026-11-01', to: '2026-11-30' })

const params = { organisationId: OrganisationId.parse('neighbour') }
const account = { email: 'owner@neighbour.example', password: PASSWORD }

/** Creates the neighbour's organisation. @returns its owner, signed in */
export async function enterNeighbour(placard: Pick<PlacardProcess, 'call' | 'enter'>): Promise<Person> {
  const displayId = DisplayId.parse('wall')
  await placard.call('createOrganisation', { params: {}, body: { id: params.organisationId, name: 'Neighbour' } })
  await placard.call('createOrganisationDisplay', { params, body: { id: displayId, name: 'Wall' } })
  return placard.enter({ email: account.email, ...params, displayId, role: 'owner' })
}

/**
 * Makes the neighbour's calls one after the other, without a break.
 *
 * @param calendars the address of `startCalendars`
 * @returns a function that stops the calls and returns the figures
 */
export function startNeighbour(person: Person, url: string, calendars: string): () => Promise<Neighbour> {
  // Without the session, because a new one in the same browser would end it.
  const { cookie: _, ...headers } = person.headers
  const browser = personWith(url, headers)
  const taken: Record<NeighbourCall, number[]> = {
    'check of a feed': [],
    'report of plays': [],
    pairing: [],
    'sign-in': [],
  }
  let refused = 0
  let isOver = false

  async function time(call: NeighbourCall, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    try {
      await work()
    } catch {
      refused += 1
    }
    taken[call].push(performance.now() - startedAt)
  }

  async function run(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      if (turn % FEED_EVERY === 0) {
        const body = { url: `${calendars}/${randomUUID()}.ics` }
        await time('check of a feed', () => person.call('checkFeed', { params, body }))
      }
      await time('report of plays', () => readPlays(person, url))
      await time('pairing', () => pair(person))
      await time('sign-in', () => browser.call('signIn', { params: {}, body: account }))
      await sleep(EVERY_MS)
    }
  }

  const running = run()
  return async () => {
    isOver = true
    await running
    const p99Ms = Object.fromEntries(NEIGHBOUR_CALLS.map((call) => [call, percentile(taken[call], 0.99)]))
    return { p99Ms: p99Ms as Neighbour['p99Ms'], refused }
  }
}

async function readPlays({ headers }: Person, url: string): Promise<void> {
  const response = await fetch(`${url}${pathOf('getPlays', params)}?${DAYS}`, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(String(response.status))
}

/** A screen gets a code, and a user types it. */
async function pair(person: Person): Promise<void> {
  const body = { secret: null, width: 1_920, height: 1_080, timeZone: 'UTC' }
  const entered = await person.call('enterScreen', { params: {}, body })
  if (entered.status !== 'waiting') throw new Error('the screen is paired already')
  await person.call('findPairing', { params: { ...params, code: entered.code } })
}
