import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32, gzipSync } from 'node:zlib'

/** A file in an archive. */
export type Packed = { name: string; body: Buffer | string }

/** A zip without compression, because pictures are already compressed. */
export function makeZip(files: readonly Packed[]): Buffer {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, body } of files) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(body)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // The flag for names in UTF-8.
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, title])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    tail.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\u0001\u0002\u001e\u0003'), facts, tail, title)
    pieces.push(head, bytes)
    at += head.length + bytes.length
  }
  const index = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, index, end])
}

/** A POSIX tar, compressed by gzip. */
function makeTarGz(files: readonly Packed[]): Buffer {
  const pieces = files.flatMap(({ name, body }) => {
    const bytes = Buffer.from(body)
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write('0000644\u0000', 100)
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\u0000`, 124)
    head.write('00000000000\u0000', 136)
    head.write('        0', 148)
    head.write('ustar\u000000', 257)
    const sum = head.reduce((all, byte) => all + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...pieces, Buffer.alloc(1_024)]))
}

/** The columns of a row of Anthias' table that journeys set. */
export type AnthiasAsset = {
  name: string
  uri: string
  mimetype: 'image' | 'video' | 'webpage' | 'streaming'
  duration?: number
  isEnabled?: boolean
  /** In UTC. */
  startDate?: string
  endDate?: string
  /** 1 is Monday. Absent: all days. */
  days?: number[]
  /** From and until, in local time. */
  hours?: [string, string]
}

/** A backup file of Anthias: its settings, its database and its assets. */
export async function makeAnthiasBackup(assets: readonly AnthiasAsset[], files: readonly Packed[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-anthias-'))
  try {
    const path = join(folder, 'anthias.db')
    const database = new DatabaseSync(path)
    database.exec(`create table django_migrations (id integer primary key, name varchar(255) not null);
      create table "assets" ("asset_id" text not null primary key, "name" text null, "uri" text null, "md5" text null,
        "start_date" datetime null, "end_date" datetime null, "duration" bigint null, "mimetype" text null,
        "is_enabled" bool not null, "is_processing" bool not null, "nocache" bool not null, "play_order" integer not null,
        "skip_asset_check" bool not null, "play_days" text not null, "play_time_from" time null, "play_time_to" time null)`)
    const put = database.prepare('insert into assets values (?, ?, ?, null, ?, ?, ?, ?, ?, 0, 0, ?, 0, ?, ?, ?)')
    for (const [index, asset] of assets.entries()) {
      const from = asset.startDate ?? '2026-01-01 00:00:00'
      const until = asset.endDate ?? '2090-01-01 00:00:00'
      const { name, uri, duration = 10, mimetype, isEnabled = true, days = [1, 2, 3, 4, 5, 6, 7], hours } = asset
      const when = [JSON.stringify(days), hours?.[0] ?? null, hours?.[1] ?? null]
      put.run(`a${index}`, name, uri, from, until, duration, mimetype, isEnabled ? 1 : 0, index, ...when)
    }
    database.close()
    return makeTarGz([
      { name: 'anthias-backup.json', body: '{\n  "format": 1,\n  "schema_version": 12\n}' },
      { name: '.anthias/anthias.conf', body: '[main]\n' },
      { name: '.anthias/anthias.db', body: await readFile(path) },
      ...files.map(({ name, body }) => ({ name: `anthias_assets/${name}`, body })),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A widget of a region. */
export type XiboWidget = { type: string; mediaId?: number; seconds?: number; options?: Record<string, string> }

/** An export of a layout from Xibo: a zip with the layout, the mapping of its files, and the files. */
export function makeXiboExport(
  name: string,
  regions: readonly (readonly XiboWidget[])[],
  media: readonly { id: number; name: string; type: string; file: string; body: Buffer }[],
  /** The boxes of the regions, in pixels of 1920 by 1080. Absent: the export does not contain them. */
  boxes: readonly { left: number; top: number; width: number; height: number }[] = [],
  dataSets: readonly object[] = [],
): Buffer {
  const layout = {
    layout: name,
    description: '',
    regions: Object.fromEntries(regions.map((_, index) => [index + 1, `Region ${index + 1}`])),
    layoutDefinitions: {
      width: 1920,
      height: 1080,
      regions: regions.map((widgets, index) => ({
        regionId: index + 1,
        name: `Region ${index + 1}`,
        ...boxes[index],
        regionPlaylist: {
          widgets: widgets.map(({ type, mediaId, seconds = 10, options = {} }, order) => ({
            type,
            duration: seconds,
            useDuration: 1,
            displayOrder: order + 1,
            fromDt: 0,
            toDt: 2_147_483_647,
            mediaIds: mediaId === undefined ? [] : [mediaId],
            widgetOptions: Object.entries(options).map(([option, value]) => ({ type: 'attrib', option, value })),
          })),
        },
      })),
    },
  }
  const mapping = media.map(({ id, name: called, type, file }) => ({
    file,
    mediaid: id,
    name: called,
    type,
    duration: 10,
    background: 0,
    font: 0,
  }))
  return makeZip([
    { name: 'layout.json', body: JSON.stringify(layout) },
    { name: 'layout.xml', body: '<layout/>' },
    ...media.map(({ file, body }) => ({ name: `library/${file}`, body })),
    { name: 'mapping.json', body: JSON.stringify(mapping) },
    ...(dataSets.length > 0 ? [{ name: 'dataSet.json', body: JSON.stringify(dataSets) }] : []),
  ])
}
