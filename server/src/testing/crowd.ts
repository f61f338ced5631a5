import { createHash, randomUUID } from 'node:crypto'
import {
  type ActivityEntry,
  ActivityId,
  ARRANGEMENTS,
  type ChangeLines,
  type CreateItem,
  type DisplayKey,
  type ErrorEnvelope,
  type Layout,
  NO_PICTURE,
  type Notice,
  type PlaylistId,
  type Programme,
  pathOf,
  type RouteResponse,
  SHAPES,
} from '@placard/contract'
import fc from 'fast-check'
import type { Command, Rights } from './display-model.ts'
import type { Answer, Client } from './server.ts'
import { openStream, type StreamEvent } from './stream.ts'

/** A command before its target is known. `which` selects the target among the existing objects. */
export const arbitraryIntent = fc.record({
  type: fc.oneof(
    { weight: 3, arbitrary: fc.constant('add-item' as const) },
    { weight: 6, arbitrary: fc.constant('edit-item' as const) },
    { weight: 2, arbitrary: fc.constant('add-notice' as const) },
    { weight: 3, arbitrary: fc.constant('edit-notice' as const) },
    { weight: 3, arbitrary: fc.constant('show-item' as const) },
    { weight: 4, arbitrary: fc.constant('move-item' as const) },
    { weight: 3, arbitrary: fc.constant('remove-item' as const) },
    { weight: 3, arbitrary: fc.constant('add-line' as const) },
    { weight: 4, arbitrary: fc.constant('edit-line' as const) },
    { weight: 3, arbitrary: fc.constant('move-line' as const) },
    { weight: 3, arbitrary: fc.constant('remove-line' as const) },
    { weight: 3, arbitrary: fc.constant('change-items' as const) },
    { weight: 3, arbitrary: fc.constant('change-lines' as const) },
    { weight: 4, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constant('restore' as const) },
    { weight: 1, arbitrary: fc.constant('rename' as const) },
    { weight: 3, arbitrary: fc.constant('set-layout' as const) },
    { weight: 2, arbitrary: fc.constant('move-dividers' as const) },
    { weight: 2, arbitrary: fc.constant('zone-playlist' as const) },
    { weight: 1, arbitrary: fc.constant('remove-layout' as const) },
  ),
  which: fc.nat(10_000),
  /** Empty: the server must refuse it. */
  word: fc.string({ minLength: 0, maxLength: 3, unit: fc.constantFrom(...'abc') }),
  flag: fc.boolean(),
  start: fc.oneof(
    { weight: 8, arbitrary: fc.constant('seen' as const) },
    { weight: 3, arbitrary: fc.constant('any' as const) },
    { weight: 1, arbitrary: fc.constant('missing' as const) },
  ),
  /** True: loads the display again first. Otherwise it uses the last state that it saw. */
  looks: fc.boolean(),
  /** Sends the command twice at once, like a double click or a retrying network. */
  twice: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
})
type Intent = typeof arbitraryIntent extends fc.Arbitrary<infer Value> ? Value : never

export type Administrator = { email: string; rights: Rights; client: Client; intents: readonly Intent[] }

/** A digest of one answer or event about the whole display. */
export type Sighting = { revision: number; digest: string }

/** One command with its result. `sentAt` and `answeredAt` count the events of the crowd, and are unique. */
export type Attempt = {
  by: Administrator
  command: Command
  /** The object as its administrator last saw it. */
  seen: unknown
  sentAt: number
  answeredAt: number
  /** The newest revision that any client had received when it was sent. */
  toldBefore: number
  /** Two answers when it was sent twice. */
  answers: Answer<object>[]
  /** Number of times it was sent again because the server was overloaded. */
  repeats: number
}

export type Rush = { attempts: Attempt[]; sightings: Sighting[] }

const BACK_STEPS = 20
const NEWEST_ENTRIES = 8
const MAX_REPEATS = 20

/**
 * Sends the intents of all administrators to one display: those of one administrator in order, all administrators at once.
 *
 * @param from the oldest revision that commands go back to
 * @param playlists for the zones of layouts, at least three
 * @param eyes reads the display for administrators who may not see it
 */
