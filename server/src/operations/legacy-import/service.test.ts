import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  DisplayId,
  type DisplayKey,
  Email,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  OrganisationId,
} from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDisplays } from '../../content/displays/service.ts'
import { itemOf, listItems } from '../../content/programmes/service.ts'
import type { Hint } from '../../platform/bus/bus.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { listOrganisations } from '../../platform/organisations/service.ts'
import { describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { type ImportReport, importFiles, UnreadableFile } from './service.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples')
const example = (name: string) => join(EXAMPLES, name)
const keyOf = (organisation: string, display: string): DisplayKey => ({
  organisationId: OrganisationId.parse(organisation),
  displayId: DisplayId.parse(display),
})
const IMAGE = { title: 'A poster', url: 'https://files.example.org/a.jpg', type: 'image', visible: true }

describeDialects('legacy import', (dialect) => {
  let server: TestServer
  let folder: string
  let files = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-import-'))
    server = await startTestServer({ dialect })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function fileOf(content: unknown): Promise<string> {
    files += 1
    const file = join(folder, `${files}.json`)
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const run = (paths: string[], options: { at?: string; dryRun?: boolean } = {}) =>
    importFiles(server.app.context, server.app.accounts, paths, options)
  const bring = async (content: unknown, options: { at?: string; dryRun?: boolean } = {}) =>
    run([await fileOf(content)], options)
  const itemsOf = async (key: DisplayKey) =>
    (await listItems(server.app.context.database.queries, key)).map((item) => itemOf(item))
  const manifestOf = async (key: DisplayKey) => (await server.anonymous.call('getManifest', { params: key })).body
  const linesOf = async (key: DisplayKey) => (await manifestOf(key)).lines.map(({ text }) => text)
  const revisionOf = async (key: DisplayKey) =>
    (await listDisplays(server.app.context, key.organisationId)).find(({ id }) => id === key.displayId)?.revision
  const reasonsOf = (report: ImportReport, path: string) =>
    report.notes.filter((note) => note.path === path).map(({ effect, reason }) => `${effect}: ${reason}`)

  /** Everything that an import could have changed. */
  async function everything() {
    const { context, accounts } = server.app
    const organisations = await listOrganisations(context)
    const displays = []
    for (const { id } of organisations) {
      for (const display of await listDisplays(context, id)) {
        const key = { organisationId: display.organisationId, displayId: display.id }
        displays.push({ display, items: await itemsOf(key), lines: await linesOf(key) })
      }
    }
    return { organisations, displays, users: await accounts.listUsers() }
  }

  it('E5 the examples of the documentation come in as it says', async () => {
    const before = await itemsOf(keyOf('vnr', 'ece'))
    const report = await run(['realtime-database.json', 'ticker-documents.json', 'user-profiles.json'].map(example))
    expect(report.displays).toEqual([
      expect.objectContaining({
        organisationId: 'vnr',
        displayId: 'ece',
        created: false,
        items: { added: 4, known: 0, skipped: 1 },
        lines: { added: 2, known: 0, skipped: 0 },
      }),
      {
        organisationId: 'vnr',
        displayId: 'library',
        created: true,
        revision: 2,
        items: { added: 1, known: 0, skipped: 0 },
        lines: { added: 0, known: 0, skipped: 0 },
      },
    ])
    expect(report.profiles).toEqual({ added: 2, known: 0, skipped: 1 })
    expect(report.unknown).toEqual([])
    expect(report.notes.map(({ path, effect }) => `${path} ${effect}`)).toEqual([
      'users/somebody@elsewhere.example skipped',
      'vnr/ece/img/-NcA4dWelcomeFilm0000 taken',
      'vnr/ece/img/-NcA4dWelcomeFilm0000 taken',
      'vnr/ece/img/-NcA5eSlides000000000 skipped',
    ])

    const items = (await itemsOf(keyOf('vnr', 'ece'))).slice(before.length)
    expect(items.map(({ title }) => title)).toEqual([
      'Tech Symposium',
      'A walk over the campus',
      "Last year's timetable",
      'Untitled',
    ])
    expect(items.map(({ duration }) => duration)).toEqual([15, undefined, 30, undefined])
    expect(items.map(({ visible }) => visible)).toEqual([true, true, false, true])
    expect(items[0]?.uploadDate).toBe(1_693_526_400_000)
    expect((await linesOf(keyOf('vnr', 'ece'))).slice(-2)).toEqual([
      'Welcome to the Department of ECE',
      'The library opens at 8 & closes at 20',
    ])
    expect(await server.app.accounts.findProfile(Email.parse('librarian@vnr.example'))).toEqual({
      id: 'library',
      org: 'vnr',
      msg: 'until June',
      subType: 'standard',
    })
  })

  it('E5 the documentation names every example, and each can be imported by itself', async () => {
    const page = await readFile(join(EXAMPLES, '../importing.md'), 'utf8')
    for (const name of await readdir(EXAMPLES)) {
      expect(page).toContain(`(examples/${name})`)
      const report = await run([example(name)], { dryRun: true })
      expect(report.displays.length + report.profiles.added + report.profiles.known, name).toBeGreaterThan(0)
    }
  })

  it('E5 a second import, in another form and order, adds nothing and changes no revision', async () => {
    const before = await everything()
    const hints: Hint[] = []
    const stop = server.app.context.bus.onHint((hint) => hints.push(hint))
    const report = await run(['user-profile-documents.json', 'ticker-tree.json', 'realtime-database.json'].map(example))
    stop()
    expect(report.displays.map(({ items, lines }) => items.added + lines.added)).toEqual([0, 0])
    expect(report.displays[0]?.items).toEqual({ added: 0, known: 4, skipped: 1 })
    expect(report.displays[0]?.lines).toEqual({ added: 0, known: 2, skipped: 0 })
    expect(report.profiles).toEqual({ added: 0, known: 1, skipped: 0 })
    expect(hints).toEqual([])
    expect(await everything()).toEqual(before)
  })

  it('E5 entries that were changed since stay as they are; only new ones are added', async () => {
    const key = keyOf('again', 'hall')
    const first = { again: { hall: { img: { '-N1': IMAGE }, scroll: ['one', 'one', 'two'] } } }
    await bring(first)
    const [item] = await itemsOf(key)
    const admin = { email: 'again@vnr.example', password: 'another long phrase 4711' }
    await server.app.accounts.replaceUser({ ...admin, email: Email.parse(admin.email), name: 'A' })
    const profile = { id: 'hall', org: key.organisationId, msg: '', subType: 'standard' }
    await server.app.accounts.putProfile(server.app.context, { email: Email.parse(admin.email), ...profile })
    const client = await server.signIn(admin)
    const edited = await client.call('updateItem', {
      params: { ...key, itemId: item?.id as never },
      body: { title: 'Edited here' },
      headers: { 'if-match': '*' },
    })
    expect(edited.status).toBe(200)

    const report = await bring({
      again: {
        hall: { img: { '-N1': IMAGE, '-N2': { ...IMAGE, title: 'Second' } }, scroll: ['zero', 'one', 'one', 'two'] },
      },
    })
    expect(report.displays[0]?.items).toEqual({ added: 1, known: 1, skipped: 0 })
    expect(report.displays[0]?.lines).toEqual({ added: 1, known: 3, skipped: 0 })
    expect((await itemsOf(key)).map(({ title }) => title)).toEqual(['Edited here', 'Second'])
    expect(await linesOf(key)).toEqual(['one', 'one', 'two', 'zero'])
  })

  it('[F43] an entry that was removed here and is imported again has a new revision', async () => {
    const key = keyOf('removed', 'hall')
    const content = { removed: { hall: { img: { '-N1': IMAGE }, scroll: ['one'] } } }
    await bring(content)
    const { client } = await enterAs(server, 'remover', { role: 'owner', home: key })
    const programme = async () => (await client.call('getProgramme', { params: key })).body
    const seen = new Set<string>()
    // No round may repeat a revision of an earlier one: imports, changes and undo all create new revisions.
    for (const title of ['First', 'Second', 'Third']) {
      const [item] = (await programme()).items
      const [line] = (await programme()).lines
      if (!item || !line) throw new Error('nothing came in')
      const [ofItem, ofLine] = [
        { ...key, itemId: item.id },
        { ...key, lineId: line.id },
      ]
      const old = { item: `"${item.revision}"`, line: `"${line.revision}"` }
      for (const tag of [`item ${old.item}`, `line ${old.line}`]) {
        expect(seen).not.toContain(tag)
        seen.add(tag)
      }
      const headers = { 'if-match': old.item }
      const changed = await client.call('updateItem', { params: ofItem, body: { title }, headers })
      expect(changed.status).toBe(200)
      seen.add(`item "${changed.body.item.revision}"`)
      expect((await client.call('removeItem', { params: ofItem })).status).toBe(200)
      expect((await client.call('removeLine', { params: ofLine })).status).toBe(200)

      expect((await bring(content)).displays[0]).toMatchObject({ items: { added: 1 }, lines: { added: 1 } })
      const late = await client.call('updateItem', { params: ofItem, body: { title: 'Late' }, headers })
      expect(late).toMatchObject({ status: 412, body: { error: { code: 'changed-meanwhile' } } })
      const lateLine = await client.call('updateLine', {
        params: ofLine,
        body: { text: 'late' },
        headers: { 'if-match': old.line },
      })
      expect(lateLine).toMatchObject({ status: 412, body: { error: { code: 'changed-meanwhile' } } })
      expect((await programme()).items.map((one) => one.title)).toEqual([IMAGE.title])
      expect(await linesOf(key)).toEqual(['one'])
    }
  })

  it('E5 a display comes in as one change: its revision goes up by one and it is announced once, after the commit', async () => {
    const key = keyOf('once', 'hall')
    const heard: { hint: Hint; revision: number }[] = []
    const asked: Promise<unknown>[] = []
    const stop = server.app.context.bus.onHint((hint) => {
      asked.push(manifestOf(key).then(({ revision }) => heard.push({ hint, revision })))
    })
    await bring({ once: { hall: { img: { '-N1': IMAGE, '-N2': IMAGE }, scroll: ['one', 'two'] } } })
    stop()
    await Promise.all(asked)
    expect(heard).toEqual([
      {
        hint: {
          kind: 'programme.changed',
          organisationId: key.organisationId,
          programmeId: key.displayId,
          revision: 2,
        },
        revision: 2,
      },
    ])
    const manifest = await manifestOf(key)
    expect(manifest.items).toHaveLength(2)
    expect(manifest.loopStartedAt).toBeGreaterThan(Date.now() - 60_000)
  })

  it('E5 a dry run says what an import would say, and changes nothing', async () => {
    const content = { trial: { hall: { img: { '-N1': IMAGE, '-N2': 5 }, scroll: ['one'] } } }
    const users = { users: { 'trial@vnr.example': { id: 'hall', org: 'trial', msg: '', subType: '' } } }
    const before = await everything()
    const paths = [await fileOf(content), await fileOf(users)]
    const dry = await run(paths, { dryRun: true })
    expect(dry.displays[0]).toMatchObject({ created: true, items: { added: 1, known: 0, skipped: 1 } })
    expect(dry.profiles.added).toBe(1)
    expect(await everything()).toEqual(before)
    expect(await run(paths)).toEqual(dry)
  })

  it('E5 items come in the order of their generated keys, and a list with gaps in the order of its numbers', async () => {
    const named = (title: string) => ({ ...IMAGE, title })
    await bring({
      order: {
        keys: { img: { '-Nb': named('3'), '-NA': named('1'), '-N_': named('2'), __a: named('4') } },
        list: { img: [null, named('1'), null, named('3')], scroll: { '10': 'ten', '2': 'two' } },
      },
    })
    expect((await itemsOf(keyOf('order', 'keys'))).map(({ title }) => title)).toEqual(['1', '2', '3', '4'])
    expect((await itemsOf(keyOf('order', 'list'))).map(({ title }) => title)).toEqual(['1', '3'])
    expect(await linesOf(keyOf('order', 'list'))).toEqual(['two', 'ten'])
  })

  describe('E5 where an export was taken from', () => {
    const display = { img: { '-N1': IMAGE }, scroll: ['one'] }

    it.each([
      ['the whole database', (org: string) => ({ displays: { [org]: { hall: display } } }), undefined],
      ['displays', (org: string) => ({ [org]: { hall: display } }), undefined],
      ['an organisation', () => ({ hall: display }), (org: string) => `displays/${org}`],
      ['a display', () => display, (org: string) => `/displays/${org}/hall/`],
      ['its items', () => display.img, (org: string) => `${org}/hall/img`],
      ['its ticker', () => display.scroll, (org: string) => `${org}/hall/scroll`],
      ['one item', () => IMAGE, (org: string) => `displays/${org}/hall/img/-N1`],
    ])('%s', async (name, content, at) => {
      const org = `from-${name.replaceAll(' ', '-')}`
      const report = await bring(content(org), at ? { at: at(org) } : {})
      expect(report.displays).toHaveLength(1)
      expect(report.displays[0]).toMatchObject({ organisationId: org, displayId: 'hall' })
      expect(report.unknown).toEqual([])
    })

    it.each([
      ['an organisation', { hall: display }],
      ['a display', display],
    ])('%s without a word where it was is refused, and the way out is named', async (_name, content) => {
      await expect(bring(content)).rejects.toThrow('--at displays/ORGANISATION')
    })

    it('data that is not Placard’s is skipped and named', async () => {
      const report = await bring({
        analytics: { days: { '2023-09-01': { views: 4 }, '2023-09-02': { views: 5 } }, total: 9 },
        displays: { beside: { hall: { ...display, theme: 'dark' } } },
        settings: 'none',
      })
      expect(report.displays).toHaveLength(1)
      expect(report.unknown.map(({ part, count }) => [part, count])).toEqual([
        ['analytics', 3],
        ['displays/beside', 1],
        ['settings', 1],
      ])
    })
  })

  describe('E5 [B96] invalid data', () => {
    const one = async (item: unknown, org: string) => {
      const report = await bring({ [org]: { hall: { img: { key: item } } } })
      const key = keyOf(org, 'hall')
      const items = report.displays.length === 0 ? [] : await itemsOf(key)
      return { item: items[0], reasons: reasonsOf(report, `${org}/hall/img/key`) }
    }

    it.each([
      ['unknown type', { ...IMAGE, type: 'pdf' }, 'its type is "pdf"'],
      ['type of another case', { ...IMAGE, type: 'Image' }, 'its type is "Image"'],
      ['type missing', { ...IMAGE, type: undefined }, 'its type is missing'],
      ['address missing', { ...IMAGE, url: undefined }, 'its address is missing'],
      ['address empty', { ...IMAGE, url: '  ' }, 'its address is empty'],
      ['address nested', { ...IMAGE, url: [['https://a.example']] }, 'its address is a list'],
      ['address endless', { ...IMAGE, url: `https://a.example/${'a'.repeat(3_000)}` }, 'longer than 2048'],
      ['picture as text', { ...IMAGE, url: `data:image/png;base64,${'A'.repeat(200_000)}` }, 'too long'],
      ['address with NUL', { ...IMAGE, url: 'https://a.example/\u0000' }, 'cannot be stored'],
      ['half a pair', { ...IMAGE, url: 'https://a.example/\ud800' }, 'cannot be stored'],
      ['text', 'an item', 'it is a text, not an item'],
      ['nested lists', [[[IMAGE]]], 'it is a list, not an item'],
      ['number', 7, 'it is a number, not an item'],
      ['our own missing file', { ...IMAGE, url: '/media/nothing.jpg' }, 'does not have'],
    ])('skips an item: %s', async (name, item, reason) => {
      const { item: stored, reasons } = await one(item, `skip-${name.toLowerCase().replaceAll(' ', '-')}`)
      expect(stored).toBeUndefined()
      expect(reasons).toEqual([expect.stringContaining(reason)])
      expect(reasons[0]).toMatch(/^skipped: /)
    })

    it.each([
      ['no title', { title: undefined }, { title: 'Untitled' }, 'it has no title'],
      ['a blank title', { title: ' \u200b ' }, { title: 'Untitled' }, 'it has no title'],
      ['a title that is a list', { title: ['a'] }, { title: 'Untitled' }, 'it has no title'],
      ['a long title', { title: '😀'.repeat(150) }, { title: `${'😀'.repeat(99)}…` }, 'longer than 200'],
      ['an endless title', { title: 'a'.repeat(9_000) }, { title: `${'a'.repeat(199)}…` }, 'longer than 200'],
      ['control characters', { title: 'a\u0000b\u001b[31mc' }, { title: 'ab[31mc' }, 'cannot be stored'],
      ['half a pair', { title: 'a\ud83dz' }, { title: 'az' }, 'cannot be stored'],
      ['a duration that is none', { duration: 'abc' }, {}, '"abc"'],
      ['a duration that is an object', { duration: {} }, {}, 'an object'],
      ['visibility as text', { visible: 'true' }, { visible: true }, 'the text "true"'],
      ['visibility as number', { visible: 1 }, { visible: false }, 'it is hidden'],
      ['no visibility', { visible: undefined }, { visible: false }, 'it is hidden'],
      ['a date that is none', { uploadDate: { '.sv': 'timestamp' } }, {}, 'date of the import'],
      ['javascript', { url: 'javascript:alert(1)' }, { playable: false, url: 'javascript:alert(1)' }, 'only http'],
      [
        'a password in it',
        { url: 'https://a:b@c.example/' },
        { playable: false, url: 'https://a:b@c.example/' },
        'a password',
      ],
      [
        'words for an address',
        { url: 'see the server' },
        { playable: false, url: 'see the server' },
        'not a web address',
      ],
      ['a field too many', { colour: 'red', __proto__x: 1 }, {}, '"colour", "__proto__x"'],
    ])('takes an item: %s', async (name, change, expected, reason) => {
      const { item, reasons } = await one({ ...IMAGE, ...change }, `take-${name.replaceAll(' ', '-')}`)
      const fields = { ...IMAGE, playable: true, ...expected }
      expect(item).toEqual(expect.objectContaining(fields))
      expect(item?.duration).toBeUndefined()
      expect(reasons).toEqual([expect.stringContaining(reason)])
      expect(reasons[0]).toMatch(/^taken: /)
    })

    it('takes what is only written otherwise without a word', async () => {
      const title = '<b onload="alert(1)">&amp; {{7*7}} =1+1</b>'
      const { item, reasons } = await one(
        { ...IMAGE, title, url: ' https://a.example/b.jpg\n', duration: '15', uploadDate: '1693526400000' },
        'silent',
      )
      expect(item).toMatchObject({ title, url: 'https://a.example/b.jpg', duration: 15, uploadDate: 1_693_526_400_000 })
      expect(reasons).toEqual([])
    })

    it('an item without a date has the date of the import', async () => {
      const before = Date.now()
      const { item, reasons } = await one(IMAGE, 'undated')
      expect(item?.uploadDate).toBeGreaterThanOrEqual(before)
      expect(reasons).toEqual([])
    })

    it('lines: markup is text, what cannot be read is skipped, what is too long is cut', async () => {
      const report = await bring({
        lines: {
          hall: { scroll: ['<marquee>a</marquee>', ['nested'], 5, '', null, 'b\r\nc', 'd'.repeat(600), 'e\u0007'] },
        },
      })
      expect(await linesOf(keyOf('lines', 'hall'))).toEqual(['<marquee>a</marquee>', 'b c', `${'d'.repeat(499)}…`, 'e'])
      expect(report.displays[0]?.lines).toEqual({ added: 4, known: 0, skipped: 4 })
      expect(report.notes.map(({ path, effect }) => `${path.slice(-1)} ${effect}`)).toEqual([
        '1 skipped',
        '2 skipped',
        '3 skipped',
        '4 skipped',
        '6 taken',
        '7 taken',
      ])
    })

    it('[B42] hostile names are names: an id or not an id, and nothing is polluted', async () => {
      const report = await bring(
        `{"displays":{
          "__proto__":{"ece":{"img":{"k":${JSON.stringify(IMAGE)}}}},
          "constructor":{"tostring":{"img":{"__proto__":${JSON.stringify(IMAGE)},"../../etc/passwd":${JSON.stringify(IMAGE)}}}},
          "..":{"..":{"img":{"k":${JSON.stringify(IMAGE)}}}},
          "VNR":{"ECE":{"scroll":["a"]}}
        },"users":{"__proto__":{"org":"constructor","id":"tostring"},"toString":{"org":"vnr"}}}`,
      )
      expect(report.displays.map(({ organisationId, displayId }) => `${organisationId}/${displayId}`)).toEqual([
        'constructor/tostring',
      ])
      expect(report.displays[0]?.items.added).toBe(2)
      expect(report.notes.map(({ path, effect }) => `${path} ${effect}`)).toEqual([
        '../.. skipped',
        'VNR/ECE skipped',
        '__proto__/ece skipped',
        'users/__proto__ skipped',
        'users/toString skipped',
      ])
      expect(({} as { org?: string; img?: string }).org ?? ({} as { img?: string }).img).toBeUndefined()
    })

    it('keys that differ in a way that ids do not have are still two items', async () => {
      await bring({ keys: { hall: { img: { '-Na': IMAGE, '-NA': IMAGE, 'a/b': IMAGE, '': IMAGE } } } })
      const ids = (await itemsOf(keyOf('keys', 'hall'))).map(({ id }) => id)
      expect(new Set(ids).size).toBe(4)
      for (const id of ids) expect(id).toMatch(/^legacy-[0-9a-f]{32}$/)
    })

    it('a thing that is there twice is taken once, the last one, and that is told', async () => {
      const report = await bring(
        `{"twice":{"hall":{"img":{"k":{"type":"pdf"},"k":${JSON.stringify(IMAGE)}},"scroll":["a"],"scroll":["b"]}}}`,
      )
      expect(report.displays[0]).toMatchObject({ items: { added: 1 }, lines: { added: 1 } })
      expect(await linesOf(keyOf('twice', 'hall'))).toEqual(['b'])
      expect(report.notes.map(({ path }) => path)).toEqual(['twice/hall/img/k', 'twice/hall/scroll'])
    })

    it('a display takes as many as it may hold; the rest is named', async () => {
      const img = Object.fromEntries(
        Array.from({ length: MAX_ITEMS_PER_DISPLAY + 2 }, (_, index) => [`-N${String(index).padStart(4, '0')}`, IMAGE]),
      )
      const scroll = Array.from({ length: MAX_LINES_PER_DISPLAY + 1 }, (_, index) => `line ${index}`)
      const report = await bring({ full: { hall: { img, scroll } } })
      expect(report.displays[0]?.items).toEqual({ added: MAX_ITEMS_PER_DISPLAY, known: 0, skipped: 2 })
      expect(report.displays[0]?.lines).toEqual({ added: MAX_LINES_PER_DISPLAY, known: 0, skipped: 1 })
      expect(report.notes.map(({ path }) => path)).toEqual([
        'full/hall/img/-N0500',
        'full/hall/img/-N0501',
        'full/hall/scroll/200',
      ])
    })

    it('[CP5] a display that includes a playlist has room for what is left beside what that brings', async () => {
      const key = keyOf('shared', 'hall')
      await bring({ shared: { hall: { img: {}, scroll: ['first'] } } })
      const owner = (await enterAs(server, 'sharing', { role: 'owner', home: key })).client
      const { organisationId } = key
      const params = { organisationId }
      const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'Menu' } })).body
      const menu = { organisationId, playlistId: playlist.id }
      for (const title of ['Soup', 'Fish']) {
        await owner.call('createItem', { params: menu, body: { ...IMAGE, title, type: 'image' } })
        await owner.call('createLine', { params: menu, body: { text: title } })
      }
      const displays = [key.displayId]
      expect((await owner.call('includePlaylist', { params: menu, body: { displays } })).status).toBe(200)
      const img = Object.fromEntries(
        Array.from({ length: MAX_ITEMS_PER_DISPLAY }, (_, index) => [`-N${String(index).padStart(4, '0')}`, IMAGE]),
      )
      const scroll = Array.from({ length: MAX_LINES_PER_DISPLAY }, (_, index) => `line ${index}`)
      const report = await bring({ shared: { hall: { img, scroll } } })
      expect(report.displays[0]?.items).toEqual({ added: MAX_ITEMS_PER_DISPLAY - 2, known: 0, skipped: 2 })
      expect(report.displays[0]?.lines).toMatchObject({ added: MAX_LINES_PER_DISPLAY - 3, skipped: 3 })
      expect((await manifestOf(key)).items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
      expect(await linesOf(key)).toHaveLength(MAX_LINES_PER_DISPLAY)
    })

    it('profiles: a subscription that is there stays, and what subscribes nobody is skipped', async () => {
      const profile = { id: 'ece', org: 'vnr', msg: 'hello', subType: 'gold' }
      const report = await bring({
        users: {
          'admin@vnr.example': { ...profile, org: 'elsewhere' },
          'New.One@vnr.example': { ...profile, id: ['x'], msg: 5 },
          'no address': profile,
          'a@b.example': { ...profile, org: 'No Organisation' },
          'c@d.example': 'standard',
        },
      })
      expect(report.profiles).toEqual({ added: 1, known: 1, skipped: 3 })
      expect(await server.app.accounts.findProfile(Email.parse('admin@vnr.example'))).toMatchObject({ org: 'vnr' })
      expect(await server.app.accounts.findProfile(Email.parse('new.one@vnr.example'))).toEqual({
        id: '',
        org: 'vnr',
        msg: '',
        subType: 'gold',
      })
      expect(reasonsOf(report, 'users/admin@vnr.example')[0]).toContain('was not changed')
    })
  })

  it('E5 [B96] a file that was cut off anywhere does nothing', async () => {
    const whole = JSON.stringify({
      displays: { cut: { hall: { img: { '-N1': IMAGE, '-N2': { ...IMAGE, duration: 15 } }, scroll: ['é', '😀'] } } },
      users: { 'cut@vnr.example': { id: 'hall', org: 'cut', msg: '', subType: '' } },
    })
    const bytes = Buffer.from(whole)
    const complete = await fileOf(whole)
    const before = await everything()
    const file = join(folder, 'cut.json')
    for (let percent = 0; percent < 100; percent += 1) {
      await writeFile(file, bytes.subarray(0, Math.floor((bytes.length * percent) / 100)))
      // The complete file comes first, and is not imported either.
      await expect(run([complete, file]), `${percent} %`).rejects.toBeInstanceOf(UnreadableFile)
    }
    expect(await everything()).toEqual(before)
    expect((await run([complete])).displays[0]).toMatchObject({ items: { added: 2 }, lines: { added: 2 } })
  })

  it('E5 [B96] whatever stands in the place of items, lines and profiles, a whole file comes in or is left out', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('15', 'true', 'image', 'video', 'https://a.example/'),
    )
    const value = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue())
    const item = fc.record(
      {
        title: value,
        url: value,
        uploadDate: value,
        type: fc.oneof(fc.constant('image'), value),
        duration: value,
        visible: value,
      },
      { requiredKeys: [] },
    )
    const display = fc.record({
      img: fc.dictionary(text, fc.oneof(item, value)),
      scroll: fc.oneof(fc.array(value), value),
    })
    const profile = fc.record({ id: value, org: fc.oneof(fc.constant('vnr'), value), msg: value, subType: value })
    const address = fc.oneof(fc.emailAddress(), text)
    await fc.assert(
      fc.asyncProperty(display, fc.dictionary(address, fc.oneof(profile, value)), async (hall, users) => {
        const content = { displays: { fuzz: { hall } }, users }
        const first = await bring(content)
        const second = await bring(content)
        expect(second.displays.map(({ items, lines }) => items.added + lines.added)).toEqual(
          first.displays.map(() => 0),
        )
        expect(second.profiles.added).toBe(0)
      }),
      { numRuns: 60 },
    )
    // Everybody can read everything that was imported.
    await everything()
  })

  it('E5 V1 an item that cannot be played is stored and in no manifest', async () => {
    await bring({ unsafe: { hall: { img: { k: { ...IMAGE, url: 'javascript:alert(document.domain)' } } } } })
    expect(await itemsOf(keyOf('unsafe', 'hall'))).toHaveLength(1)
    expect((await manifestOf(keyOf('unsafe', 'hall'))).items).toEqual([])
    expect(await revisionOf(keyOf('unsafe', 'hall'))).toBe(2)
  })
})

