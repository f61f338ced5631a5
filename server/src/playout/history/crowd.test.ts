import {
  type ActivityEntry,
  DisplayId,
  ERRORS,
  type Item,
  isErrorCode,
  type Line,
  type Manifest,
  type PlaylistId,
  type Programme,
  pathOf,
  type Role,
  type RouteResponse,
} from '@placard/contract'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import {
  type Administrator,
  type Attempt,
  arbitraryIntent,
  digestOf,
  errorOf,
  inOneOrder,
  listen,
  madeBy,
  programmeDigest,
  type Rush,
  rush,
  type Sighting,
} from '../../testing/crowd.ts'
import { describeDialects } from '../../testing/dialects.ts'
import {
  beginning,
  carryOut,
  type Outcome,
  type Past,
  type Rights,
  type Step,
  stepAt,
} from '../../testing/display-model.ts'
import { enterAs } from '../../testing/people.ts'
import type { Answer } from '../../testing/server.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { zonesIn, zonesOf } from '../../testing/zones-model.ts'

// Many people edit one display at once, through real requests, and the result is compared with the model.
// `PROPERTY_FACTOR=8 npm test -- --only unit -t crowd` is the full size, and so is `npm run hunt`.

const FACTOR = Number(process.env.PROPERTY_FACTOR ?? 1)
const ADMINISTRATORS = Math.min(50, 8 * FACTOR)
const COMMANDS = Math.min(200, 25 * FACTOR)
/** A sign-in costs 50 ms, a command some milliseconds; a busy machine takes ten times as long. */
const PATIENCE_MS = 60_000 + ADMINISTRATORS * 2_000 + ADMINISTRATORS * COMMANDS * 150

/** Roles of the participants, in turn: most may edit, some may not. */
const RIGHTS: readonly Rights[] = ['owner', 'editor', 'editor', 'owner', 'editor', 'viewer', 'editor', 'elsewhere']
const key = SAMPLE_DISPLAY

describeDialects('a crowd at one display', (dialect) => {
  let server: TestServer | undefined
  afterEach(() => server?.close())

  it(
    `[F43] [LY12] T4 ${ADMINISTRATORS} administrators, ${COMMANDS} commands each: all that was acknowledged is there, and every loser is told`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          await server?.close()
          server = await startTestServer({ dialect })
          await check(server, seed)
        }),
        // A smaller number does not make a smaller crowd: only the seed is reported.
        { numRuns: 1, endOnFailure: true },
      )
    },
    PATIENCE_MS,
  )

  async function check(running: TestServer, seed: number): Promise<void> {
    const owner = await running.signIn()
    const administrators = await gather(running, owner, seed)
    const playlists = await makePlaylists(owner)
    const start = (await owner.call('getProgramme', { params: key })).body
    const dashboard = await listen(
      running.url + pathOf('streamProgramme', key),
      'programme',
      { cookie: owner.cookie() },
      (document) => programmeDigest(document as Programme),
    )
    const screen = await listen(running.url + pathOf('streamManifest', key), 'manifest', {}, (document) =>
      playedDigest({ ...(document as Manifest), zones: zonesIn(document as Manifest) }),
    )
    const startedAt = performance.now()
    const rushed = await rush(running.url, key, start.revision, [...playlists.keys()], administrators, owner)
    const seconds = (performance.now() - startedAt) / 1_000

    const end = (await owner.call('getProgramme', { params: key })).body
    const log = await readLog(running.url, owner, start.revision)
    const past = replay(beginning(start), rushed.attempts, log, end.revision)
    const { revision, name, items, lines, layout } = past.at(-1) ?? start
    expect(end).toMatchObject({ revision, name })
    expect({ items: end.items, lines: end.lines, layout: end.layout }).toEqual({ items, lines, layout })
    for (const sighting of rushed.sightings) expectSeen(past, sighting, programmeDigest)

    const told = judgeRefusals(past, rushed.attempts)
    await Promise.all([dashboard.reach(end.revision), screen.reach(end.revision)])
    for (const { listener, digest } of [
      { listener: dashboard, digest: programmeDigest },
      { listener: screen, digest: (step: Step) => digestOfPlayed(step, playlists) },
    ]) {
      const revisions = listener.heard.map((one) => one.revision)
      expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other))
      expect(revisions.at(-1)).toBe(end.revision)
      for (const sighting of listener.heard) expectSeen(past, sighting, digest)
      listener.close()
    }
    // Otherwise there were no conflicts, and the test proves nothing.
    expect(past.length).toBeGreaterThan((ADMINISTRATORS * COMMANDS) / 5)
    expect(told['changed-meanwhile']).toBeGreaterThan(0)
    expect(new Set(past.map(({ layout }) => layout?.arrangement)).size).toBeGreaterThan(2)
    if (FACTOR > 1) report(rushed, past, told, seconds)
  }

  /** For zones. Nobody changes them meanwhile, so that each revision of the display is a command on it. */
  async function makePlaylists(owner: Client): Promise<Map<PlaylistId, Programme>> {
    const playlists = new Map<PlaylistId, Programme>()
    const { organisationId } = key
    for (const name of ['Menu', 'Rules', 'Strip', 'News']) {
      const { playlist } = (await owner.call('createPlaylist', { params: { organisationId }, body: { name } })).body
      const params = { organisationId, playlistId: playlist.id }
      const body = { title: name, type: 'image' as const, url: `https://example.org/${name}.jpg` }
      await owner.call('createItem', { params, body })
      playlists.set(playlist.id, (await owner.call('getProgramme', { params })).body)
    }
    return playlists
  }

  async function gather(running: TestServer, owner: Client, seed: number): Promise<Administrator[]> {
    const elsewhere = DisplayId.parse('elsewhere')
    const { organisationId } = key
    await owner.call('createDisplay', { params: { organisationId }, body: { id: elsewhere, name: 'Elsewhere' } })
    const administrators: Administrator[] = []
    for (let index = 0; index < ADMINISTRATORS; index += 1) {
      const usual = RIGHTS[index % RIGHTS.length] ?? 'editor'
      const rights = index % 3 === 1 && usual === 'editor' ? 'limited' : usual
      const role: Role = rights === 'elsewhere' || rights === 'limited' ? 'editor' : rights
      const displays = rights === 'elsewhere' ? [elsewhere] : rights === 'limited' ? [key.displayId] : null
      const { email, client } = await enterAs(running, `administrator-${index}`, { role, displays })
      const intents = fc.sample(arbitraryIntent, { numRuns: COMMANDS, seed: seed + index })
      administrators.push({ email, rights, client, intents })
    }
    return administrators
  }

  function report({ attempts }: Rush, past: Past, told: Record<string, number>, seconds: number): void {
    const repeats = attempts.reduce((sum, attempt) => sum + attempt.repeats, 0)
    const refused = Object.entries(told).sort(([, one], [, other]) => other - one)
    console.log(
      [
        `${dialect}: ${attempts.length} commands of ${ADMINISTRATORS} administrators in ${seconds.toFixed(1)} s,`,
        `${past.length - 1} changes, sent again after 503: ${repeats}, refused:`,
        refused.map(([code, count]) => `${code} ${count}`).join(', '),
      ].join(' '),
    )
  }
})

