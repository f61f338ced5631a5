import {
  type DisplayKey,
  ItemId,
  LineId,
  MAX_ACTIVITY_ENTRY_BYTES_PER_DAY,
  MAX_ACTIVITY_STATE_BYTES_PER_DAY,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  UNDO_MS,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeContents, type Sender } from '../../content/displays/service.ts'
import { createLine, updateLine } from '../../content/lines/service.ts'
import { readStorageUse } from '../../content/media/service.ts'
import { BARE_ITEM, changeProgramme, ITEMS, LINES, put } from '../../content/programmes/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { positionAtEnd } from '../../platform/database/position.ts'
import { ownerCalled } from '../../testing/caller.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { inFull } from '../../testing/in-full.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { readPresent } from './past.ts'
import { listActivity, previewRestore, restoreProgramme, undoActivity } from './service.ts'

const key: DisplayKey = SAMPLE_DISPLAY
const { organisationId } = key
const sender: Sender = { caller: ownerCalled('somebody'), commandKey: undefined }
const RESTORES = inFull(50, 10)

describeDialects('the size of the log', (dialect) => {
  let server: TestServer
  let ahead = 0

  beforeEach(async () => {
    ahead = 0
    server = await startTestServer({ dialect, now: () => Date.now() + ahead })
  })
  afterEach(() => server.close())

  const queries = () => server.app.context.database.queries
  const revision = async () => (await describeContents(server.app.context, key)).revision
  const list = () => listActivity(server.app.context, server.app.events, sender.caller, key, {})
  const restore = (to: number) => restoreProgramme(server.app.context, sender, key, undefined, { revision: to })
  const undoNewest = async () => {
    const [entry] = (await list()).entries
    if (!entry) throw new Error('nothing is written down')
    return undoActivity(server.app.context, sender, key, entry.id)
  }
  const shown = async () => {
    const { items, lines } = await readPresent(queries(), key)
    const withoutRevision = <Thing extends { revision: number }>({ revision: _, ...rest }: Thing) => rest
    return { items: items.map(withoutRevision), lines: lines.map(withoutRevision) }
  }
  const logBytes = async () => {
    const [entries, states] = [await rowsOf('activity'), await rowsOf('activity_state')]
    return Buffer.byteLength(JSON.stringify(entries)) + Buffer.byteLength(JSON.stringify(states))
  }
  const rowsOf = (table: 'activity' | 'activity_state') => queries().selectFrom(table).selectAll().execute()

  /**
   * Fills a display to its limits, with addresses of almost the maximum total length, in one change, and empties it in the next.
   * @returns the two revisions
   */
  async function fillAndEmpty(): Promise<{ full: number; empty: number }> {
    const { context } = server.app
    const long = 'x'.repeat(700)
    const before = await readPresent(queries(), key)
    /** Positions after the existing things. */
    function placesAfter(last: { position: string } | undefined, count: number): string[] {
      const places: string[] = []
      for (let position = positionAtEnd(last); places.length < count; position = positionAtEnd({ position })) {
        places.push(position)
      }
      return places
    }
    const itemPlaces = placesAfter(before.items.at(-1), MAX_ITEMS_PER_DISPLAY - before.items.length)
    const linePlaces = placesAfter(before.lines.at(-1), MAX_LINES_PER_DISPLAY - before.lines.length - 5)
    const items = itemPlaces.map((position, index) => ({
      ...BARE_ITEM,
      id: ItemId.parse(`item-${index}`),
      title: `${index} ${'t'.repeat(180)}`,
      url: `https://example.org/${long}/${index}.mp4`,
      type: 'video' as const,
      durationSeconds: index,
      visible: false,
      position,
      revision: 1,
      uploadedAt: 0,
    }))
    const lines = linePlaces.map((position, index) => ({
      id: LineId.parse(`line-${index}`),
      text: `${index} ${'l'.repeat(480)}`,
      position,
      revision: 1,
    }))
    const wanted = <State extends { id: string }>(states: State[], isThere: boolean) =>
      states.map((state) => ({ id: state.id, state: isThere ? state : null }))
    const putAll = (isThere: boolean) =>
      changeProgramme(context, sender, key, async (inside, _, found) => {
        const ofItems = await put(ITEMS, inside, key, await found.items(), wanted(items, isThere))
        const ofLines = await put(LINES, inside, key, await found.lines(), wanted(lines, isThere))
        return { answer: {}, changed: true, activity: { kind: 'imported', changes: [...ofItems, ...ofLines] } }
      })
    const { revision: full } = await putAll(true)
    const { revision: empty } = await putAll(false)
    return { full, empty }
  }

  it('[S2] a display that goes back again and again leaves no states that the log has already, and each can be undone', async () => {
    const { full, empty } = await fillAndEmpty()
    const before = await logBytes()
    expect(before).toBeGreaterThan(1_000_000)
    const holdings = new Map<number, Awaited<ReturnType<typeof shown>>>()
    for (let round = 0; round < RESTORES; round += 1) {
      const { revision: reached } = await restore(round % 2 === 0 ? full : empty)
      if (round < 4) holdings.set(reached, await shown())
    }
    const each = ((await logBytes()) - before) / RESTORES
    // Only the ids and revisions; with the states it would be more than a million and a half.
    expect(each).toBeLessThan(50_000)

    // An undo cannot avoid this, even after other changes.
    const [first] = [...holdings.keys()]
    const atLast = await shown()
    await undoNewest()
    expect((await shown()).items).toHaveLength(holdings.get(first ?? 0)?.items.length ?? 0)
    await undoNewest()
    expect(await shown()).toEqual(atLast)
    const { entries } = await list()
    expect(entries[0]).toMatchObject({ kind: 'undone', undo: 'bring-back' })
    await createLine(server.app.context, sender, key, { text: 'Meanwhile' })
    const [, ofUndo] = (await list()).entries
    if (!ofUndo) throw new Error('nothing is written down')
    await undoActivity(server.app.context, sender, key, ofUndo.id)
    expect(((await logBytes()) - before) / (RESTORES + 3)).toBeLessThan(50_000)
    for (const [at, holding] of holdings) {
      await restore(at)
      expect(await shown()).toEqual(holding)
    }
  }, 300_000)

  it('[S2] a return can be undone and repeated for thirty days, across states that are older by then', async () => {
    const { empty } = await fillAndEmpty()
    const bare = await shown()
    const inFull = empty - 1
    ahead = UNDO_MS - 60_000
    const { revision: back } = await restore(inFull)
    const full = await shown()
    await createLine(server.app.context, sender, key, { text: 'Later' })
    ahead = 2 * UNDO_MS - 120_000
    await restore(back)
    expect(await shown()).toEqual(full)
    await expect(restore(inFull)).rejects.toMatchObject({ code: 'too-old-to-undo' })
    const entry = (await list()).entries.find(({ restoredTo }) => restoredTo?.revision === inFull)
    if (!entry) throw new Error('it is not written down')
    expect(entry.undo).toBe('take-away')
    await undoActivity(server.app.context, sender, key, entry.id)
    expect(await shown()).toEqual(bare)
  }, 120_000)

  it('[S2] lists read no states', async () => {
    await undoNewestChange()
    const before = await list()
    expect(before.entries[0]).toMatchObject({ kind: 'undone', undo: 'take-away' })
    await queries().schema.alterTable('activity_state').renameColumn('changes', 'elsewhere').execute()
    expect(await list()).toEqual(before)
    const ofAll = await listActivity(server.app.context, server.app.events, sender.caller, { organisationId }, {})
    expect(ofAll.entries.length).toBeGreaterThan(0)
  })

  async function undoNewestChange(): Promise<void> {
    const { lines } = await readPresent(queries(), key)
    const [line] = lines
    if (!line) throw new Error('the sample has no line')
    await changeProgramme(server.app.context, sender, key, async (inside, _, found) => {
      const changes = await put(LINES, inside, key, await found.lines(), [{ id: line.id, state: null }])
      return { answer: {}, changed: true, activity: { kind: 'line-removed', changes } }
    })
    await undoNewest()
  }

  it('[S2] going back reads no more than it may hold, and says that it is too far before it reads', async () => {
    const start = await revision()
    await createLine(server.app.context, sender, key, { text: 'One' })
    const { revision: to } = await createLine(server.app.context, sender, key, { text: 'Two' })
    expect((await previewRestore(server.app.context, key, start)).differences).toHaveLength(2)
    const [entry] = await queries().selectFrom('activity').selectAll().where('revision_after', '=', to).execute()
    if (!entry) throw new Error('it is not written down')
    const { id: _, ...row } = entry
    const huge = await queries()
      .insertInto('activity')
      .values({ ...row, revision_before: to, revision_after: to + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queries()
      .insertInto('activity_state')
      .values({
        entry_id: huge.id,
        organisation_id: organisationId,
        at: row.at,
        size_bytes: 65 * 2 ** 20,
        touched: '[]',
        // Reading this would fail.
        changes: '[]',
      })
      .execute()
    await queries()
      .updateTable('programme')
      .set({ revision: to + 1, told_revision: to + 1 })
      .where('id', '=', key.displayId)
      .execute()
    await expect(previewRestore(server.app.context, key, start)).rejects.toMatchObject({ code: 'too-old-to-undo' })
  })

  it('[S2] a day’s changes stay within their share: they succeed, first logged without states, then only counted', async () => {
    const { context } = server.app
    const { lines } = await readPresent(queries(), key)
    const [line] = lines
    if (!line) throw new Error('the sample has no line')
    const rename = (text: string) => updateLine(context, sender, key, line.id, 'any', { text })
    const use = (values: { entry_bytes: number; state_bytes: number }) =>
      queries().updateTable('activity_use').set(values).where('organisation_id', '=', organisationId).execute()
    await rename('Kept')
    const kept = await revision()
    await use({ entry_bytes: 0, state_bytes: MAX_ACTIVITY_STATE_BYTES_PER_DAY })
    const states = (await rowsOf('activity_state')).length
    await rename('Not kept')
    expect((await rowsOf('activity_state')).length).toBe(states)
    const [bare] = (await list()).entries
    expect(bare).toMatchObject({
      kind: 'line-changed',
      subject: { title: 'Not kept', formerTitle: 'Kept' },
      undo: null,
    })
    if (!bare) throw new Error('it is not written down')
    await expect(undoActivity(context, sender, key, bare.id)).rejects.toMatchObject({ code: 'too-old-to-undo' })
    await expect(restore(kept)).rejects.toMatchObject({ code: 'too-old-to-undo' })

    await use({ entry_bytes: MAX_ACTIVITY_ENTRY_BYTES_PER_DAY, state_bytes: 0 })
    const entries = (await rowsOf('activity')).length
    for (let index = 0; index < 5; index += 1) await rename(`Not written ${index}`)
    expect((await readPresent(queries(), key)).lines[0]?.text).toBe('Not written 4')
    expect((await rowsOf('activity')).length).toBe(entries + 1)
    expect((await list()).entries[0]).toMatchObject({ kind: 'more', count: 1 })

    // On the next day changes are logged again; those that were left out cannot be undone.
    ahead += 24 * 60 * 60_000
    const tomorrow = await revision()
    await rename('Kept again')
    await restore(tomorrow)
    expect((await readPresent(queries(), key)).lines[0]?.text).toBe('Not written 4')
    await expect(restore(kept)).rejects.toMatchObject({ code: 'too-old-to-undo' })
  })

  it('[S2] the log counts as storage, until it is deleted', async () => {
    const { context } = server.app
    const before = (await readStorageUse(context, organisationId)).usedBytes
    await createLine(context, sender, key, { text: 'x'.repeat(500) })
    const after = (await readStorageUse(context, organisationId)).usedBytes
    const largest = await queries()
      .selectFrom('activity_state')
      .select(({ fn }) => fn.max('size_bytes').as('bytes'))
      .executeTakeFirstOrThrow()
    expect(after - before).toBeGreaterThan(500 + 500)
    expect(after - before).toBeLessThan(Number(largest.bytes) + 1_500)
    ahead = 3 * UNDO_MS
    expect((await readStorageUse(context, organisationId)).usedBytes).toBeLessThan(after)
  })
})
