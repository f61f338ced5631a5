import { MAX_BOARD_COLUMNS, type Rect } from '@placard/contract'
import type { LeftOut } from '../archives/source.ts'
import type { PlannedEntry, PlannedLayout, PlannedPlaylist, PlannedTable, Remark } from '../plan.ts'
import { type Stays, why } from '../reasons.ts'
import { type DataSet, readDataSets } from './data-sets.ts'
import { arrangementFor } from './regions.ts'
import { addressIn, asList, asNumber, asText, asThing, isOver, isYes, secondsIn, spanOf, titleFrom } from './values.ts'
import { noticeOf, wordsOf } from './words.ts'
import { readXlf, type Xlf, type XlfMedia } from './xlf.ts'

/** The documents of an export; undefined: the export does not have it. */
export type XiboDocuments = {
  layout: unknown
  mapping: unknown
  /** Playlists of the regions, and playlists inside those. */
  playlists: unknown
  nested: unknown
  /** The data sets that its widgets show. */
  dataSets: unknown
  /** The layout in the format of older exports. */
  xlf: string | undefined
}

export type XiboAround = {
  /** Identifies the export in the plan. */
  path: string
  /** The path of a file of the export's library. */
  find: (file: string) => string | undefined
  now: number
  timeZone: string
}

/** The latest time that Xibo can write: "always". */
const FOR_EVER = 2_147_483_647
const DEFAULT_SECONDS = 10
const MOST_NESTED = 3

type Stored = { file: string; name: string; isFont: boolean; isBackground: boolean }
type Widget = {
  type: string
  mediaId: string | undefined
  options: Map<string, string>
  seconds: number | undefined
  usesDuration: boolean
  from: number | undefined
  until: number | undefined
}
/** `box`: in pixels of the layout; undefined: not told. */
type Region = { name: string; widgets: unknown[]; box: Rect | undefined }
type Read = {
  tables: readonly PlannedTable[]
  playlists: PlannedPlaylist[]
  layouts: PlannedLayout[]
  left: LeftOut[]
  remarks: Remark[]
}
/** The files and data sets of an export, by id. */
type Held = { stored: ReadonlyMap<string, Stored>; dataSets: ReadonlyMap<string, DataSet> }

/** Reads the regions of a layout, each as a playlist, the arrangement of zones that is nearest to them, and its data sets as tables. */
export function readLayout(documents: XiboDocuments, around: XiboAround): Read {
  const layout = asThing(documents.layout)
  const definition = asThing(layout.layoutDefinitions)
  const name = titleFrom(layout.layout ?? definition.layout, around.path)
  const stored = storedIn(documents.mapping)
  const inside = new Map([...playlistsIn(documents.nested), ...playlistsIn(documents.playlists)])
  const fileOf = (mediaId: string) => {
    const file = stored.get(mediaId)
    return file && around.find(file.file)
  }
  const data = readDataSets(documents.dataSets, { path: around.path, fileOf })
  const held: Held = { stored, dataSets: data.byId }
  const left: LeftOut[] = [...data.left]
  const old = documents.xlf === undefined ? undefined : readXlf(documents.xlf)
  const regions: Region[] =
    asList(definition.regions).length > 0
      ? asList(definition.regions).map((region) => {
          const { name: called, regionPlaylist, ...more } = asThing(region)
          return { name: asText(called), widgets: asList(asThing(regionPlaylist).widgets), box: boxOf(more) }
        })
      : (old?.regions ?? []).map(({ media, attributes }, index) => ({
          name: `${index + 1}`,
          widgets: media.map(asWidget),
          box: boxOf(Object.fromEntries(attributes)),
        }))
  const canvas = boxOf({ left: 0, top: 0, ...definition }) ?? boxOf({ left: 0, top: 0, ...fromXlf(old) })

  const read = regions.flatMap(({ name: called, widgets, box }, index) => {
    const path = `${around.path} › ${index + 1}`
    const entries = widgetsIn(widgets, inside, 0).flatMap((widget) => {
      const entry = entryOf(widget, held, around)
      if (typeof entry !== 'string') return [entry]
      left.push({ path: `${name} › ${said(widget)}`, reason: why(entry) })
      return []
    })
    return entries.length === 0 ? [] : [{ path, called, entries, box }]
  })
  const playlists = read.map(({ path, called, entries }, index) => ({
    path,
    name: read.length === 1 ? name : titleFrom(`${name} – ${called || index + 1}`, name),
    entries,
  }))
  const layouts = layoutsOf(read, canvas, { path: around.path, name })
  const what = layouts.length > 0 ? 'zones' : 'regions'
  const remarks: Remark[] = read.length > 1 ? [{ what, name, count: read.length }] : []
  return { tables: data.tables, playlists, layouts, left, remarks }
}

