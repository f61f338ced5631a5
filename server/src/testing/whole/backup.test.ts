import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MediaId, pathOf } from '@placard/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '../../app.ts'
import { isPassedOver } from '../../operations/backup/archive.ts'
import { verifyBackup, writeBackupFile } from '../../operations/backup/file.ts'
import { restoreBackup } from '../../operations/backup/restore.ts'
import { ArchiveError, END_OF_ARCHIVE, headerOf, paddingOf, readEntries } from '../../operations/backup/tar.ts'
import { SAMPLE_DISPLAY, seedSample } from '../../operations/seed/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase, type SqlDialect } from '../../platform/database/database.ts'
import { openDump, type Value } from '../../platform/database/dump.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { makeFullOrganisation } from '../full-organisation.ts'
import { QUIET_SETTINGS } from '../quiet-settings.ts'
import { ADMIN, createClient, startTestServer } from '../server.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
// On a machine that is busy with other tests, starting a process takes seconds.
vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 5 * 60_000 })

/**
 * Tables that `makeFullOrganisation` leaves empty, because they are about people and moments. A new table is filled there, or listed
 * here.
 */
const NOT_IN_A_FULL_ORGANISATION = [
  'linked_identity',
  'pairing_code',
  'receipt',
  'recovery_code',
  'removed_display',
  'reset_request',
  'second_factor',
  'server_trouble',
  'sign_in_failure',
  'sign_up_decoy',
]

/** Tables that a restore changes: tokens, links and codes become invalid, and take-overs of the backup's time are ended. */
const SETTLED_BY_A_RESTORE = ['api_token', 'enrolment', 'invitation', 'proposal', 'proposal_link', 'take_over']

type Tables = Record<string, string[]>

/** Settings that belong to the place and not to the restored data. */
const OF_A_PLACE: ReadonlySet<Value | undefined> = new Set(['installation', 'restored'])

/**
 * Every row that a backup must hold, in a fixed order. Revisions of programmes and tables are left out, because a restore raises them, and so is the
 * id of the installation, because a restored one is another installation.
 */
async function readAll(storage: TestStorage): Promise<Tables> {
  await using dump = await openDump(storage)
  const tables: Tables = {}
  for (const table of dump?.tables ?? []) {
    if (isPassedOver(table)) continue
    const rows: string[] = []
    const hasRevision = ['programme', 'removed_display', 'data_table'].includes(table.name)
    const shown = (row: Value[]) =>
      table.columns
        .map(
          (column, index) => `${column}=${hasRevision && /revision$/.test(column) ? '' : JSON.stringify(row[index])}`,
        )
        .sort()
        .join(' ')
    const key = table.columns.indexOf('key')
    for await (const some of dump?.rows(table) ?? []) {
      rows.push(...some.filter((row) => table.name !== 'setting' || !OF_A_PLACE.has(row[key])).map(shown))
    }
    tables[table.name] = rows.sort()
  }
  return tables
}

async function readMedia(dataDir: string): Promise<Record<string, string>> {
  const media: Record<string, string> = {}
  for (const name of await readdir(join(dataDir, 'media'))) {
    if (name.startsWith('.')) continue
    media[name] = createHash('sha256')
      .update(await readFile(join(dataDir, 'media', name)))
      .digest('hex')
  }
  return media
}

async function start(storage: TestStorage): Promise<{ app: App; url: string }> {
  const environment = { ...QUIET_SETTINGS, DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl }
  const app = await createApp(readConfig(environment, '/'))
  await seedSample(app.context, app.accounts)
  return { app, url: await app.listen() }
}