/** Every change since a revision, the oldest first. */
async function readLog(url: string, client: Client, since: number): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = []
  let before: string | null = null
  do {
    const query = new URLSearchParams({ kind: 'changes', ...(before === null ? {} : { before }) })
    const response: Response = await fetch(`${url}${pathOf('listActivity', key)}?${query}`, {
      headers: { cookie: client.cookie() },
    })
    const page = (await response.json()) as RouteResponse<'listActivity'>
    entries.push(...page.entries)
    before = (entries.at(-1)?.revision ?? 0) > since ? page.next : null
  } while (before !== null)
  return entries.filter(({ revision }) => revision !== null && revision > since).reverse()
}

const isAccepted = ({ status }: Answer<object>) => status < 400
const revisionOf = ({ body }: Answer<object>) => Number((body as { revision: number }).revision)

/**
 * Repeats the acknowledged commands in the order of their revisions. This must be possible: one command for each revision, with
 * the answer that was returned, and one entry in the log.
 */
function replay(first: Step, attempts: readonly Attempt[], log: readonly ActivityEntry[], last: number): Past {
  expect(log.map(({ revision }) => revision)).toEqual(
    Array.from({ length: last - first.revision }, (_, index) => first.revision + 1 + index),
  )
  const acknowledged = new Map<number, Attempt[]>()
  for (const attempt of attempts) {
    const [answer, ...others] = attempt.answers.filter(isAccepted)
    if (!answer) continue
    // [F52] A command sent twice runs once and returns the same answer.
    for (const other of others) expect(other.body).toEqual(answer.body)
    acknowledged.set(revisionOf(answer), [...(acknowledged.get(revisionOf(answer)) ?? []), attempt])
  }

  const past = [first]
  const judge = (attempt: Attempt, revision: number): [Outcome, boolean] => {
    const { body = {} } = attempt.answers.find(isAccepted) ?? {}
    const outcome = carryOut(past, revision, attempt.by.rights, attempt.command, madeBy(body))
    return [outcome, outcome.status !== 'refused' && says(body, outcome.answer)]
  }
  const expectUnchanged = (revision: number, without?: Attempt) => {
    for (const attempt of acknowledged.get(revision) ?? []) {
      if (attempt === without) continue
      const [outcome, isSame] = judge(attempt, revision)
      expect({ attempt: told(attempt), outcome }).toSatisfy(() => outcome.status === 'unchanged' && isSame)
      expect(revision).toBeGreaterThanOrEqual(attempt.toldBefore)
    }
    acknowledged.delete(revision)
  }

  expectUnchanged(first.revision)
  for (const entry of log) {
    const revision = Number(entry.revision)
    const candidates = acknowledged.get(revision) ?? []
    const own = candidates.filter(({ by }) => by.email === entry.actor.email)
    const maker = own.find((attempt) => {
      const [outcome, isSame] = judge(attempt, revision - 1)
      return outcome.status === 'changed' && isSame
    })
    if (!maker) {
      const outcomes = candidates.map((attempt) => ({ ...told(attempt), outcome: judge(attempt, revision - 1)[0] }))
      throw new Error(`nobody was told of revision ${revision}: ${JSON.stringify({ entry, outcomes }, null, 1)}`)
    }
    const [outcome] = judge(maker, revision - 1)
    if (outcome.status !== 'changed') throw new Error('it has just been so')
    const { step } = outcome
    expect(entry).toMatchObject({ kind: step.kind, revision, actor: { kind: 'person', email: maker.by.email } })
    expect(entry.subject?.title ?? null).toBe(step.subject)
    expect(revision).toBeGreaterThan(maker.toldBefore)
    expectNotBlind(past, maker, revision)
    past.push(step)
    expectUnchanged(revision, maker)
  }
  // All other acknowledged commands must be in the log.
  expect([...acknowledged.values()].flat().map(told)).toEqual([])
  return past
}