/** @returns one layout at most. None if the sizes are not told, or no arrangement has as many zones */
function layoutsOf(
  regions: readonly { path: string; box: Rect | undefined }[],
  canvas: Rect | undefined,
  about: Pick<PlannedLayout, 'path' | 'name'>,
): PlannedLayout[] {
  const boxes = regions.flatMap(({ box }) => box ?? [])
  if (!canvas || boxes.length !== regions.length) return []
  const shares = boxes.map(({ x, y, width, height }) => ({
    x: (x * 100) / canvas.width,
    y: (y * 100) / canvas.height,
    width: (width * 100) / canvas.width,
    height: (height * 100) / canvas.height,
  }))
  const found = arrangementFor(shares, canvas.height > canvas.width)
  if (!found) return []
  const playlists = found.order.flatMap((index) => regions[index]?.path ?? [])
  return [{ ...about, playlists, shape: found.layout, isNear: found.isNear }]
}

/** Sizes as Xibo writes them. Undefined if one is missing or is no size. */
function boxOf({ left, top, width, height }: Record<string, unknown>): Rect | undefined {
  const [x, y, across, down] = [left, top, width, height].map(asNumber)
  if (x === undefined || y === undefined || across === undefined || down === undefined) return undefined
  return across > 0 && down > 0 ? { x, y, width: across, height: down } : undefined
}

const fromXlf = (xlf: Xlf | undefined): Record<string, unknown> => Object.fromEntries(xlf?.attributes ?? [])

/** The files of the export's library, without fonts. */
export function filesOf(mapping: unknown): { file: string; name: string }[] {
  return Array.from(storedIn(mapping).values()).filter(({ isFont }) => !isFont)
}

function storedIn(mapping: unknown): Map<string, Stored> {
  return new Map(
    asList(mapping).map((one) => {
      const { file, mediaid, name, font, background } = asThing(one)
      return [
        asText(mediaid),
        { file: asText(file), name: asText(name), isFont: isYes(font), isBackground: isYes(background) },
      ]
    }),
  )
}

/** Playlists by id. Exports write them as a list or as an object with the ids as keys. */
function playlistsIn(value: unknown): Map<string, unknown[]> {
  const all = Array.isArray(value) ? value : Object.values(asThing(value))
  return new Map(
    all.map((one) => {
      const { playlistId, widgets } = asThing(one)
      return [asText(playlistId), asList(widgets)]
    }),
  )
}

/** Widgets in order. A widget that stands for a playlist is replaced with that playlist's widgets. */
function widgetsIn(widgets: readonly unknown[], inside: ReadonlyMap<string, unknown[]>, depth: number): Widget[] {
  return widgets
    .map((one, index) => ({ raw: asThing(one), index }))
    .sort((one, other) => orderOf(one.raw) - orderOf(other.raw) || one.index - other.index)
    .flatMap(({ raw }) => {
      const widget = widgetOf(raw)
      if (widget.type !== 'subplaylist' || depth >= MOST_NESTED) return [widget]
      const named = namedIn(widget.options).flatMap((id) => inside.get(id) ?? [])
      return named.length === 0 ? [widget] : widgetsIn(named, inside, depth + 1)
    })
}

const orderOf = (raw: Record<string, unknown>) => asNumber(raw.displayOrder) ?? 0

function widgetOf(raw: Record<string, unknown>): Widget {
  const options = new Map(
    asList(raw.widgetOptions).map((one) => {
      const { option, value } = asThing(one)
      return [asText(option), asText(value)]
    }),
  )
  const [mediaId] = asList(raw.mediaIds)
  return {
    type: asText(raw.type).toLowerCase(),
    mediaId: mediaId === undefined ? undefined : asText(mediaId),
    options,
    seconds: secondsIn(raw.duration) ?? secondsIn(raw.calculatedDuration),
    usesDuration: isYes(raw.useDuration),
    from: asNumber(raw.fromDt),
    until: asNumber(raw.toDt),
  }
}

