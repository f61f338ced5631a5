import {
  type AdviceFacts,
  type DisplayId,
  type FilmlessZone,
  type LeaveAdvice,
  type Place,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  type ScreenSize,
  UNDO_MS,
  type ZoneOffsets,
} from '@placard/contract'
import { countFilms, countWords, filmPlaces, isRightToLeft, placesOf, screenInZone } from '@placard/playback'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type Contents,
  flatten,
  layoutOf,
  listLayoutsOf,
  mayChange,
  NO_CONTENTS,
  notFound,
  playlistsInZones,
  readWhole,
  requireSight,
} from '../programmes/service.ts'
import * as store from './store.ts'

/** Assumed for a screen of unknown size. */
const USUAL_PX = { widthPx: 1920, heightPx: 1080 }

/** Films do not depend on the clock. */
const NO_PLACE = { zoneOffsets: [[0, 0]] as ZoneOffsets, language: undefined }

/** Entries changed longer ago than this get no advice about weekdays. */
const TYPED_MS = 5 * 24 * 60 * 60_000

/** Reads the facts that advice on a programme is based on. @throws AppError display-not-found, playlist-not-found */
export function readAdviceFacts(
  context: Context,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<AdviceFacts> {
  return context.database.snapshot(async (queries) => {
    await requireSight(queries, caller, key)
    const own = await store.findSettings(queries, key)
    if (!own) throw new AppError(notFound(key))
    const programmes = [programmeIdOf(key), ...(await store.listIncluded(queries, key))]
    const shown = await readShown(queries, key)
    return {
      ...(await readScreenSizes(queries, key, own, shown)),
      filmlessZones: await listFilmlessZones(queries, key, shown, caller),
      colour: await store.findColour(queries, key.organisationId),
      files: (await store.listFiles(queries, key.organisationId, programmes)).map(({ pages, ...file }) => ({
        ...file,
        ...(pages ? { pages: pages.map(({ text, ...page }) => ({ ...page, words: countWords(text) })) } : {}),
      })),
      left: await store.listLeft(queries, key.organisationId, programmes),
      typed: await store.listTyped(queries, key.organisationId, programmes, context.now() - TYPED_MS),
    }
  })
}

/** The displays that show a programme, and the zones in which they do. 1 is the main zone. */
type Shown = { places: { displayId: DisplayId; zone: number }[]; displays: Awaited<ReturnType<typeof store.listHung>> }

async function readShown(queries: Queries, key: ProgrammeKey): Promise<Shown> {
  const places =
    'displayId' in key
      ? [{ displayId: key.displayId, zone: 1 }]
      : await store.listPlaces(queries, key.organisationId, key.playlistId)
  const ids = [...new Set(places.map(({ displayId }) => displayId))]
  return { places, displays: await store.listHung(queries, key.organisationId, ids) }
}

/** Each kind of screen once, even if many screens are of that kind. With the room of the zone that the programme has there. */
async function readScreenSizes(
  queries: Queries,
  { organisationId }: ProgrammeKey,
  own: store.Hung,
  { places, displays: open }: Shown,
): Promise<Pick<AdviceFacts, 'screens' | 'isSilent'>> {
  const displays = open.map(({ id }) => id)
  const paired = await store.listPaired(queries, organisationId, displays)
  const told = await store.listTold(queries, organisationId, displays)
  const pairedIds = new Set(paired.map(({ id }) => id))
  const screens: { displayId: string; screen: ScreenSize }[] = [
    ...paired.map(({ id, displayId, hung, size }) => ({
      displayId,
      screen: { ...hung, ...(told.find((one) => one.id === id)?.size ?? size) },
    })),
    // If a display has paired screens, only these count. A page opened at its plain address does not.
    ...open
      .filter(({ id }) => !paired.some(({ displayId }) => displayId === id))
      .flatMap(({ id: displayId, hung }) => {
        const here = told.filter((one) => one.displayId === displayId && !pairedIds.has(one.id))
        if (here.length === 0) return [{ displayId, screen: { ...hung, ...USUAL_PX } }]
        return here.map(({ size }) => ({ displayId, screen: { ...hung, ...size } }))
      }),
  ]
  const layouts = new Map<string, Place[]>(
    (await listLayoutsOf(queries, organisationId, displays)).map(({ programmeId, layout }) => {
      const language = open.find(({ id }) => String(id) === programmeId)?.language ?? null
      return [programmeId, placesOf(layoutOf(layout), isRightToLeft(language))]
    }),
  )
  const seated = screens.flatMap(({ displayId, screen }) =>
    places
      .filter((place) => place.displayId === displayId)
      .map(({ zone }) => screenInZone(screen, layouts.get(displayId)?.[zone - 1])),
  )
  const known = new Map((seated.length > 0 ? seated : [{ ...own, ...USUAL_PX }]).map((one) => [sizeName(one), one]))
  return { screens: Array.from(known.values()), isSilent: told.some(({ isSilent }) => isSilent) }
}

/** [LY5] The zones in which the films of the playlist do not play (`filmPlaces`). */
async function listFilmlessZones(
  queries: Queries,
  key: ProgrammeKey,
  { places, displays }: Shown,
  caller: Pick<Caller, 'displays'> | undefined,
): Promise<FilmlessZone[]> {
  const zones = places.filter(({ displayId, zone }) => zone > 1 && caller && mayUse(caller, displayId))
  if (zones.length === 0) return []
  const ids = zones.map(({ displayId }) => displayId as string as ProgrammeId)
  const { contents, sources } = await readWhole(queries, key.organisationId, ids)
  const filmsIn = (held: Contents | undefined) =>
    countFilms(
      flatten(
        held ?? NO_CONTENTS,
        (id) => contents.get(id),
        sources,
        NO_PLACE,
        () => undefined,
      ).items.map(({ item }) => item),
    )
  return displays.flatMap(({ id, name, filmsAtOnce }): FilmlessZone[] => {
    const number = zones.find(({ displayId }) => displayId === id)?.zone
    if (number === undefined) return []
    const held = contents.get(id as string as ProgrammeId)
    const all = [held, ...playlistsInZones(held?.layouts ?? []).map((playlistId) => contents.get(playlistId))]
    // A playlist that has no films yet is asked about as if it had one.
    const counts = all.map(filmsIn).map((films, index) => (index === number - 1 ? Math.max(1, films) : films))
    const films = filmPlaces(counts, filmsAtOnce)
    const [first = 0] = films
    return films.includes(number - 1) ? [] : [{ display: name, number, filmsPlayIn: first + 1 }]
  })
}

const sizeName = ({ diagonalInches, distanceCm, widthPx, heightPx, zone }: ScreenSize) =>
  [diagonalInches, distanceCm, widthPx, heightPx, zone?.width, zone?.height].join()

/** @throws AppError not-allowed, display-not-found, playlist-not-found, item-not-found */
export function leaveAdvice(
  context: Context,
  caller: Caller,
  key: ProgrammeKey,
  { isLeft, ...advice }: LeaveAdvice,
): Promise<void> {
  return context.database.transaction(async (queries) => {
    if (!mayChange(caller, key)) throw new AppError('not-allowed')
    if (!(await store.findSettings(queries, key))) throw new AppError(notFound(key))
    if (!isLeft) return store.removeLeft(queries, key, advice)
    if (advice.entryId !== programmeIdOf(key) && !(await store.isEntry(queries, key, advice.entryId)))
      throw new AppError('item-not-found')
    const now = context.now()
    // Only for entries that were removed for good. An undo brings an entry back with its advice still left.
    await store.removeLeftOfGone(queries, key, now - UNDO_MS)
    await store.createLeft(queries, key, advice, now)
  })
}
