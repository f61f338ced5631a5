import {
  type Forecast,
  keyOfCondition,
  keyOfValue,
  type Line,
  type Manifest,
  type ManifestBoard,
  type ManifestBrand,
  type ManifestCornerPiece,
  type ManifestItem,
  type ManifestLayout,
  type ManifestLine,
  manifestItemOf,
  type OrganisationId,
  type PlaylistId,
  type Programme,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  shortPath,
  thumbnailUrlOf,
  type ValueNow,
} from '@placard/contract'
import {
  type AnswerOf,
  answerByClock,
  goesByClock as boardGoesByClock,
  conditionGoesByClock,
  countFilms,
  type FlatProgramme,
  filmPlaces,
  hasLiveWords,
  hasReadCard,
  isFilm,
  isRightToLeft,
  partByClock,
  placesOf,
  READ_CARD,
} from '@placard/playback'
import { findManifestBrand } from '../../content/brand/service.ts'
import { comparedBy } from '../../content/conditions/service.ts'
import {
  answererFor,
  boardContentsOf,
  type Contents,
  type CornerPieceState,
  changesEach,
  cornerPieceOf,
  deckPagesOf,
  feedEntriesOf,
  findValueIn,
  flatten,
  type ItemState,
  includedIn,
  itemOf,
  layoutOf,
  lineOf,
  NO_CONTENTS,
  notFound,
  type Place,
  pictureOf,
  placeOf,
  playlistsInZones,
  readWhole,
  shownOfItem,
  untilForecastIsOld,
  urlOf,
  usesBrand,
  type WholeContents,
  weatherHere,
} from '../../content/programmes/service.ts'
import type { FindValueNow } from '../../content/values/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  drawsNotices,
  insertsFor,
  readCovers,
  readTakeOversOf,
  type TakeOversOf,
  takeOversFor,
  wordsOfTakeOvers,
} from '../take-overs/service.ts'
import { readCardWords } from './read-card-words.ts'
import { fontsFor } from './script-fonts.ts'
import * as store from './store.ts'

/** Reads the manifest of a programme. Has no contents if the display was removed. Undefined if it never existed. */
export async function readManifest(context: Context, key: ProgrammeKey): Promise<Manifest | undefined> {
  const [manifest] = await readManifests(context, [key])
  return manifest
}

/** Reads several manifests at once, in order: a change of a playlist affects every display that includes it. */
export function readManifests(context: Context, keys: readonly ProgrammeKey[]): Promise<(Manifest | undefined)[]> {
  return context.database.snapshot(async (queries) => {
    const manifests = new Map<ProgrammeKey, Manifest | undefined>()
    for (const [organisationId, some] of Map.groupBy(keys, (key) => key.organisationId)) {
      const ids = some.map(programmeIdOf)
      const facts = await store.listFacts(queries, organisationId, ids)
      const read = await readWhole(queries, organisationId, ids)
      const zones = await readZones(queries, organisationId, ids, read)
      const takeOvers = await readTakeOversOf(queries, organisationId, context.now())
      const hasCard = [...facts.values()].some(hasReadCard)
      const brand = await brandFor(queries, organisationId, read, hasCard, takeOvers)
      for (const key of some) {
        const known = facts.get(programmeIdOf(key))
        manifests.set(
          key,
          known
            ? toManifest(context, key, known, read, { brand, zones, takeOvers })
            : await manifestOfRemoved(queries, key, mediaFrom(context)),
        )
      }
    }
    return keys.map((key) => manifests.get(key))
  })
}

/**
 * The manifest of a programme with contents other than the present ones. The names and the settings are the present ones.
 *
 * @param zonesStartedAt the start of the loop of each playlist in a zone
 */