/** Converts a medium of an older export to the newer format. */
function asWidget({ id, type, duration, usesDuration, options }: XlfMedia): unknown {
  return {
    type,
    mediaIds: id === undefined ? [] : [id],
    duration,
    useDuration: usesDuration ? 1 : 0,
    widgetOptions: Array.from(options, ([option, value]) => ({ option, value })),
  }
}

/** The ids of the playlists that a widget stands for. */
function namedIn(options: ReadonlyMap<string, string>): string[] {
  const written = options.get('subPlaylists') ?? options.get('subPlaylistIds') ?? '[]'
  try {
    return asList(JSON.parse(written)).map((one) =>
      typeof one === 'object' ? asText(asThing(one).playlistId) : asText(one),
    )
  } catch {
    return []
  }
}

/** Names a widget in the report. */
function said({ type, options }: Widget): string {
  const name = titleFrom(options.get('name'), '')
  return name === '' ? type || '?' : `${type}: ${name}`
}

function entryOf(widget: Widget, { stored, dataSets }: Held, around: XiboAround): PlannedEntry | Stays {
  const { type, options, mediaId } = widget
  const file = mediaId === undefined ? undefined : stored.get(mediaId)
  const until =
    widget.until !== undefined && widget.until > 0 && widget.until < FOR_EVER ? widget.until * 1_000 : undefined
  const schedule = spanOf(widget.from !== undefined && widget.from > 0 ? widget.from * 1_000 : undefined, until, around)
  const seconds = widget.seconds ?? DEFAULT_SECONDS
  const shown = {
    title: titleFrom(options.get('name') || file?.name, type || '?'),
    ...(Object.keys(schedule).length > 0 ? { schedule } : {}),
    ...(isOver(until, around.now) ? { differs: 'over' as const } : {}),
  }
  switch (type) {
    case 'image':
    case 'video':
    case 'pdf': {
      const path = file && around.find(file.file)
      if (path === undefined) return 'missing'
      const isLasting = type === 'image' || (type === 'video' && widget.usesDuration)
      return {
        what: 'file',
        path,
        ...shown,
        ...(isLasting ? { seconds } : {}),
        ...(type === 'video' && options.get('mute') === '0' ? { hasSound: true } : {}),
      }
    }
    case 'webpage':
    case 'hls':
    case 'localvideo': {
      const uri = unescaped(options.get('uri') ?? '')
      const address = addressIn(uri, type === 'webpage' ? 'webpage' : 'video')
      if (!address) return /^(rtsp|rtmp|udp|mms)/i.test(uri) ? 'live-stream' : 'address'
      return {
        what: 'address',
        ...address,
        ...shown,
        ...(widget.usesDuration || type === 'webpage' ? { seconds } : {}),
      }
    }
    case 'text': {
      const words = wordsOf(options.get('text') ?? '')
      const notice = noticeOf(words)
      if (typeof notice === 'string') return notice
      const title = titleFrom(options.get('name'), titleFrom(words.split('\n')[0], type))
      return { what: 'notice', notice, ...shown, title, seconds, differs: 'words-alone' }
    }
    case 'dataset':
    case 'datasetview':
    case 'datasetticker':
    case 'ticker': {
      const id = options.get('dataSetId') ?? options.get('datasetid') ?? ''
      // A ticker of news has none, or 0.
      if (type === 'ticker' && !dataSets.has(id)) return 'widget'
      const set = dataSets.get(id)
      if (!set) return 'data-set-missing'
      if (set.stays) return 'table-stayed'
      const { path, name } = set.table
      const columns = numbersIn(options.get('columns') ?? '').flatMap((column) => set.columnsOf.get(column) ?? [])
      return {
        what: 'board',
        table: path,
        columns: [...new Set(columns)].slice(0, MAX_BOARD_COLUMNS),
        ...shown,
        title: titleFrom(options.get('name'), name),
        seconds,
        differs: 'plain-board',
      }
    }
    default:
      return 'widget'
  }
}

/** Xibo writes lists of ids as JSON, or with commas. */
const numbersIn = (written: string): string[] => written.match(/\d{1,15}/g) ?? []

/** Xibo stores addresses with URL encoding. */
function unescaped(uri: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(uri)) return uri
  try {
    return decodeURIComponent(uri.replaceAll('+', '%20'))
  } catch {
    return uri
  }
}