export async function rush(
  url: string,
  key: DisplayKey,
  from: number,
  playlists: readonly PlaylistId[],
  administrators: Administrator[],
  eyes: Client,
): Promise<Rush> {
  const attempts: Attempt[] = []
  const sightings: Sighting[] = []
  let instant = 0
  let told = from

  async function look(client: Client): Promise<Programme> {
    const { status, body } = await client.call('getProgramme', { params: key })
    if (status !== 200) throw new Error(`nothing to see: ${JSON.stringify(body)}`)
    sightings.push({ revision: body.revision, digest: programmeDigest(body) })
    return body
  }

  async function newestChanges(client: Client): Promise<ActivityEntry[]> {
    const response = await fetch(`${url}${pathOf('listActivity', key)}?kind=changes`, {
      headers: { cookie: client.cookie() },
    })
    const { entries } = (await response.json()) as RouteResponse<'listActivity'>
    return entries.filter(({ revision }) => revision !== null && revision > from).slice(0, NEWEST_ENTRIES)
  }

  async function work(by: Administrator): Promise<void> {
    const client = by.rights === 'elsewhere' ? eyes : by.client
    let view = await look(client)
    for (const intent of by.intents) {
      if (intent.looks) view = await look(client)
      const entries = intent.type === 'undo' ? await newestChanges(client) : []
      const entry = entries[intent.which % entries.length]
      const command = commandOf(intent, view, entry, from, playlists)
      if (!command) continue
      const seen = seenIn(view, command)
      const toldBefore = told
      instant += 1
      const sentAt = instant
      const sent = () => send(by.client, key, command, entry?.id, commandKey)
      const commandKey = randomUUID()
      const replies = await Promise.all(intent.twice ? [sent(), sent()] : [sent()])
      instant += 1
      const answers = replies.map(({ answer }) => answer)
      for (const { status, body } of answers) {
        if (status < 400 && 'revision' in body) told = Math.max(told, Number(body.revision))
      }
      const repeats = replies.reduce((sum, reply) => sum + reply.repeats, 0)
      attempts.push({ by, command, seen, sentAt, answeredAt: instant, toldBefore, answers, repeats })
    }
  }

  await Promise.all(administrators.map(work))
  return { attempts, sightings }
}

/** The object that a command changes, as its administrator last saw it. */
function seenIn({ items, lines, layout }: Programme, command: Command): unknown {
  if (command.name === 'setLayout') return layout
  return 'id' in command ? [...items, ...lines].find(({ id }) => id === command.id) : undefined
}