export async function manifestOf(
  context: Context,
  queries: Queries,
  key: ProgrammeKey,
  whole: WholeContents,
  { revision, loopStartedAt }: Pick<Manifest, 'revision' | 'loopStartedAt'>,
  zonesStartedAt: (id: PlaylistId) => number,
): Promise<Manifest> {
  const facts = await store.findFacts(queries, key)
  if (!facts) throw new AppError(notFound(key))
  const brand = await brandFor(queries, key.organisationId, whole, hasReadCard(facts))
  const names = await readZones(queries, key.organisationId, [programmeIdOf(key)], whole)
  const zones = new Map([...names].map(([id, zone]) => [id, { ...zone, loopStartedAt: zonesStartedAt(id) }]))
  return toManifest(context, key, { ...facts, revision, loopStartedAt }, whole, { brand, zones })
}

/** The name and the start of the loop of each playlist in a zone. */
type Zones = Map<PlaylistId, { name: string; loopStartedAt: number }>

/** @param ids of the displays whose layouts have the zones */
async function readZones(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
  { contents }: WholeContents,
): Promise<Zones> {
  const playlists = playlistsInZones(ids.flatMap((id) => contents.get(id)?.layouts ?? []))
  if (playlists.length === 0) return new Map()
  const facts = await store.listFacts(queries, organisationId, [...new Set(playlists)])
  return new Map(
    playlists.flatMap((id) => {
      const known = facts.get(id)
      return known ? [[id, { name: known.name, loopStartedAt: known.loopStartedAt }]] : []
    }),
  )
}

/** The layout of a display with the items of its zones. Undefined if it has none. */
function layoutFor(
  { layouts: [layout] }: Contents,
  language: string | null,
  facts: Zones,
  itemsOf: (id: PlaylistId) => Flat['items'],
) {
  if (!layout) return undefined
  const [main, ...places] = placesOf(layout, isRightToLeft(language))
  const zones = layout.zones.flatMap(({ playlistId, stays, condition }, index) => {
    const [known, place] = [facts.get(playlistId), places[index]]
    return known && place ? [{ playlistId, stays, condition, ...known, place, flat: itemsOf(playlistId) }] : []
  })
  return main && zones.length === layout.zones.length ? { main, zones } : undefined
}

/** [LY5] Films play where `filmPlaces` says. In the other zones a film is its poster for its time, or is left out without one. */
function toManifestLayout(
  { main, zones }: NonNullable<ReturnType<typeof layoutFor>>,
  mainItems: readonly ManifestItem[],
  about: About,
  filmsAtOnce = 1,
): ManifestLayout {
  const itemsIn = zones.map(({ flat }) => flat.flatMap((one) => toManifestItem(one, about)))
  const films = filmPlaces([mainItems, ...itemsIn].map(countFilms), filmsAtOnce)
  return {
    main,
    ...(films.length > 1 ? { films: filmsAtOnce } : {}),
    zones: zones.map(({ playlistId, name, stays, condition: asked, loopStartedAt, place, flat }, index) => {
      const items = films.includes(index + 1)
        ? (itemsIn[index] ?? [])
        : flat.flatMap((one) =>
            toManifestItem(one, about).flatMap((item) => (isFilm(item) ? posterFor(item, one.item) : item)),
          )
      const isStaying = stays ? { stays: true as const } : {}
      const condition = about.answerOf({ condition: asked })
      return { playlistId, name, ...place, ...isStaying, ...(condition ? { condition } : {}), loopStartedAt, items }
    }),
  }
}

/** A picture that is shown for the time of the film. None if the film has no poster. */
function posterFor(
  { sound: _, sha256: __, sizeBytes: ___, ...item }: ManifestItem,
  { film }: ItemState,
): ManifestItem[] {
  const url = film ? thumbnailUrlOf(item.url, film) : undefined
  return url ? [{ ...item, type: 'image', url }] : []
}