/** Fills an installation so that every table that can has a row. */
async function fill(url: string): Promise<void> {
  const client = createClient(url)
  const signedIn = await client.call('signIn', { params: {}, body: ADMIN })
  expect(signedIn.status).toBe(200)
  for (const text of ['Ein Satz mit "Zeichen" \\ und Umlauten: äöü', 'سطر بالعربية', '😀 \u2028 end']) {
    const added = await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text } })
    expect(added.status).toBe(201)
  }
  const { organisationId } = SAMPLE_DISPLAY
  const { playlist } = (await client.call('createPlaylist', { params: { organisationId }, body: { name: 'Menu' } }))
    .body
  const key = { organisationId, playlistId: playlist.id }
  const item = { title: 'Soup', type: 'image' as const, url: 'https://example.org/soup.jpg' }
  await client.call('createItem', { params: key, body: item })
  await client.call('createLine', { params: key, body: { text: 'Soup today' } })
  // The copy of a feed is backed up with the item that shows it.
  const feed = { title: 'Town', type: 'feed' as const, url: 'http://127.0.0.1/news' }
  await client.call('checkFeed', { params: SAMPLE_DISPLAY, body: { url: feed.url } })
  const shown = await client.call('createItem', { params: key, body: { ...feed, feed: { as: 'lines', count: 3 } } })
  expect(shown.status).toBe(201)
  const displays = [SAMPLE_DISPLAY.displayId]
  const included = await client.call('includePlaylist', { params: key, body: { displays } })
  expect(included.status).toBe(200)
  const { items } = (await client.call('getProgramme', { params: SAMPLE_DISPLAY })).body
  const logoUrl = items.find(({ type }) => type === 'image')?.url ?? ''
  const branded = await client.call('updateBrand', { params: { organisationId }, body: { colour: '#1a5fb4', logoUrl } })
  expect(branded.status).toBe(200)
  const mediaIds: MediaId[] = []
  for (const background of ['#102030', '#405060']) {
    const picture = sharp({ create: { width: 20, height: 30, channels: 3, background } })
    const headers = { 'content-type': 'image/jpeg' }
    const body = await picture.jpeg().toBuffer()
    mediaIds.push((await client.call('uploadMedia', { params: { organisationId }, body, headers })).body.id)
  }
  const pages = mediaIds.map((mediaId) => ({ mediaId, text: 'Soup' }))
  const deck = await client.call('createDeck', { params: { organisationId }, body: { name: 'Menu', pages } })
  expect(deck.status).toBe(201)
  await createClient(url).call('signIn', { params: {}, body: { ...ADMIN, password: 'not the right one' } })
}

const source = (storage: TestStorage, app: App) => ({ settings: storage, files: app.context.files })
const now = () => NOW