/** @returns undefined when no object is left for this command */
function commandOf(
  { type, which, word, flag, start: from, looks }: Intent,
  { items, lines, layout, ...display }: Programme,
  entry: ActivityEntry | undefined,
  first: number,
  playlists: readonly PlaylistId[],
): Command | undefined {
  const item = items[which % items.length]
  const line = lines[which % lines.length]
  const startOf = (thing: { revision: number }) => (from === 'seen' ? thing.revision : from)
  const startIfAny = (thing: { revision: number }) => (from === 'seen' ? thing.revision : 'any')
  const direction = flag ? ('up' as const) : ('down' as const)
  const link: CreateItem = { title: word, url: `https://example.org/${word}.mp4`, type: 'video', visible: flag }
  switch (type) {
    case 'add-item':
      return { name: 'createItem', body: looks ? link : { ...link, fit: 'cover', focus: { x: (which % 5) / 4, y: 1 } } }
    case 'edit-item': {
      const looksSo = looks ? { fit: 'cover' as const, focus: { x: 0, y: 0.5 } } : { fit: null, focus: null }
      const body = flag ? { title: word, duration: which % 5 === 0 ? null : which % 100 } : looksSo
      return item && { name: 'updateItem', id: item.id, start: startOf(item), body }
    }
    case 'add-notice': {
      const notice = noticeOf(word, flag)
      return { name: 'createItem', body: { title: 'Notice', type: 'notice', url: NO_PICTURE, visible: flag, notice } }
    }
    case 'edit-notice': {
      const notices = items.filter((one) => one.type === 'notice')
      // Sometimes an item that is not a notice, or that no longer exists.
      const one = which % 10 === 0 ? item : notices[which % notices.length]
      const notice = which % 10 === 1 ? null : noticeOf(word, flag)
      return one && { name: 'updateItem', id: one.id, start: startOf(one), body: { notice } }
    }
    case 'show-item':
      return item && { name: 'updateItem', id: item.id, start: startOf(item), body: { visible: !item.visible } }
    case 'move-item': {
      const after = items[(which * 7) % (items.length + 1)]?.id ?? null
      return item && { name: 'moveItem', id: item.id, to: which % 2 === 0 ? { direction } : { after } }
    }
    case 'remove-item':
      return item && { name: 'removeItem', id: item.id, start: startIfAny(item) }
    case 'add-line':
      return { name: 'createLine', text: word }
    case 'edit-line':
      return line && { name: 'updateLine', id: line.id, start: startOf(line), text: word }
    case 'move-line': {
      const after = lines[(which * 7) % (lines.length + 1)]?.id ?? null
      return line && { name: 'moveLine', id: line.id, to: which % 2 === 0 ? { direction } : { after } }
    }
    case 'remove-line':
      return line && { name: 'removeLine', id: line.id, start: startIfAny(line) }
    case 'change-items': {
      const ids = some(items, which)
      if (ids.length === 0) return undefined
      if (flag) return { name: 'changeItems', changes: { do: 'update', ids, change: { visible: looks } } }
      if (word.length === 1) return { name: 'changeItems', changes: { do: 'remove', ids } }
      return { name: 'changeItems', changes: { do: 'move', ids, after: items[which % 7]?.id ?? null } }
    }
    case 'change-lines': {
      const ids = some(lines, which)
      if (ids.length === 0) return undefined
      if (word.length === 1) return { name: 'changeLines', changes: { do: 'remove', ids } }
      return { name: 'changeLines', changes: { do: 'move', ids, after: lines[which % 7]?.id ?? null } }
    }
    case 'undo':
      return entry?.revision ? { name: 'undoActivity', revision: entry.revision } : undefined
    case 'restore': {
      const to = Math.max(first, display.revision - (which % BACK_STEPS))
      return { name: 'restoreProgramme', start: startIfAny(display), to }
    }
    case 'rename':
      return { name: 'updateDisplay', displayName: word }
    case 'set-layout': {
      const arrangement = ARRANGEMENTS[which % ARRANGEMENTS.length] ?? 'four'
      const { zones, dividers } = SHAPES[arrangement]
      const some = [...playlists, ...playlists].slice(which % playlists.length).slice(0, zones)
      const wanted: Wanted = {
        arrangement,
        dividers: [...dividers],
        side: flag ? 'start' : 'end',
        pinned: looks,
        zones: some.map((playlistId, at) => ({ playlistId, stays: looks && at === 0 })),
      }
      return { name: 'setLayout', start: startOf(layout ?? { revision: 0 }), layout: wanted }
    }
    case 'move-dividers': {
      if (!layout) return undefined
      const { revision: _, dividers, ...rest } = layout
      const moved = dividers.map((divider, at) => 15 + ((divider + 5 * ((which >> at) % 14)) % 75))
      return { name: 'setLayout', start: startOf(layout), layout: { ...rest, dividers: moved } }
    }
    case 'zone-playlist': {
      const others = playlists.filter((id) => !layout?.zones.some(({ playlistId }) => playlistId === id))
      const playlistId = others[which % others.length]
      if (!layout || !playlistId) return undefined
      const { revision: _, zones, ...rest } = layout
      const changed = zones.map((zone, at) => (at === which % zones.length ? { ...zone, playlistId } : zone))
      return { name: 'setLayout', start: startOf(layout), layout: { ...rest, zones: changed } }
    }
    case 'remove-layout':
      return { name: 'setLayout', start: startOf(layout ?? { revision: 0 }), layout: null }
  }
}

type Wanted = Omit<Layout, 'revision'>

/** Without any words when `word` is empty. */
const noticeOf = (word: string, flag: boolean): Notice => ({
  look: flag ? 'paper' : 'night',
  heading: flag ? word : '',
  body: flag ? '' : word,
  byline: 'By the crowd',
})

/** Up to three entries, from anywhere in the list. */
const some = <Id>(list: readonly { id: Id }[], which: number) =>
  [which, which * 3 + 1, which * 5 + 2].flatMap((place) => list[place % list.length]?.id ?? [])