/** Undefined if nothing in the manifest uses the brand. */
async function brandFor(
  queries: Queries,
  organisationId: OrganisationId,
  { contents }: WholeContents,
  hasCard: boolean,
  takeOvers?: TakeOversOf,
): Promise<ManifestBrand | undefined> {
  // A zone that stays shows the brand's colour.
  const ofContents = [...contents.values()].some(
    ({ items, layouts, cornerPieces }) =>
      items.some(drawsBrand) ||
      layouts.some(({ zones }) => zones.some(({ stays }) => stays)) ||
      cornerPieces.some(usesBrand),
  )
  const hasNotice = hasCard || ofContents || (takeOvers !== undefined && drawsNotices(takeOvers))
  return hasNotice ? findManifestBrand(queries, organisationId) : undefined
}

const isBranded = ({ type }: ItemState) => type === 'notice' || type === 'board' || type === 'weather'
const drawsBrand = (item: ItemState) => isBranded(item) || item.feed?.as === 'notices'

/** Undefined if there is no such programme. */
export async function readTimeZone(queries: Queries, key: ProgrammeKey): Promise<string | undefined> {
  return (await store.findFacts(queries, key))?.timeZone
}

function toManifest(
  context: Context,
  key: ProgrammeKey,
  facts: store.Facts,
  whole: WholeContents,
  { brand, zones, takeOvers }: { brand: ManifestBrand | undefined; zones: Zones; takeOvers?: TakeOversOf },
): Manifest {
  const { name, timeZone, language, openingHours, fillsWithoutLines, pairedOnly, revision, loopStartedAt } = facts
  const { contents, sources, fileOf } = whole
  const own = contents.get(programmeIdOf(key)) ?? NO_CONTENTS
  const readCode = readCodeOf(facts, context)
  const hasCard = hasReadCard(facts)
  const place = placeOf({ ...key, timeZone, language }, sources, context.now())
  const { forecast } = place
  const answerOf = answererFor(sources, place, context.now(), changesEach(countByClock(own, whole, place)))
  const { items, lines, inclusions } = flatten(own, (id) => contents.get(id), sources, place, answerOf)
  const layout = layoutFor(
    own,
    language,
    zones,
    (id) => flatten(contents.get(id) ?? NO_CONTENTS, () => undefined, sources, place, answerOf).items,
  )
  const boardOf = (item: ItemState) => boardContentsOf(item, sources, context.now())
  const about: About = { fileOf, boardOf, answerOf, forecast }
  const mainItems = items.flatMap((one) => toManifestItem(one, about))
  const ofZones = layout?.zones.flatMap((zone) => zone.flat.map(({ item }) => item)) ?? []
  const corners = own.cornerPieces.flatMap((piece) => toManifestCornerPiece(piece, brand, about, place))
  const shown = [...items.map(({ item }) => item), ...ofZones, ...lines.map(({ line }) => line)]
  const isDrawn = takeOvers !== undefined && 'displayId' in key
  const over = isDrawn ? takeOversFor(takeOvers, key.displayId) : []
  const inserts = isDrawn ? insertsFor(takeOvers, key.displayId) : []
  const goesByClock =
    openingHours !== null ||
    inclusions.length > 0 ||
    wordsOfTakeOvers([...over, ...inserts]).some(hasLiveWords) ||
    corners.some((one) => one.kind === 'clock' || one.schedule || (one.kind === 'words' && hasLiveWords(one.text))) ||
    shown.some((one) => one.schedule || textsOf(one).some(hasLiveWords)) ||
    [...items.map(({ item }) => item), ...ofZones].some((item) => {
      const board = boardOf(item)
      return board !== undefined && boardGoesByClock(board)
    })
  const hasBrand =
    [...items.map(({ item }) => item), ...ofZones].some(isBranded) ||
    layout?.zones.some(({ stays }) => stays) ||
    own.cornerPieces.some(usesBrand)
  const manifest: Manifest = {
    organisationId: key.organisationId,
    displayId: programmeIdOf(key),
    name,
    timeZone,
    ...(language === null ? {} : { language }),
    ...(openingHours === null ? {} : { openingHours }),
    ...(goesByClock ? { zoneOffsets: place.zoneOffsets } : {}),
    ...(inclusions.length > 0 ? { inclusions } : {}),
    revision,
    loopStartedAt,
    ...mediaFrom(context),
    ...(fillsWithoutLines ? { fillsWithoutLines: true } : {}),
    ...(brand && (hasCard || (isDrawn && drawsNotices(takeOvers, key.displayId)) || hasBrand) ? { brand } : {}),
    ...(over.length > 0 ? { takeOvers: over } : {}),
    ...(inserts.length > 0 ? { inserts } : {}),
    ...(layout ? { layout: toManifestLayout(layout, mainItems, about, facts.filmsAtOnce) } : {}),
    ...(corners.length > 0 ? { cornerPieces: corners } : {}),
    ...(pairedOnly ? { pairedOnly: true as const } : {}),
    ...(readCode ? { readCode } : {}),
    items: [...mainItems, ...(hasCard ? [readCardFor(facts)] : [])],
    lines: lines.map((line) => toManifestLine(line, answerOf)),
  }
  const fonts = fontsFor(JSON.stringify(manifest), language)
  return fonts.length > 0 ? { ...manifest, fonts } : manifest
}