describeDialects('a backup', (dialect) => {
  let from: TestStorage
  let app: App
  let folder: string
  let file: string
  const places: TestStorage[] = []
  const newPlace = async (of: SqlDialect) => {
    const place = await makeTestStorage(of)
    places.push(place)
    return place
  }

  beforeAll(async () => {
    from = await makeTestStorage(dialect)
    const started = await start(from)
    app = started.app
    await fill(started.url)
    folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
    file = join(folder, 'all.tar')
    // Entries of sign-ins are written a moment later.
    await vi.waitUntil(async () => (await readAll(from)).activity?.length === 18, { timeout: 20_000 })
    await writeBackupFile(source(from, app), file, { now, media: true })
  }, 5 * 60_000)
  afterAll(async () => {
    await app.close()
    await from.remove()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove()
  })

  const restore = (place: TestStorage, path = file, replace = false) =>
    restoreBackup(place, createReadStream(path), { now: NOW, replace })

  it(
    '[F58] comes back whole in an empty place, of either kind, and from there back again',
    async () => {
      const rows = await readAll(from)
      expect(rows.line?.length).toBe(6)
      expect(rows.activity?.length).toBeGreaterThan(0)
      expect(rows.sign_in_failure?.length).toBe(1)
      const media = await readMedia(from.dataDir)
      // These include a deck and its two pages, and the sample film's poster, each with its thumbnail.
      expect(Object.keys(media).length).toBe(14)
      for (const kind of ['sqlite', 'postgres'] as const) {
        const place = await newPlace(kind)
        const report = await restore(place)
        expect(report).toMatchObject({ missing: [], damaged: [], media: { files: 7 } })
        expect(await readAll(place)).toEqual(rows)
        expect(await readMedia(place.dataDir)).toEqual(media)
        expect((await readdir(place.dataDir)).sort()).toEqual(kind === 'sqlite' ? ['media', 'placard.db'] : ['media'])

        const again = join(folder, `again-${kind}.tar`)
        const there = await start(place)
        await writeBackupFile(source(place, there.app), again, { now, media: true })
        await there.app.close()
        const back = await newPlace(dialect)
        await restore(back, again)
        expect(await readAll(back)).toEqual(rows)
        expect(await readMedia(back.dataDir)).toEqual(media)
      }
    },
    5 * 60_000,
  )

  it(
    '[F58] an installation that was restored serves, and goes on counting',
    async () => {
      const place = await newPlace(dialect)
      await restore(place)
      const there = await start(place)
      try {
        const manifest = await createClient(there.url).call('getManifest', { params: SAMPLE_DISPLAY })
        expect(manifest.body.lines.length).toBe(6)
        // Higher than any revision that a screen has seen. Otherwise the screen would ignore it.
        expect(manifest.body.revision).toBe(NOW / 1_000)
        const client = createClient(there.url)
        await client.call('signIn', { params: {}, body: ADMIN })
        const added = await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'afterwards' } })
        expect(added.status).toBe(201)
        // [CP1] A playlist continues its revisions too, and is where it was.
        const { organisationId } = SAMPLE_DISPLAY
        const [playlist] = (await client.call('listPlaylists', { params: { organisationId } })).body
        expect(playlist).toMatchObject({ name: 'Menu', items: 2, lines: 1, revision: NOW / 1_000 })
        expect(playlist?.displays.map(({ id }) => id)).toEqual([SAMPLE_DISPLAY.displayId])
        expect(manifest.body.lines.at(-1)?.text).toBe('Soup today')
        const activity = await client.call('listActivity', { params: SAMPLE_DISPLAY })
        expect(activity.body.entries[0]).toMatchObject({ kind: 'line-added' })
        for (const item of manifest.body.items.filter(({ url }) => url.startsWith('/'))) {
          const answer = await fetch(there.url + item.url)
          expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true])
        }
        expect((await fetch(there.url + pathOf('getSession', {}))).status).toBe(401)
      } finally {
        await there.app.close()
      }
    },
    5 * 60_000,
  )

  it(
    '[F58] whatever an organisation can have comes back: each table has a row that does',
    async () => {
      const here = await newPlace(dialect)
      const server = await startTestServer({ sharedWith: here })
      // Closing it writes everything that it would write a moment later.
      await makeFullOrganisation(server).finally(() => server.close())
      const rows = await readAll(here)
      const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0)
      expect(empty.sort()).toEqual(NOT_IN_A_FULL_ORGANISATION)
      const path = join(folder, 'full.tar')
      await writeBackupFile(source(here, server.app), path, { now, media: true })
      for (const kind of ['sqlite', 'postgres'] as const) {
        const place = await newPlace(kind)
        await restore(place, path)
        const there = await readAll(place)
        const changed = Object.keys(rows).filter((table) => there[table]?.join('\n') !== rows[table]?.join('\n'))
        expect(changed.sort()).toEqual(SETTLED_BY_A_RESTORE)
      }
    },
    5 * 60_000,
  )

  it('is for its owner’s eyes alone, and any tar lists it', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0)
    const names: string[] = []
    for await (const entry of readEntries(createReadStream(file))) {
      names.push(entry.name)
      for await (const bytes of entry.body) void bytes
    }
    expect(names[0]).toBe('manifest.json')
    expect(names.at(-1)).toBe('end.json')
    expect(names).toContain('tables/item.jsonl')
    expect(names.some((name) => name.includes('session'))).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('.') || name.includes('partial'))).toEqual([])
  })

  it('is not put where there is something already', async () => {
    const place = await newPlace(dialect)
    await restore(place)
    const rows = await readAll(place)
    await expect(restore(place)).rejects.toMatchObject({
      code: 'not-empty',
      message: expect.stringContaining('Nothing was changed'),
    })
    expect(await readAll(place)).toEqual(rows)
  })

  it('is put where a server has only just made its tables', async () => {
    const place = await newPlace('postgres')
    await (await openDatabase(place)).close()
    await restore(place)
    expect(await readAll(place)).toEqual(await readAll(from))
  })
})