/** Repeats the request while the server is overloaded. Under the same key it is carried out once. */
async function send(
  client: Client,
  key: DisplayKey,
  command: Command,
  entryId: ActivityId | undefined,
  commandKey: string,
): Promise<{ answer: Answer<object>; repeats: number }> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await call(client, key, command, entryId, { 'idempotency-key': commandKey })
    if (answer.status !== 503 || repeats === MAX_REPEATS) return { answer, repeats }
  }
}

function call(
  client: Client,
  key: DisplayKey,
  command: Command,
  entryId: ActivityId | undefined,
  named: Record<string, string>,
): Promise<Answer<object>> {
  const start = 'start' in command ? command.start : 'missing'
  const headers = { ...named, ...(start === 'missing' ? {} : { 'if-match': start === 'any' ? '*' : `"${start}"` }) }
  switch (command.name) {
    case 'createItem':
      return client.call('createItem', { params: key, body: command.body, headers })
    case 'updateItem':
      return client.call('updateItem', { params: { ...key, itemId: command.id }, body: command.body, headers })
    case 'moveItem':
      return client.call('moveItem', { params: { ...key, itemId: command.id }, body: command.to, headers })
    case 'removeItem':
      return client.call('removeItem', { params: { ...key, itemId: command.id }, headers })
    case 'createLine':
      return client.call('createLine', { params: key, body: { text: command.text }, headers })
    case 'updateLine':
      return client.call('updateLine', {
        params: { ...key, lineId: command.id },
        body: { text: command.text },
        headers,
      })
    case 'moveLine':
      return client.call('moveLine', { params: { ...key, lineId: command.id }, body: command.to, headers })
    case 'removeLine':
      return client.call('removeLine', { params: { ...key, lineId: command.id }, headers })
    case 'changeItems':
      return client.call('changeItems', { params: key, body: command.changes, headers })
    case 'changeLines':
      // Lines have no visibility, and none of these commands sets one.
      return client.call('changeLines', { params: key, body: command.changes as ChangeLines, headers })
    case 'updateDisplay':
      return client.call('updateDisplay', { params: key, body: { name: command.displayName }, headers })
    case 'setLayout':
      return client.call('setLayout', { params: key, body: { layout: command.layout }, headers })
    case 'undoActivity':
      return client.call('undoActivity', { params: { ...key, entryId: ActivityId.parse(entryId) }, headers })
    case 'restoreProgramme':
      return client.call('restoreProgramme', { params: key, body: { revision: command.to }, headers })
  }
}

/** The id and date of a created object, taken from the answer. Empty when there is none. */
export function madeBy(answer: object): { id: string; uploadDate: number } {
  if ('item' in answer) return answer.item as { id: string; uploadDate: number }
  if ('line' in answer) return { id: (answer.line as { id: string }).id, uploadDate: 0 }
  return { id: '', uploadDate: 0 }
}

export const errorOf = (answer: Answer<object>) => (answer.body as ErrorEnvelope).error

/** A listener that stores a digest of every event. */
export type Listener = {
  heard: readonly Sighting[]
  /** Resolves when it has received this revision or a later one. */
  reach(revision: number): Promise<void>
  close(): void
}

/** @param digest computes what is stored of a document */
export async function listen(
  address: string,
  event: string,
  headers: Record<string, string>,
  digest: (document: unknown) => string,
): Promise<Listener> {
  const stream = await openStream(address, headers)
  const heard: Sighting[] = []
  let open = true
  let wake = () => {}

  async function follow(): Promise<void> {
    while (open) {
      // A time without events is not an error.
      const next: StreamEvent | undefined = await stream.next(event).catch(() => undefined)
      if (!next) continue
      heard.push({ revision: (next.data as { revision: number }).revision, digest: digest(next.data) })
      wake()
    }
  }
  void follow()

  return {
    heard,
    async reach(revision) {
      while ((heard.at(-1)?.revision ?? 0) < revision) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close() {
      open = false
      stream.close()
    },
  }
}

/** The same for any order of an object's fields. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(inOneOrder(value)).digest('hex')
}

export function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** Digest of a display as administrators see it, for comparisons. */
export function programmeDigest({
  name,
  items,
  lines,
  layout,
}: Pick<Programme, 'name' | 'layout'> & { items: unknown; lines: unknown }): string {
  return digestOf({ name, items, lines, layout })
}