/** An edit with a revision only succeeds against exactly the state that its administrator had seen. */
function expectNotBlind(past: Past, { command, seen }: Attempt, revision: number): void {
  if (!('start' in command) || typeof command.start !== 'number') return
  const before = stepAt(past, revision - 1)
  if (command.name === 'setLayout') expect(before?.layout).toEqual(seen)
  if (!('id' in command)) return
  const things: (Item | Line)[] = [...(before?.items ?? []), ...(before?.lines ?? [])]
  expect(things.find(({ id }) => id === command.id)).toEqual(seen)
}

/**
 * Checks that each refusal was right at some moment between its request and its answer, and has the right reason.
 *
 * @returns the number of refusals by code
 */
function judgeRefusals(past: Past, attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const first = past[0]?.revision ?? 0
  const news = attempts
    .map(({ sentAt, answers }) => ({
      sentAt,
      revision: Math.max(first, ...answers.filter(isAccepted).map(revisionOf)),
    }))
    .sort((one, other) => one.sentAt - other.sentAt)
  for (const attempt of attempts) {
    const refusals = attempt.answers.filter((answer) => !isAccepted(answer))
    if (refusals.length === 0) continue
    // The newest revision that the server may have reached: of commands sent before this answer.
    const sent = news.filter(({ sentAt }) => sentAt < attempt.answeredAt)
    const newest = Math.max(first, ...sent.map(({ revision }) => revision))
    for (const refusal of refusals) {
      const { code, current } = errorOf(refusal)
      expect({ code, status: isErrorCode(code) && ERRORS[code] }).toEqual({ code, status: refusal.status })
      let isRight = false
      for (let revision = attempt.toldBefore; revision <= newest && !isRight; revision += 1) {
        const outcome = carryOut(past, revision, attempt.by.rights, attempt.command, madeBy({}))
        isRight =
          outcome.status === 'refused' &&
          outcome.reasons.some(
            (reason) => reason.code === code && inOneOrder([reason.current]) === inOneOrder([current]),
          )
      }
      expect({ ...told(attempt), refusal: { code, current }, newest }).toSatisfy(() => isRight)
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  return counts
}

function told({ by, command, toldBefore, answers }: Attempt) {
  return { by: by.email, rights: by.rights, command, toldBefore, answers: answers.map(({ body }) => body) }
}

/** Compares an answer with that of the model. For a display, the answer has more fields. */
function says(body: object, answer: object): boolean {
  const fields = Object.keys(answer) as (keyof typeof answer)[]
  return fields.every((field) => inOneOrder([answer[field]]) === inOneOrder([(body as typeof answer)[field]]))
}

function expectSeen(past: Past, { revision, digest }: Sighting, digestOfStep: (step: Step) => string): void {
  const step = stepAt(past, revision)
  expect({ revision, digest }).toEqual({ revision, digest: step && digestOfStep(step) })
}

/** The digest of what a screen plays, as far as the model covers it. */
function digestOfPlayed({ name, items, lines, layout }: Step, playlists: ReadonlyMap<PlaylistId, Programme>): string {
  const zones = zonesOf(layout, (id) => playlists.get(id))
  return playedDigest({ name, items: items.filter(({ visible, playable }) => visible && playable), lines, zones })
}

function playedDigest({ name, items, lines, zones }: Played): string {
  return digestOf([
    name,
    zones,
    items.map(({ id, type, duration, notice }) => [id, type, duration, notice ?? null]),
    lines.map(({ id, text }) => [id, text]),
  ])
}

type Played = {
  name: string
  items: readonly Pick<Item, 'id' | 'type' | 'duration' | 'notice'>[]
  lines: readonly Pick<Manifest['lines'][number], 'id' | 'text'>[]
  zones: unknown[]
}