/** @returns nothing for the logo of an organisation that has none, for a picture that is gone, and for weather without a forecast */
function toManifestCornerPiece(
  state: CornerPieceState,
  brand: ManifestBrand | undefined,
  { fileOf, answerOf }: About,
  { forecast, zoneOffsets }: ReturnType<typeof placeOf>,
): ManifestCornerPiece[] {
  const { revision: _, condition: asked, ...own } = cornerPieceOf(state)
  const condition = answerOf({ condition: asked })
  const piece = { ...own, ...(condition ? { condition } : {}) }
  if (piece.kind === 'weather') {
    if (!forecast) return []
    const schedule = untilForecastIsOld(piece.schedule ?? null, forecast, zoneOffsets)
    // A corner shows the present hour only.
    return [{ ...piece, schedule, forecast: { ...forecast, days: [] } }]
  }
  if (piece.kind !== 'logo') return [piece]
  const { url, ...rest } = piece
  if (url === undefined) return brand?.logo ? [{ ...rest, ...brand.logo }] : []
  const file = fileOf({ mediaId: pictureOf(state) })
  return file ? [{ ...rest, url, ...file }] : []
}

/** [TW2] People without an account cannot open the page of a display that is for paired screens only, so it has no code. */
function readCodeOf({ readCode, shortCode, pairedOnly }: store.Facts, { config }: Context): Manifest['readCode'] {
  if (!readCode || shortCode === null || pairedOnly) return undefined
  return { at: `${config.publicUrl ?? ''}${shortPath(shortCode)}`, way: readCode }
}

function readCardFor({ language }: store.Facts): ManifestItem {
  return { ...READ_CARD, notice: { look: 'night', heading: readCardWords(language), body: '', byline: '' } }
}

/** The texts in which a screen fills in live words. */
function textsOf(one: ItemState | Line): string[] {
  if ('text' in one) return [one.text]
  return one.notice ? [one.notice.heading, one.notice.body, one.notice.byline] : []
}

/** The revision and `pairedOnly` of the manifest that `readManifest` would return. */
export async function readRevision(
  context: Context,
  key: ProgrammeKey,
): Promise<{ revision: number; pairedOnly?: boolean } | undefined> {
  const { queries } = context.database
  return (await store.findRevision(queries, key)) ?? (await store.findRemovedDisplay(queries, key))
}

