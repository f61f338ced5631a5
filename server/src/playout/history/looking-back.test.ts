import {
  DisplayId,
  type DisplayKey,
  type ItemId,
  type LineId,
  type Manifest,
  type PastManifest,
  type PlaylistKey,
  type ProgrammeKey,
  pathOf,
  playlistPath,
  type Schedule,
  UNDO_MS,
} from '@placard/contract'
import { planAt } from '@placard/playback'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import type { Client } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const STEP_MS = 10_000
const RUNS = 4 * Number(process.env.PROPERTY_FACTOR ?? 1)

const command = fc.record({
  kind: fc.constantFrom(
    'add',
    'add',
    'hide',
    'retitle',
    'duration',
    'move',
    'remove',
    'schedule',
    'line',
    'remove-line',
    'include',
    'rename',
    'remove-playlist',
    'bring-back',
    'undo',
    'restore',
  ),
  on: fc.nat(1),
  which: fc.nat(1_000),
  flag: fc.boolean(),
})
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

describeDialects('[TM1] looking back', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => clock })
  let clock = Date.now()
  let made = 0

  async function makeBoth(): Promise<[DisplayKey, PlaylistKey]> {
    made += 1
    const display = { organisationId, displayId: DisplayId.parse(`then-${made}`) }
    const params = { organisationId }
    await admin.call('createDisplay', { params, body: { id: display.displayId, name: 'Then', timeZone: 'UTC' } })
    const { playlist } = (await admin.call('createPlaylist', { params, body: { name: `Menu ${made}` } })).body
    return [display, { organisationId, playlistId: playlist.id }]
  }
  const add = (key: ProgrammeKey, which: number, schedule?: Schedule) =>
    admin.call('createItem', {
      params: key,
      body: {
        title: `Item ${which}`,
        type: 'image',
        url: `https://example.org/${which}.jpg`,
        duration: 3 + (which % 5),
        ...(schedule && { schedule }),
      },
    })
  const include = ([display, { playlistId }]: [DisplayKey, PlaylistKey]) =>
    admin.call('createItem', { params: display, body: { title: 'x', type: 'playlist', url: playlistPath(playlistId) } })
  const manifestOf = async (key: ProgrammeKey) => (await admin.call('getManifest', { params: key })).body
  const askAs = async (client: Client, key: ProgrammeKey, at: number | string) => {
    const answer = await client.visit(`${pathOf('getPastManifest', key)}?at=${at}`)
    return { status: answer.status, body: (await answer.json()) as PastManifest }
  }
  const pastOf = (key: ProgrammeKey, at: number) => askAs(admin, key, at)
  /** A time some steps from now, in the form of a schedule of a display in UTC. */
  const inSteps = (steps: number) => new Date(clock + steps * STEP_MS).toISOString().slice(0, 19)

  async function carryOut([display, playlist]: [DisplayKey, PlaylistKey], { kind, on, which, flag }: Command) {
    const key: ProgrammeKey = on === 0 ? display : playlist
    const { body } = await admin.call('getProgramme', { params: key })
    const itemId = body.items?.[which % body.items.length]?.id ?? ('gone' as ItemId)
    const lineId = body.lines?.[which % body.lines.length]?.id ?? ('gone' as LineId)
    const update = (change: object) =>
      admin.call('updateItem', { params: { ...key, itemId }, body: change, headers: ANY })
    switch (kind) {
      case 'add':
        return add(key, which, flag ? { until: inSteps(1 + (which % 4)) } : undefined)
      case 'hide':
        return update({ visible: flag })
      case 'retitle':
        return update({ title: `Title ${which}` })
      case 'duration':
        return update({ duration: 1 + (which % 20) })
      case 'move':
        return admin.call('moveItem', { params: { ...key, itemId }, body: { direction: flag ? 'up' : 'down' } })
      case 'remove':
        return admin.call('removeItem', { params: { ...key, itemId }, headers: ANY })
      case 'schedule':
        return update({ schedule: flag ? { from: inSteps(which % 3), until: inSteps(3 + (which % 3)) } : null })
      case 'line':
        return admin.call('createLine', { params: key, body: { text: `Line ${which}` } })
      case 'remove-line':
        return admin.call('removeLine', { params: { ...key, lineId }, headers: ANY })
      case 'include':
        return include([display, playlist])
      case 'rename':
        return on === 0
          ? admin.call('updateDisplay', { params: display, body: { name: `Name ${which}` } })
          : admin.call('updatePlaylist', { params: playlist, body: { name: `Name ${which}` } })
      case 'remove-playlist':
        return admin.call('removePlaylist', { params: playlist, headers: ANY })
      case 'bring-back':
        return admin.call('bringBackPlaylist', { params: playlist })
      case 'undo': {
        const { entries } = (await admin.call('listActivity', { params: key })).body
        const entry = entries?.[which % Math.min(entries.length, 4)]
        return entry && admin.call('undoActivity', { params: { ...key, entryId: entry.id } })
      }
      case 'restore':
        return admin.call('restoreProgramme', {
          params: key,
          body: { revision: Math.max(1, body.revision - (which % 4)) },
        })
    }
  }

  /** The fields that do not count up and are not requested by name. */
  const shown = ({ items, lines, inclusions }: Manifest) => ({ items, lines, inclusions })

  it(
    'after any commands, every moment between two of them is told as it was, to the place in the loop',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
          const keys = await makeBoth()
          const known: { at: number; manifest: Manifest }[] = []
          const note = async () => {
            known.push({ at: clock, manifest: await manifestOf(keys[0]) })
            clock += STEP_MS
          }
          await add(keys[0], 1)
          await add(keys[1], 2)
          await note()
          await include(keys)
          await note()
          for (const one of commands) {
            // A refused command changes nothing, and the comparison still holds.
            await carryOut(keys, one)
            await note()
          }
          for (const [index, { at, manifest }] of known.entries()) {
            const { status, body } = await pastOf(keys[0], at + STEP_MS / 2)
            expect(status).toBe(200)
            expect(shown(body.manifest)).toEqual(shown(manifest))
            for (const later of [1, STEP_MS / 3, STEP_MS - 1]) {
              const [was, told] = [planAt(manifest, at + later), planAt(body.manifest, at + later)]
              expect(told).toEqual(was)
            }
            const next = known[index + 1]
            const isSame = next?.manifest.revision === manifest.revision
            if (next && !isSame) expect(body.until).toBe(next.at)
            if (!next) expect(body.until).toBeNull()
          }
        }),
        { numRuns: RUNS },
      )
    },
    60_000 + RUNS * 30_000,
  )

  it('moments that are longer ago than 30 days, before the display, or in the future', async () => {
    const keys = await makeBoth()
    const madeAt = clock
    clock += STEP_MS
    await add(keys[0], 1)
    expect(await pastOf(keys[0], madeAt - 60_000)).toMatchObject({
      status: 410,
      body: { error: { code: 'past-not-known' } },
    })
    expect((await pastOf(keys[0], madeAt + 1_000)).body.manifest.items).toEqual([])
    const { body } = await pastOf(keys[0], clock + 60_000)
    expect(body).toEqual({ manifest: { ...(await manifestOf(keys[0])), revision: expect.any(Number) }, until: null })
    clock += UNDO_MS + STEP_MS
    await signInAgain()
    expect((await pastOf(keys[0], clock - UNDO_MS - 1)).status).toBe(410)
    // Nothing has changed since, so the log is not needed.
    expect((await pastOf(keys[0], clock - UNDO_MS + 1)).body.manifest.items).toHaveLength(1)
  })

  it('a viewer looks back, a stranger and another organisation do not', async () => {
    const [display] = await makeBoth()
    const viewer = (await enterAs(server, `viewer-${made}`, { role: 'viewer' })).client
    expect((await askAs(viewer, display, clock)).status).toBe(200)
    expect((await askAs(server.anonymous, display, clock)).status).toBe(401)
    for (const at of [-1, 1.5, 'yesterday', '']) expect((await askAs(admin, display, at)).status, `${at}`).toBe(422)
  })
})