describe('a backup that is not one', () => {
  let from: TestStorage
  let app: App
  let folder: string
  let whole: Buffer
  let place: TestStorage

  beforeAll(async () => {
    from = await makeTestStorage('sqlite')
    app = (await start(from)).app
    folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
    await writeBackupFile(source(from, app), join(folder, 'whole.tar'), { now, media: true })
    whole = await readFile(join(folder, 'whole.tar'))
  })
  afterAll(async () => {
    await app.close()
    await from.remove()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    place = await makeTestStorage('sqlite')
  })
  afterEach(() => place.remove())

  async function* chunks(bytes: Buffer, size = 64 * 1024) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const restore = (bytes: Buffer) => restoreBackup(place, chunks(bytes), { now: NOW, replace: false })
  const refused = async (bytes: Buffer, code: ArchiveError['code']) => {
    await expect(restore(bytes)).rejects.toMatchObject({ code })
    expect(await readdir(place.dataDir)).toEqual([])
  }

  type Part = { name: string; body: Buffer }
  async function unpack(): Promise<Part[]> {
    const parts: Part[] = []
    for await (const { name, body } of readEntries(chunks(whole))) {
      const bytes: Buffer[] = []
      for await (const some of body) bytes.push(some)
      parts.push({ name, body: Buffer.concat(bytes) })
    }
    return parts
  }
  const tar = (parts: Part[]) =>
    Buffer.concat([
      ...parts.flatMap(({ name, body }) => [headerOf(name, body.length, 0), body, paddingOf(body.length)]),
      END_OF_ARCHIVE,
    ])
  /** A forged backup, as an attacker with the program could make it: every digest matches. */
  async function forged(change: (manifest: ForgedManifest, rows: Map<string, unknown[][]>) => void): Promise<Buffer> {
    const parts = await unpack()
    const of = (name: string) => parts.find((part) => part.name === name)?.body.toString() ?? ''
    const manifest: ForgedManifest = JSON.parse(of('manifest.json'))
    const rows = new Map(
      manifest.tables.map(({ name }) => [
        name,
        of(`tables/${name}.jsonl`)
          .split('\n')
          .filter((line) => line !== '')
          .map((line): unknown[] => JSON.parse(line)),
      ]),
    )
    change(manifest, rows)
    const tables = manifest.tables.map((table) => {
      const body = Buffer.from((rows.get(table.name) ?? []).map((row) => `${JSON.stringify(row)}\n`).join(''))
      table.bytes = body.length
      table.rows = (rows.get(table.name) ?? []).length
      table.sha256 = createHash('sha256').update(body).digest('hex')
      return { name: `tables/${table.name}.jsonl`, body }
    })
    const manifestBody = Buffer.from(JSON.stringify(manifest))
    const end = JSON.parse(of('end.json'))
    end.manifestSha256 = createHash('sha256').update(manifestBody).digest('hex')
    return tar([
      { name: 'manifest.json', body: manifestBody },
      ...tables,
      ...parts.filter(({ name }) => name.startsWith('media/')),
      { name: 'end.json', body: Buffer.from(JSON.stringify(end)) },
    ])
  }
  type ForgedManifest = {
    format: number
    migrations: string[]
    tables: { name: string; columns: string[]; rows: number; bytes: number; sha256: string }[]
  }

  it('a forged archive without a change is accepted, so the other forgeries are refused for their changes', async () => {
    await restore(await forged(() => {}))
    expect(await readdir(place.dataDir)).toContain('placard.db')
  })

  it('cut off anywhere it is refused, and leaves nothing behind', async () => {
    const cuts = [1, 511, 512, 700, 5_000, whole.length / 3, whole.length / 2, whole.length - 1_025, whole.length - 513]
    for (const cut of cuts) await refused(whole.subarray(0, Math.floor(cut)), 'backup-damaged')
    await refused(Buffer.alloc(0), 'not-a-backup')
  })

  it('with one bit turned anywhere it is refused', async () => {
    const step = Math.max(1, Math.floor(whole.length / 211))
    for (let at = 0; at < whole.length; at += step) {
      const turned = Buffer.from(whole)
      turned.writeUInt8((turned[at] ?? 0) ^ 0x04, at)
      await expect(verifyBackup(chunks(turned)), `byte ${at}`).rejects.toBeInstanceOf(ArchiveError)
    }
  })

  it('in pieces of any size it is the same backup', async () => {
    for (const size of [7_001, 512, 1 << 20]) expect((await verifyBackup(chunks(whole, size))).media?.files).toBe(4)
  })

  it('names that lead elsewhere, links, folders and other things are refused', async () => {
    const parts = await unpack()
    const media = parts.findIndex(({ name }) => name.startsWith('media/'))
    for (const name of ['media/../../escaped.jpg', '/etc/escaped', './escaped', 'media/other.jpg', 'media/.staging']) {
      const changed = parts.map((part, index) => (index === media ? { ...part, name } : part))
      await refused(tar(changed), 'backup-damaged')
    }
    for (const type of ['1', '2', '3', '5', 'g', 'L', 'S']) {
      const at = whole.indexOf(Buffer.from('tables/'))
      const changed = Buffer.from(whole)
      changed.write(type, at + 156, 'latin1')
      changed.write('        ', at + 148, 'latin1')
      let sum = 0
      for (let byte = 0; byte < 512; byte += 1) sum += changed[at + byte] ?? 0
      changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1')
      await refused(changed, 'backup-damaged')
    }
  })

  it('sizes beyond belief, things too many and things too few are refused', async () => {
    const parts = await unpack()
    const [manifest, ...rest] = parts
    if (!manifest) throw new Error('no manifest')
    await refused(Buffer.concat([headerOf('manifest.json', 2 ** 42, 0), Buffer.alloc(4_096)]), 'backup-damaged')
    await refused(tar([manifest, manifest, ...rest]), 'backup-damaged')
    await refused(tar([...parts, { name: 'more.txt', body: Buffer.from('more') }]), 'backup-damaged')
    await refused(tar(parts.slice(0, -1)), 'backup-damaged')
    await refused(tar(parts.filter(({ name }) => !name.endsWith('.mp4'))), 'backup-damaged')
    await refused(tar(rest), 'not-a-backup')
    await refused(Buffer.concat([whole, Buffer.from('behind')]), 'backup-damaged')
  })

  it('tables, columns and values that are not ours are refused', async () => {
    const table = (manifest: ForgedManifest, name: string) => {
      const found = manifest.tables.find((one) => one.name === name)
      if (!found) throw new Error(`no table ${name}`)
      return found
    }
    await refused(
      await forged((manifest) => {
        table(manifest, 'line').name = 'lines'
      }),
      'backup-damaged',
    )
    await refused(
      await forged((manifest) => {
        table(manifest, 'line').name = 'sqlite_schema'
      }),
      'backup-damaged',
    )
    await refused(
      await forged((manifest) => {
        table(manifest, 'line').columns[0] = 'id") values (1); drop table item; --'
      }),
      'not-a-backup',
    )
    await refused(
      await forged((manifest) => {
        table(manifest, 'line').columns[0] = 'other'
      }),
      'backup-damaged',
    )
    await refused(
      await forged((manifest) => {
        manifest.tables.pop()
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('line')?.[0]?.push('one more')
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('line')?.[0]?.splice(0, 1, { nested: true })
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('programme')?.[0]?.splice(0, 1, 'nobody')
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('item')?.push(rows.get('item')?.[0] ?? [])
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('organisation')?.[0]?.splice(2, 1, 'not a number')
      }),
      'backup-damaged',
    )
    await refused(
      await forged((_, rows) => {
        rows.get('media_file')?.[0]?.splice(0, 1, './../escaped')
      }),
      'backup-damaged',
    )
  })

  it('one of a newer version says so', async () => {
    await refused(
      await forged((manifest) => {
        manifest.migrations.push('9999-tomorrow')
      }),
      'backup-newer',
    )
    await refused(
      await forged((manifest) => {
        manifest.format = 2
      }),
      'backup-newer',
    )
    await refused(
      await forged((manifest) => {
        manifest.migrations.reverse()
      }),
      'backup-damaged',
    )
  })

  it('a file that is not a backup gets a message', async () => {
    await refused(Buffer.from('PK\x03\x04 a zip of something else'.padEnd(2_000, 'x')), 'not-a-backup')
    await refused(Buffer.alloc(4_096), 'not-a-backup')
    await refused(Buffer.from('{"json": true}'), 'backup-damaged')
  })
})