/** A screen must stop showing a removed display, even if it was switched off at the time. */
async function manifestOfRemoved(
  queries: Queries,
  key: ProgrammeKey,
  from: Pick<Manifest, 'mediaUrl'>,
): Promise<Manifest | undefined> {
  const removed = await store.findRemovedDisplay(queries, key)
  if (!removed) return undefined
  const { revision, removedAt } = removed
  const { organisationId } = key
  const displayId = programmeIdOf(key)
  return { organisationId, displayId, name: '', revision, loopStartedAt: removedAt, ...from, items: [], lines: [] }
}

/** Reads everything that a programme contains and includes. Undefined if there is no such programme. */
export function readProgramme(context: Context, key: ProgrammeKey): Promise<Programme | undefined> {
  return context.database.snapshot(async (queries) => {
    const facts = await store.findFacts(queries, key)
    if (!facts) return undefined
    const id = programmeIdOf(key)
    const whole = await readWhole(queries, key.organisationId, [id])
    const { contents, sources } = whole
    const zones = await readZones(queries, key.organisationId, [id], whole)
    const place = placeOf({ ...key, ...facts }, sources, context.now())
    const { zoneOffsets } = place
    const find = findValueIn(sources, place)
    const toItem = (item: ItemState) =>
      itemOf(item, {
        pages: deckPagesOf(item, sources),
        entries: feedEntriesOf(item, sources, place),
        contents: boardContentsOf(item, sources, context.now()),
        shown: shownOfItem(item, find),
      })
    const toLine = (line: Line) => lineOf(line, find)
    const own = contents.get(id) ?? NO_CONTENTS
    const playlists = own.items.flatMap(({ playlistId, title }) => {
      const held = playlistId === null ? undefined : contents.get(playlistId)
      return held && playlistId !== null ? [{ id: playlistId, name: title, held }] : []
    })
    return {
      organisationId: key.organisationId,
      id,
      ...facts,
      ...mediaFrom(context),
      zoneOffsets,
      covers: 'displayId' in key ? await readCovers(queries, key, context.now()) : [],
      items: own.items.map(toItem),
      lines: own.lines.map(toLine),
      playlists: playlists.map(({ held: { items, lines }, ...playlist }) => ({
        ...playlist,
        items: items.map(toItem),
        lines: lines.map(toLine),
      })),
      layout: own.layouts[0] ? layoutOf(own.layouts[0]) : null,
      zones: playlistsInZones(own.layouts).flatMap((playlistId) => {
        const [zone, held] = [zones.get(playlistId), contents.get(playlistId)]
        if (!zone || !held) return []
        return [{ id: playlistId, ...zone, items: held.items.map(toItem), lines: held.lines.map(toLine) }]
      }),
      cornerPieces: own.cornerPieces.map(cornerPieceOf),
      ...valuesIn([...contents.values()], find, place, context.now()),
      weather: await weatherHere(
        queries,
        context.config,
        { ...facts, isPlaylist: 'playlistId' in key },
        place,
        context.now(),
      ),
    }
  })
}

const thingsOf = ({ items, lines, layouts, cornerPieces }: Contents) => [
  ...[...items, ...lines, ...cornerPieces].map(({ condition }) => ({ condition })),
  ...layouts.flatMap(({ zones }) => zones),
]

/** The number of conditions of a programme whose answers change by the clock. */
function countByClock(own: Contents, { contents, sources }: WholeContents, place: Place): number {
  const find = findValueIn(sources, place)
  const others = [...includedIn(own.items), ...playlistsInZones(own.layouts)].flatMap((id) => contents.get(id) ?? [])
  const conditions = [own, ...others].flatMap(thingsOf).flatMap(({ condition }) => condition ?? [])
  return conditions.filter((condition) => conditionGoesByClock(condition, find)).length
}

/**
 * The values that conditions compare, for the dashboard, with the answers to the conditions that go by the clock. Nothing if there are
 * no conditions.
 */
