import {
  type ActivityEntry,
  ActivityId,
  DisplayId,
  ItemId,
  LineId,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MediaId,
  NO_PICTURE,
  OrganisationId,
  pathOf,
  type RestorePreview,
  type RouteBodyInput,
  type RouteResponse,
  RowId,
  type TableId,
  UNDO_MS,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepActivity } from '../../content/activity/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillDisplay } from '../../testing/fill-display.ts'
import { pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, PASSWORD } from '../../testing/people.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const params = SAMPLE_DISPLAY
const { organisationId } = SAMPLE_DISPLAY
const LINK = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' } as const
const failure = (status: number, code: string) => ({ status, body: { error: { code } } })

describeDialects('activity and undo', (dialect) => {
  let server: TestServer
  let owner: Client
  /** Added to the real time, to look back from later. */
  let ahead = 0

  beforeEach(async () => {
    ahead = 0
    server = await startTestServer({ dialect, now: () => Date.now() + ahead })
    owner = await server.signIn()
  })
  afterEach(() => server.close())

  async function list(query: Record<string, string> = {}, client = owner): Promise<RouteResponse<'listActivity'>> {
    const path = `${pathOf('listActivity', params)}?${new URLSearchParams(query)}`
    const response = await fetch(server.url + path, { headers: { cookie: client.cookie() } })
    expect(response.status).toBe(200)
    return (await response.json()) as RouteResponse<'listActivity'>
  }
  async function listAll(): Promise<ActivityEntry[]> {
    const path = pathOf('listOrganisationActivity', { organisationId })
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    return ((await response.json()) as RouteResponse<'listOrganisationActivity'>).entries
  }
  const newest = async () => {
    const [entry] = (await list({ kind: 'changes' })).entries
    if (!entry) throw new Error('nothing is written down')
    return entry
  }
  const programme = async () => (await owner.call('getProgramme', { params })).body
  const undo = (entry: ActivityEntry, headers: Record<string, string> = {}) =>
    owner.call('undoActivity', { params: { ...params, entryId: entry.id }, headers })
  const restore = (body: { revision: number } | { at: number }, headers: Record<string, string> = {}) =>
    owner.call('restoreProgramme', { params, body, headers })
  const preview = async (revision: number) => {
    const path = `${pathOf('previewRestore', params)}?revision=${revision}`
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    return { status: response.status, body: (await response.json()) as RestorePreview }
  }
  const update = (itemId: ItemId, body: object, ifMatch = '*') =>
    owner.call('updateItem', { params: { ...params, itemId }, body, headers: { 'if-match': ifMatch } })
  const remove = (itemId: ItemId) => owner.call('removeItem', { params: { ...params, itemId } })
  async function firstItems() {
    const { items, lines, revision } = await programme()
    const [first, second, third] = items
    const [line] = lines
    if (!first || !second || !third || !line) throw new Error('the sample is too small')
    return { first, second, third, line, revision }
  }
  /** The part that people see, without the revisions of single things, which always increase. */
  const shown = async () => {
    const { items, lines } = await programme()
    return {
      items: items.map(({ revision: _, ...item }) => item),
      lines: lines.map(({ revision: _, ...line }) => line),
    }
  }

  it('writes down who did what, with the title of that time, in the words of the command', async () => {
    const { first, line } = await firstItems()
    await update(first.id, { title: 'Open day' })
    await update(first.id, { visible: false })
    await update(first.id, { visible: true })
    await owner.call('moveItem', { params: { ...params, itemId: first.id }, body: { direction: 'down' } })
    await remove(first.id)
    const lineParams = { ...params, lineId: line.id }
    await owner.call('updateLine', { params: lineParams, body: { text: 'Welcome' }, headers: { 'if-match': '*' } })
    await owner.call('removeLine', { params: lineParams })
    await owner.call('updateDisplay', { params, body: { name: 'Electronics' } })
    const { entries, people } = await list()
    expect(entries.slice(0, 8).map(({ kind, subject }) => [kind, subject?.title])).toEqual([
      ['display-changed', 'Electronics'],
      ['line-removed', 'Welcome'],
      ['line-changed', 'Welcome'],
      ['item-removed', 'Open day'],
      ['item-moved', 'Open day'],
      ['item-shown', 'Open day'],
      ['item-hidden', 'Open day'],
      ['item-changed', 'Open day'],
    ])
    expect(entries[7]).toMatchObject({ fields: ['title'], subject: { formerTitle: first.title } })
    expect(entries[2]).toMatchObject({ fields: ['text'], subject: { formerTitle: line.text } })
    expect(entries[1]?.subject?.formerTitle).toBeNull()
    for (const entry of entries)
      expect(entry.actor.email === ADMIN.email || entry.actor.kind === 'command-line').toBe(true)
    expect(people).toEqual([ADMIN.email])
    const { revision } = await programme()
    expect(entries.slice(0, 8).map((entry) => entry.revision)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => revision - n),
    )
  })

  it('a command that changes nothing, or is repeated, leaves no entry of its own', async () => {
    const { first } = await firstItems()
    const before = (await list()).entries.length
    await owner.call('moveItem', { params: { ...params, itemId: first.id }, body: { direction: 'up' } })
    const headers = { 'if-match': '*', 'idempotency-key': 'the-same-command' }
    const ask = () =>
      owner.call('updateItem', { params: { ...params, itemId: first.id }, body: { title: 'Once' }, headers })
    expect((await ask()).body).toEqual((await ask()).body)
    expect((await list()).entries).toHaveLength(before + 1)
  })

  it('a change that fails leaves no entry, and an entry that cannot be written leaves no change', async () => {
    const { queries } = server.app.context.database
    const before = await programme()
    const ofChanges = queries.selectFrom('activity').select('id').where('revision_after', 'is not', null)
    const count = async () => (await ofChanges.execute()).length
    const entries = await count()
    expect((await update(ItemId.parse('nope'), { title: 'x' })).status).toBe(404)
    // Makes the insertion of entries fail.
    await queries.schema.alterTable('activity').renameColumn('request_id', 'elsewhere').execute()
    expect((await update(before.items[0]?.id ?? ItemId.parse('x'), { title: 'Half' })).status).toBe(500)
    await queries.schema.alterTable('activity').renameColumn('elsewhere', 'request_id').execute()
    expect(await programme()).toEqual(before)
    expect(await count()).toBe(entries)
  })

  it('[B103] the database refuses to change an entry, and to remove one before its time', async () => {
    const { queries } = server.app.context.database
    const rows = () => queries.selectFrom('activity').selectAll().orderBy('id').execute()
    // Waiting entries would otherwise come in between.
    await server.app.events.flush()
    const before = await rows()
    expect(before.length).toBeGreaterThan(0)
    await expect(queries.updateTable('activity').set({ actor_email: 'x' }).execute()).rejects.toThrow(/append-only/)
    await expect(queries.deleteFrom('activity').execute()).rejects.toThrow(/append-only/)
    expect(await rows()).toEqual(before)

    const [row] = before
    if (!row) throw new Error('nothing is written down')
    const { id: _, ...old } = { ...row, at: Date.now() - 401 * 24 * 60 * 60_000 }
    await queries.insertInto('activity').values(old).execute()
    await sweepActivity(server.app.context)
    expect(await rows()).toEqual(before)
  })

  it('an organisation that is removed takes its log along', async () => {
    const operator = (await enterAs(server, 'provider', { operator: true })).client
    await operator.call('suspendOrganisation', { params: { organisationId } })
    expect((await operator.call('removeOrganisation', { params: { organisationId } })).status).toBe(204)
    const left = await server.app.context.database.queries
      .selectFrom('activity')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .execute()
    expect(left).toEqual([])
  })

  it('a removed item and a removed line come back where they were, as one change that screens hear of', async () => {
    const { second, line } = await firstItems()
    const before = await shown()
    const stream = await openStream(server.url + pathOf('streamManifest', params), {})
    const start = (await stream.next('manifest')).data as { revision: number; loopStartedAt: number }
    await remove(second.id)
    const gone = (await stream.next('manifest')).data as typeof start
    const entry = await newest()
    expect(entry).toMatchObject({ kind: 'item-removed', undo: 'bring-back', subject: { title: second.title } })
    expect((await undo(entry)).body).toMatchObject({ revision: start.revision + 2 })
    const back = (await stream.next('manifest')).data as typeof start
    expect(back.revision).toBe(start.revision + 2)
    expect(back.loopStartedAt).toBeGreaterThanOrEqual(gone.loopStartedAt)
    expect(await shown()).toEqual(before)
    expect(await newest()).toMatchObject({
      kind: 'undone',
      undoes: { kind: 'item-removed' },
      subject: { title: second.title },
      undo: 'take-away',
    })

    await owner.call('removeLine', { params: { ...params, lineId: line.id } })
    await undo(await newest())
    expect(await shown()).toEqual(before)
    // A line does not restart the loop (P9).
    const { loopStartedAt } = (await server.anonymous.call('getManifest', { params })).body
    expect(loopStartedAt).toBe(back.loopStartedAt)
    stream.close()
  })

  it('T4 an undo of something changed since is refused with what is there now; one undone already, too', async () => {
    const { first } = await firstItems()
    await update(first.id, { title: 'By the first' })
    const entry = await newest()
    await update(first.id, { title: 'By the second' })
    expect(await undo(entry)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { title: 'By the second' } } },
    })
    expect((await programme()).items[0]).toMatchObject({ title: 'By the second' })
    expect((await list()).entries.find(({ id }) => id === entry.id)?.undo).toBeNull()

    const second = (await list()).entries.find(({ kind }) => kind === 'item-changed')
    if (!second) throw new Error('the edit is not written down')
    expect((await undo(second)).status).toBe(200)
    expect((await programme()).items[0]).toMatchObject({ title: 'By the first' })
    expect(await undo(second)).toMatchObject(failure(412, 'changed-meanwhile'))

    await remove(first.id)
    const removal = await newest()
    expect(await undo(entry)).toMatchObject(failure(404, 'item-not-found'))
    expect((await undo(removal)).status).toBe(200)
    expect(await undo(removal)).toMatchObject(failure(412, 'changed-meanwhile'))
  })

  it('T4 so is that of a line: changed since, gone since, or there again', async () => {
    const { line } = await firstItems()
    const lineParams = { ...params, lineId: line.id }
    const save = (text: string) =>
      owner.call('updateLine', { params: lineParams, body: { text }, headers: { 'if-match': '*' } })
    await save('By the first')
    const entry = await newest()
    await save('By the second')
    expect(await undo(entry)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { text: 'By the second' } } },
    })
    await owner.call('removeLine', { params: lineParams })
    const removal = await newest()
    expect(await undo(entry)).toMatchObject(failure(404, 'line-not-found'))
    expect((await undo(removal)).status).toBe(200)
    expect(await undo(removal)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { text: 'By the second' } } },
    })
  })

  it('only changes of entries can be undone: not a name, nor a thing that is no entry', async () => {
    await owner.call('updateDisplay', { params, body: { name: 'Electronics' } })
    const renamed = await newest()
    expect(renamed).toMatchObject({ kind: 'display-changed', undo: null })
    expect(await undo(renamed)).toMatchObject(failure(404, 'activity-not-found'))
    expect(await undo({ ...renamed, id: ActivityId.parse('999999') })).toMatchObject(failure(404, 'activity-not-found'))
  })

  it('T4 a restored entry has a new revision: an edit of an older one is refused', async () => {
    const { first, line, revision } = await firstItems()
    const { item } = (await update(first.id, { title: 'Seen by somebody' })).body
    const seen = item.revision
    await remove(first.id)
    expect((await restore({ revision })).status).toBe(200)
    expect(await update(first.id, { title: 'Over what they never saw' }, `"${seen}"`)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { title: first.title } } },
    })

    const lineParams = { ...params, lineId: line.id }
    const rewrite = (text: string, ifMatch: string) =>
      owner.call('updateLine', { params: lineParams, body: { text }, headers: { 'if-match': ifMatch } })
    await owner.call('removeLine', { params: lineParams })
    const removal = await newest()
    await undo(removal)
    const { revision: seenLine } = (await rewrite('Seen by somebody', '*')).body.line
    await owner.call('removeLine', { params: lineParams })
    // Undoes the older of two removals.
    expect((await undo(removal)).status).toBe(200)
    expect(await rewrite('Over what they never saw', `"${seenLine}"`)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { text: line.text } } },
    })
  })

  it('the fit of a picture is logged, undone and restored like the rest of it', async () => {
    const { first, revision } = await firstItems()
    const placing = async () => {
      const item = (await programme()).items.find(({ id }) => id === first.id)
      return { fit: item?.fit, focus: item?.focus }
    }
    const cut = { fit: 'cover', focus: { x: 0.25, y: 1 } } as const
    await update(first.id, cut)
    const entry = await newest()
    expect(entry).toMatchObject({ kind: 'item-changed', fields: ['fit'], undo: 'put-back' })
    await update(first.id, { focus: { x: 0.5, y: 0 } })
    expect(await newest()).toMatchObject({ kind: 'item-changed', fields: ['fit'] })
    expect((await preview(revision)).body.differences).toMatchObject([{ effect: 'changes', fields: ['fit'] }])
    await undo(await newest())
    expect(await placing()).toEqual(cut)
    await remove(first.id)
    await undo(await newest())
    expect(await placing()).toEqual(cut)
    await restore({ revision })
    expect(await placing()).toEqual({ fit: first.fit, focus: first.focus })
    await undo(await newest())
    expect(await placing()).toEqual(cut)
    // Together with another field, a change of visibility counts as an edit.
    await update(first.id, { visible: !first.visible, fit: 'contain' })
    expect(await newest()).toMatchObject({ kind: 'item-changed', fields: ['visible', 'fit'] })
  })

  it('[F52] an undo and a restore sent twice are done once', async () => {
    const { first, revision } = await firstItems()
    await remove(first.id)
    const entry = await newest()
    const headers = { 'idempotency-key': 'undo-it-once' }
    const answers = await Promise.all([undo(entry, headers), undo(entry, headers)])
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { revision: revision + 2 }],
      [200, { revision: revision + 2 }],
    ])
    const again = { 'idempotency-key': 'restore-it-once' }
    await remove(first.id)
    expect((await restore({ revision }, again)).body).toEqual((await restore({ revision }, again)).body)
    expect((await programme()).revision).toBe(revision + 4)
  })

  it('a restored entry whose place is taken is put right behind it', async () => {
    const { first, second, third } = await firstItems()
    await remove(second.id)
    const entry = await newest()
    // The position between the same two neighbours is the same.
    await owner.call('moveItem', { params: { ...params, itemId: third.id }, body: { direction: 'up' } })
    const moved = (await programme()).items.at(0)?.id
    await owner.call('moveItem', { params: { ...params, itemId: third.id }, body: { after: first.id } })
    expect([first.id, third.id]).toContain(moved)
    expect((await undo(entry)).status).toBe(200)
    const { items } = await programme()
    expect(new Set(items.map(({ position }) => position)).size).toBe(items.length)
    expect(items.map(({ id }) => id)).toContain(second.id)
    for (const item of items.slice(1)) {
      expect(
        (await owner.call('moveItem', { params: { ...params, itemId: item.id }, body: { direction: 'up' } })).status,
      ).toBe(200)
    }
  })

  it('going back to a chosen moment: the changes are shown first, happen as one change, and can be undone', async () => {
    const { first, second, line, revision } = await firstItems()
    const before = await shown()
    await update(first.id, { visible: false, title: 'Renamed' })
    await remove(second.id)
    await owner.call('createItem', { params, body: LINK })
    await owner.call('removeLine', { params: { ...params, lineId: line.id } })
    const after = await shown()

    const { body } = await preview(revision)
    expect(body).toMatchObject({ revision: revision + 4, to: revision, missing: [] })
    expect(body.differences.map(({ type, title, effect, fields }) => [type, title, effect, fields])).toEqual([
      ['item', LINK.title, 'goes-away', []],
      ['item', 'Renamed', 'changes', ['title', 'visible']],
      ['item', second.title, 'comes-back', []],
      ['line', line.text, 'comes-back', []],
    ])
    expect(await shown()).toEqual(after)
    expect(await restore({ revision }, { 'if-match': `"${revision}"` })).toMatchObject(
      failure(412, 'changed-meanwhile'),
    )
    expect((await restore({ revision }, { 'if-match': `"${revision + 4}"` })).body).toEqual({
      revision: revision + 5,
      to: revision,
      missing: [],
    })
    expect(await shown()).toEqual(before)

    const entry = await newest()
    expect(entry).toMatchObject({ kind: 'restored', count: 4, restoredTo: { revision }, undo: 'put-back' })
    expect((await undo(entry)).status).toBe(200)
    expect(await shown()).toEqual(after)
    // Restoring the present state is not a change.
    expect((await restore({ revision: revision + 4 })).body.revision).toBe(revision + 6)
    expect((await newest()).kind).toBe('undone')
  })

  it('a moment is named by the clock as well', async () => {
    const { first } = await firstItems()
    const before = await shown()
    ahead += 60_000
    const moment = Date.now() + ahead
    ahead += 60_000
    await remove(first.id)
    expect((await restore({ at: moment })).status).toBe(200)
    expect(await shown()).toEqual(before)
    expect(await restore({ at: 0 })).toMatchObject(failure(410, 'too-old-to-undo'))
    expect(await restore({ revision: 999 })).toMatchObject(failure(410, 'too-old-to-undo'))
  })

  it('[B47] a restored entry is refused on a full display, unless as much is removed', async () => {
    const { second, line, revision } = await firstItems()
    await fillDisplay(server, params, { items: MAX_ITEMS_PER_DISPLAY - 1, lines: MAX_LINES_PER_DISPLAY - 1 })
    await remove(second.id)
    const item = await newest()
    await owner.call('removeLine', { params: { ...params, lineId: line.id } })
    const text = await newest()
    for (const _ of [1, 2]) {
      await owner.call('createItem', { params, body: { ...LINK, visible: false } })
      await owner.call('createLine', { params, body: { text: 'In its place' } })
    }
    expect(await undo(item)).toMatchObject(failure(409, 'too-many-items'))
    expect(await undo(text)).toMatchObject(failure(409, 'too-many-lines'))
    const full = await programme()
    expect(full.items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
    const last = full.items.at(-1)
    if (!last) throw new Error('there is no item')
    await remove(last.id)
    expect((await undo(item)).status).toBe(200)
    expect((await programme()).items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
    // Everything that was added is removed, and the two are restored; and the reverse.
    const before = (await programme()).revision
    expect((await restore({ revision })).status).toBe(200)
    expect((await programme()).items.map(({ id }) => id)).toContain(second.id)
    expect((await restore({ revision: before })).status).toBe(200)
    const again = await programme()
    expect([again.items.length, again.lines.length]).toEqual([MAX_ITEMS_PER_DISPLAY, MAX_LINES_PER_DISPLAY])
  })

  it('a change older than 30 days is still listed, and cannot be undone', async () => {
    const { first, revision } = await firstItems()
    await remove(first.id)
    const entry = await newest()
    ahead = UNDO_MS + 60_000
    owner = await server.signIn()
    expect(await newest()).toMatchObject({ id: entry.id, undo: null, restorable: false })
    expect(await undo(entry)).toMatchObject(failure(410, 'too-old-to-undo'))
    expect(await restore({ revision })).toMatchObject(failure(410, 'too-old-to-undo'))
    expect(await preview(revision)).toMatchObject(failure(410, 'too-old-to-undo'))
  })

  it('a file that is gone all the same is said, and everything else comes back', async () => {
    const { first, second, revision } = await firstItems()
    await remove(first.id)
    const entry = await newest()
    await remove(second.id)
    const { queries } = server.app.context.database
    const id = MediaId.parse(/([^/]+)\.\w+$/.exec(first.url)?.[1])
    await queries.deleteFrom('media_file').where('id', '=', id).execute()
    expect(await undo(entry)).toMatchObject(failure(410, 'file-gone'))
    const missing = [{ type: 'item', id: first.id, title: first.title }]
    expect((await preview(revision)).body).toMatchObject({ missing })
    expect((await restore({ revision })).body).toMatchObject({ missing })
    const ids = (await programme()).items.map((item) => item.id)
    expect(ids).toContain(second.id)
    expect(ids).not.toContain(first.id)
  })

  it('going back to a file that is deleted keeps the present file, and the rest goes back', async () => {
    const { first, revision } = await firstItems()
    const elsewhere = { url: 'https://example.org/elsewhere.jpg', type: 'image' }
    await update(first.id, { title: 'Elsewhere', ...elsewhere })
    const id = MediaId.parse(/([^/]+)\.\w+$/.exec(first.url)?.[1])
    await server.app.context.database.queries.deleteFrom('media_file').where('id', '=', id).execute()
    const missing = [{ type: 'item', id: first.id, title: first.title }]
    expect((await restore({ revision }, { 'if-match': '*' })).body).toMatchObject({ missing })
    expect((await programme()).items[0]).toMatchObject({ id: first.id, title: first.title, ...elsewhere })
  })

  it('U Low: says what the people are called, and is told no name by a stranger who types an address', async () => {
    const path = pathOf('listOrganisationActivity', { organisationId })
    const page = async () => {
      const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
      return (await response.json()) as RouteResponse<'listOrganisationActivity'>
    }
    await owner.call('createItem', { params, body: LINK })
    expect((await page()).names).toEqual({ [ADMIN.email]: 'Administrator' })
    expect((await list()).names).toEqual({ [ADMIN.email]: 'Administrator' })

    const another = { email: 'another@vnr.example' as never, password: PASSWORD }
    await server.app.accounts.createUser({ ...another, name: 'Somebody Else' })
    await createClient(server.url).call('signIn', { params: {}, body: { ...another, password: 'something else' } })
    expect(Object.values((await page()).names)).not.toContain('Somebody Else')
  })

  it('[B24] [B98] the log has typed titles as they are, and nothing else that was sent', async () => {
    const title = '<img src=x onerror=alert(1)> "><svg/onload=alert(1)> \u200f'.trim()
    await owner.call('createItem', { params, body: { ...LINK, title } })
    expect((await newest()).subject?.title).toBe(title)
    const secret = 'a-secret-that-nobody-may-read'
    await owner.call('changePassword', { params: {}, body: { current: secret, password: `${secret} anew` } })
    await server.anonymous.call('signIn', { params: {}, body: { email: ADMIN.email, password: secret } })
    await owner.call('createItem', { params, body: { ...LINK, title: secret, url: 'javascript:alert(1)' } })
    await owner.call('createItem', { params, body: { ...LINK, [secret]: 1 } as never })
    await server.app.events.flush()
    const rows = await server.app.context.database.queries.selectFrom('activity').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows.filter(({ kind }) => kind === 'refused').length).toBeGreaterThan(1)
  })

  it('refusals are written down: by rights, by what changed meanwhile, by what does not fit', async () => {
    const { first } = await firstItems()
    const viewer = await enterAs(server, 'viewer', { role: 'viewer' })
    await viewer.client.call('removeItem', { params: { ...params, itemId: first.id } })
    await update(first.id, { title: 'x' }, '"99"')
    await update(first.id, { title: '' })
    const { entries } = await list({ kind: 'refusals' })
    expect(entries.map(({ actor, command, code, revision }) => [actor.email, command, code, revision])).toEqual([
      [ADMIN.email, 'updateItem', 'title-missing', null],
      [ADMIN.email, 'updateItem', 'changed-meanwhile', null],
      [viewer.email, 'removeItem', 'not-allowed', null],
    ])
    const theirs = await list({ person: viewer.email })
    expect(theirs.entries.map(({ kind }) => kind)).toEqual(['refused'])
  })

  it('an attempt on another organisation is in the person’s own log, without the other’s ids', async () => {
    const foreign = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await owner.call('createLine', { params: foreign, body: { text: 'x' } })
    const [entry] = (await listAll()).filter(({ kind }) => kind === 'refused')
    expect(entry).toMatchObject({ displayId: null, command: 'createLine', code: 'display-not-found' })
    expect(JSON.stringify(entry)).not.toContain('elsewhere')
    expect((await list()).entries.some(({ kind }) => kind === 'refused')).toBe(false)
  })

  it('[B98] sign-ins, refused ones too, and new passwords stand in the log of the organisation', async () => {
    const { email, client } = await enterAs(server, 'somebody', { role: 'editor' })
    const wrong = { email, password: 'something else' }
    await createClient(server.url).call('signIn', { params: {}, body: wrong })
    await createClient(server.url).call('signIn', {
      params: {},
      body: { ...wrong, email: 'nobody@people.example' as never },
    })
    const password = 'another pass phrase for somebody'
    await client.call('changePassword', { params: {}, body: { current: PASSWORD, password } })
    await client.call('signOut', { params: {} })
    const all = (await listAll()).filter(({ actor }) => actor.email.endsWith('@people.example'))
    expect(all.map(({ kind, actor, code }) => [kind, actor.kind, code])).toEqual([
      ['signed-out', 'person', null],
      ['password-changed', 'person', null],
      ['sign-in-refused', 'unknown', 'invalid-credential'],
      ['signed-in', 'person', null],
    ])
  })

  it('[B98] a flood of refusals is bounded, and what is left out is counted', async () => {
    const before = (await listAll()).length
    const itemId = ItemId.parse('nope')
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => remove(itemId)))
      await server.app.events.flush()
    }
    ahead += 61_000
    const entries = await server.app.context.database.queries
      .selectFrom('activity')
      .select('kind')
      .where('kind', '=', 'refused')
      .execute()
    expect(entries.length).toBeLessThanOrEqual(121)
    const [told] = (await listAll()).filter(({ kind }) => kind === 'more')
    expect(told?.count).toBe(300 - entries.length)
    expect(before).toBeGreaterThan(0)
  })

  it('Z2 a viewer reads and may undo nothing; the log of the organisation is the owners’', async () => {
    const { first } = await firstItems()
    await remove(first.id)
    const entry = await newest()
    const { client } = await enterAs(server, 'viewer', { role: 'viewer' })
    expect((await list({}, client)).entries.length).toBeGreaterThan(0)
    const entryId = entry.id
    expect(await client.call('undoActivity', { params: { ...params, entryId } })).toMatchObject(
      failure(403, 'not-allowed'),
    )
    expect(await client.call('listOrganisationActivity', { params: { organisationId } })).toMatchObject(
      failure(403, 'not-allowed'),
    )
  })

  it('[B18] an entry of another display is not found here, nor one of a removed display with the same id', async () => {
    await owner.call('createDisplay', {
      params: { organisationId },
      body: { id: DisplayId.parse('lab'), name: 'Laboratory' },
    })
    const lab = { organisationId, displayId: DisplayId.parse('lab') }
    const { first } = await firstItems()
    await remove(first.id)
    const entryId = (await newest()).id
    expect(await owner.call('undoActivity', { params: { ...lab, entryId } })).toMatchObject(
      failure(404, 'activity-not-found'),
    )
    const { revision } = await programme()
    await owner.call('removeDisplay', { params, headers: { 'if-match': '*' } })
    await owner.call('createDisplay', { params: { organisationId }, body: { id: params.displayId, name: 'Anew' } })
    expect((await list()).entries.map(({ kind }) => kind)).toEqual(['display-added'])
    expect(await owner.call('undoActivity', { params: { ...params, entryId } })).toMatchObject(
      failure(404, 'activity-not-found'),
    )
    expect(await restore({ revision })).toMatchObject(failure(410, 'too-old-to-undo'))
    expect((await listAll()).map(({ kind }) => kind)).toContain('display-removed')
  })

  describe('the log of a display', () => {
    const LAB = { organisationId, displayId: DisplayId.parse('lab') }
    const put = (heading: string, more: Partial<RouteBodyInput<'startInsert'>> = {}) =>
      owner.call('startInsert', {
        params: { organisationId },
        body: {
          content: { kind: 'notice', notice: { look: 'paper', heading, body: '', byline: '' } },
          place: 'left',
          displays: null,
          minutes: 10,
          ...more,
        },
      })
    /** The entries about take-overs and inserts, newest first. */
    const covering = async (query: Record<string, string> = {}) =>
      (await list(query)).entries
        .filter(({ subject }) => subject?.type === 'insert' || subject?.type === 'take-over')
        .map(({ kind, subject }) => [kind, subject?.title])

    it('[LY7] has the inserts and take-overs on it and on its screens, and no others', async () => {
      await owner.call('createDisplay', { params: { organisationId }, body: { id: LAB.displayId, name: 'Laboratory' } })
      const screen = await pairScreen(server, owner, 'Left')
      const elsewhere = await pairScreen(server, owner, 'Far', LAB)
      const { body: tea } = await put('Tea', { displays: [params.displayId] })
      await put('Elsewhere', { displays: [LAB.displayId] })
      await put('On the screen of another', { displays: [], screenIds: [elsewhere.screen.id] })
      await put('On its screen', { displays: [], screenIds: [screen.screen.id] })
      await put('Everywhere')
      await owner.call('endInsert', { params: { organisationId, insertId: tea.id } })
      await owner.call('startTakeOver', {
        params: { organisationId },
        body: { content: { kind: 'line', text: 'Closed' }, displays: [params.displayId], drill: false, minutes: 5 },
      })
      await owner.call('prepareTakeOver', {
        params: { organisationId },
        body: { name: 'Fire', content: { kind: 'line', text: 'Leave the house' } },
      })
      const all = [
        ['take-over-started', 'Closed'],
        ['insert-ended', 'Tea'],
        ['insert-started', 'Everywhere'],
        ['insert-started', 'On its screen'],
        ['insert-started', 'Tea'],
      ]
      expect(await covering()).toEqual(all)
      expect(await covering({ kind: 'changes' })).toEqual(all)
      expect(await covering({ person: ADMIN.email })).toEqual(all)
      expect(await covering({ kind: 'refusals' })).toEqual([])
      expect(await covering({ person: 'nobody@vnr.example' })).toEqual([])
      const { entries } = await list()
      expect(entries.filter(({ kind }) => kind.startsWith('insert-')).every(({ undo }) => undo === null)).toBe(true)

      // A display that has the id of a removed one begins anew.
      await owner.call('removeDisplay', { params, headers: { 'if-match': '*' } })
      await owner.call('createDisplay', { params: { organisationId }, body: { id: params.displayId, name: 'Anew' } })
      expect((await list()).entries.map(({ kind }) => kind)).toEqual(['display-added'])
    })

    it('[LY7] comes in pages with them, newest first, each entry once', async () => {
      const { body: tea } = await put('Tea')
      for (let index = 0; index < 30; index += 1) {
        await owner.call('createLine', { params, body: { text: `Line ${index}` } })
        const body = { minutes: 20 + index }
        await owner.call('prolongInsert', { params: { organisationId, insertId: tea.id }, body })
      }
      const first = await list()
      expect(first.entries).toHaveLength(50)
      const second = await list({ before: first.next ?? '' })
      const found = [...first.entries, ...second.entries]
      const ids = found.map(({ id }) => Number(id))
      expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
      expect(found.filter(({ kind }) => kind === 'insert-prolonged')).toHaveLength(30)
      expect(found.filter(({ subject }) => /^Line \d+$/.test(subject?.title ?? ''))).toHaveLength(30)
      expect(second.next).toBeNull()
    })

    it('[DT4] has what people changed in the tables that it shows, and callers who are limited see none of it', async () => {
      const makeTable = async (name: string) =>
        (
          await owner.call('createTable', {
            params: { organisationId },
            body: {
              name,
              language: 'en-GB',
              columns: [{ id: 'dish01', name: 'Dish', type: 'words' }],
              rows: [{ id: 'soup', cells: { dish01: `Soup of ${name}` } }],
            },
          })
        ).body.table
      const [menu, rooms, other] = [await makeTable('Menu'), await makeTable('Rooms'), await makeTable('Other')]
      const edit = (tableId: TableId, dish: string) =>
        owner.call('updateRow', {
          params: { organisationId, tableId, rowId: RowId.parse('soup') },
          body: { cells: { dish01: dish } },
          headers: { 'if-match': '*' },
        })
      const { body: line } = await owner.call('createLine', {
        params,
        body: { text: `Today: {cell ${menu.id}/soup/dish01}` },
      })
      expect(line.line.text).toContain(menu.id)
      const { body: made } = await owner.call('createPlaylist', { params: { organisationId }, body: { name: 'Side' } })
      await owner.call('setLayout', {
        params,
        headers: { 'if-match': '"0"' },
        body: {
          layout: { arrangement: 'side-bar', dividers: [75], zones: [{ playlistId: made.playlist.id, stays: false }] },
        },
      })
      await owner.call('createItem', {
        params: { organisationId, playlistId: made.playlist.id } as never,
        body: {
          type: 'board',
          title: 'Rooms',
          url: NO_PICTURE,
          board: { tableId: rooms.id, look: 'plain' },
        },
      })
      for (const { id } of [menu, rooms, other]) await edit(id, 'Tomato soup')

      const ofTables = async (client = owner) =>
        (await list({}, client)).entries
          .filter(({ tableId }) => tableId !== null)
          .map(({ kind, tableId, undo, restorable }) => [kind, tableId, undo, restorable])
      expect(await ofTables()).toEqual([
        ['row-changed', rooms.id, null, false],
        ['row-changed', menu.id, null, false],
      ])
      expect((await list({ kind: 'refusals' })).entries.filter(({ tableId }) => tableId !== null)).toEqual([])
      const { client } = await enterAs(server, 'limited', { role: 'editor', displays: [params.displayId] })
      expect(await ofTables(client)).toEqual([])
    })
  })

  it('comes in pages, newest first, each entry once', async () => {
    for (let index = 0; index < 60; index += 1) {
      await owner.call('createLine', { params, body: { text: `Line ${index}` } })
    }
    const first = await list()
    expect(first.entries).toHaveLength(50)
    const second = await list({ before: first.next ?? '' })
    const ids = [...first.entries, ...second.entries].map(({ id }) => Number(id))
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
    expect(second.next).toBeNull()
    expect(second.entries.at(-1)?.kind).toBe('display-added')
    expect(LineId.safeParse(first.entries[0]?.id).success).toBe(true)
  })
})