describe('E5 [B96] nothing half', () => {
  it('a display whose last line cannot be stored leaves nothing behind, and the displays before it stay', async () => {
    const storage = await makeTestStorage('sqlite')
    const folder = await mkdtemp(join(tmpdir(), 'placard-half-'))
    const database = await openDatabase(storage)
    const server = await startTestServer()
    try {
      const other = new DatabaseSync(join(storage.dataDir, 'placard.db'))
      other.exec(
        `create trigger fault before insert on line when new.text = 'fault' begin select raise(abort, 'fault'); end`,
      )
      other.close()
      const context = { ...server.app.context, database }
      const file = join(folder, 'half.json')
      const img = { '-N1': IMAGE }
      const half = { a: { hall: { img, scroll: ['one'] } }, b: { hall: { img, scroll: ['one', 'fault'] } } }
      await writeFile(file, JSON.stringify(half))
      await expect(importFiles(context, server.app.accounts, [file])).rejects.toThrow('fault')
      expect((await listOrganisations(context)).map(({ id }) => id)).toEqual(['a'])
      expect(await listItems(database.queries, keyOf('a', 'hall'))).toHaveLength(1)
      expect(await listItems(database.queries, keyOf('b', 'hall'))).toEqual([])

      // Once the fault is fixed, a second call imports only what was missing.
      await writeFile(file, JSON.stringify({ ...half, b: { hall: { img, scroll: ['one', 'two'] } } }))
      const report = await importFiles(context, server.app.accounts, [file])
      expect(report.displays.map(({ items, lines }) => [items.added, lines.added])).toEqual([
        [0, 0],
        [1, 2],
      ])
    } finally {
      await server.close()
      await database.close()
      await storage.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