function valuesIn(
  all: readonly Contents[],
  find: FindValueNow,
  { zoneOffsets }: Place,
  now: number,
): Pick<Programme, 'values'> {
  const conditions = all.flatMap(thingsOf).flatMap(({ condition }) => condition ?? [])
  const compared = new Map(
    conditions.flatMap((condition) => comparedBy({ condition })).map((value) => [keyOfValue(value), value]),
  )
  if (compared.size === 0) return {}
  const clock = { zoneOffsets, from: now - SHOWN_BACK_MS, until: now + SHOWN_AHEAD_MS, most: MOST_SHOWN_CHANGES }
  const answers = new Map<string, NonNullable<ValueNow['answers']>>()
  for (const condition of conditions) {
    // The week and the reasons also need the part alone.
    const part = partByClock(condition, find)
    for (const one of part ? [condition, part] : []) {
      const answer = answerByClock(one, find, clock.from, clock)
      for (const value of comparedBy({ condition: part })) {
        const key = keyOfValue(value)
        answers.set(key, { ...answers.get(key), [keyOfCondition(one)]: answer })
      }
    }
  }
  return {
    values: [...compared.values()].flatMap((of) => {
      const value = find(of)
      if (!value) return []
      const { type, currency, decimals } = value.column
      const dated = value.byDate ? { byDate: datesAround(value.byDate, now) } : {}
      const foreseen = answers.get(keyOfValue(of))
      return [{ ...value, ...dated, ...(foreseen ? { answers: foreseen } : {}), column: { type, currency, decimals } }]
    }),
  }
}

/** The span for which pages of editors show answers that go by the clock, and the number of changes in each. */
const SHOWN_BACK_MS = 15 * 24 * 60 * 60_000
const SHOWN_AHEAD_MS = 70 * 24 * 60 * 60_000
const MOST_SHOWN_CHANGES = 200

/** The dates that pages of editors show. */
function datesAround(byDate: NonNullable<ValueNow['byDate']>, at: number): NonNullable<ValueNow['byDate']> {
  const first = new Date(at - SHOWN_BACK_MS).toISOString()
  const dates = Object.keys(byDate).filter((date) => date > first)
  return Object.fromEntries(
    dates
      .sort()
      .slice(0, MOST_DATES)
      .map((date) => [date, byDate[date] ?? null]),
  )
}

const MOST_DATES = 400

function mediaFrom({ config: { mediaUrl } }: Context): Pick<Manifest, 'mediaUrl'> {
  return mediaUrl === undefined ? {} : { mediaUrl }
}

type Flat = FlatProgramme<ItemState, Line>

/**
 * The facts about an entry that do not stand in it: its stored file, the contents of its board, the answer to its condition, and the
 * weather at the display.
 */
type About = {
  fileOf: WholeContents['fileOf']
  boardOf: (item: ItemState) => ManifestBoard | undefined
  answerOf: AnswerOf
  forecast: Forecast | undefined
}

function toManifestItem(
  { item, inclusion }: Flat['items'][number],
  { fileOf, boardOf, answerOf, forecast }: About,
): Manifest['items'] {
  const url = urlOf(item)
  const file = fileOf(item)
  const behind = { contents: boardOf(item), forecast }
  const shown = url.playable ? manifestItemOf({ ...item, duration: item.durationSeconds, ...behind }, url) : undefined
  if (!shown) return []
  const entry: Whole<ManifestItem> = {
    ...(shown as Whole<typeof shown>),
    schedule: item.schedule ?? undefined,
    condition: answerOf(item),
    inclusion,
    sha256: file?.sha256,
    sizeBytes: file?.sizeBytes,
  }
  return [entry]
}

function toManifestLine({ line, inclusion }: Flat['lines'][number], answerOf: AnswerOf): ManifestLine {
  const { id, text, schedule } = line
  const entry: Whole<ManifestLine> = { id, text, schedule, condition: answerOf(line), inclusion }
  return entry
}

/** Requires every field, so that a new field in the contract is a compile error until it is handled. */
type Whole<T> = { [Key in keyof Required<T>]: T[Key] }
