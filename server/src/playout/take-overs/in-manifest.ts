import {
  type Cover,
  type DisplayId,
  type DisplayKey,
  ItemId,
  type ManifestInsert,
  type ManifestItem,
  type ManifestTakeOver,
  manifestItemOf,
  NO_PICTURE,
  type OrganisationId,
  type TakeOverId,
} from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import type { Queries } from '../../platform/database/database.ts'
import type { PairedScreen } from '../../screens/screens/service.ts'
import { EXTENTS, type Extent, extentOf } from './extents.ts'
import * as store from './store.ts'

/** All running take-overs and inserts, and prepared take-overs, of an organisation's displays. */
export type TakeOversOf = { running: readonly store.StoredTakeOver[]; prepared: readonly store.StoredPrepared[] }

export async function readTakeOversOf(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<TakeOversOf> {
  const [running, prepared] = await Promise.all([
    store.listRunning(queries, organisationId, now),
    store.listPrepared(queries, organisationId),
  ])
  return { running, prepared }
}

/** The running ones of a display that have an extent. */
const runningOn = (
  running: readonly store.StoredTakeOver[],
  displayId: DisplayId,
  extent: Extent,
): store.StoredTakeOver[] =>
  running.filter((one) => extentOf(one) === extent && (one.displays === null || one.displays.includes(displayId)))

/** The end of the last take-over that covers a display. null: none does. */
export async function coveredUntil(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  now: number,
): Promise<number | null> {
  const covering = runningOn(await store.listRunning(queries, organisationId, now), displayId, 'whole')
  return covering.length === 0 ? null : Math.max(...covering.map(({ endsAt }) => endsAt))
}

/** The take-overs in the manifest of a display. Prepared ones only contribute files; their texts are sent when the take-over starts. */
export function takeOversFor({ running, prepared }: TakeOversOf, displayId: DisplayId): ManifestTakeOver[] {
  const over = runningOn(running, displayId, 'whole').map(({ id, content, file, startedAt, endsAt, drill }) => ({
    id,
    items: itemsOf(id, 'whole', content, file),
    ...(content.kind === 'line' ? { line: content.text } : {}),
    startsAt: startedAt,
    endsAt,
    ...(drill ? { drill: true as const } : {}),
  }))
  const ready = prepared.flatMap(({ id, content, file }) => {
    const [item] = file ? contentItemsOf(`ready-${id}`, content, file, false) : []
    return item ? { id, items: [item] } : []
  })
  return [...over, ...ready]
}

/** The inserts in the manifest of a display, the latest last [LY7]. */
export function insertsFor({ running }: TakeOversOf, displayId: DisplayId): ManifestInsert[] {
  return runningOn(running, displayId, 'part').flatMap(toManifestInsert)
}

/**
 * The inserts on a single screen, the latest last [LY7]. Those that are on its display as well are in the manifest of that display.
 */
export async function readInsertsOnScreen(
  queries: Queries,
  { id, organisationId, displayId }: Pick<PairedScreen, 'id' | 'organisationId' | 'displayId'>,
  now: number,
): Promise<ManifestInsert[]> {
  if (displayId === null) return []
  const running = await store.listOnScreen(queries, organisationId, id, now)
  return running
    .filter(({ displays, screens }) => {
      const isNamed = screens.some((one) => one.id === id && one.displayId === displayId)
      return isNamed && displays !== null && !displays.includes(displayId)
    })
    .flatMap(toManifestInsert)
}

function toManifestInsert({ id, content, file, place, startedAt, endsAt }: store.StoredTakeOver): ManifestInsert[] {
  const items = itemsOf(id, 'part', content, file)
  return place && items.length > 0 ? [{ id, items, startsAt: startedAt, endsAt, ...placeOfInsert(place) }] : []
}

/** The running take-overs of a display, by name, for people who manage it. */
export async function readCovers(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  now: number,
): Promise<Cover[]> {
  const running = await store.listRunning(queries, organisationId, now)
  return runningOn(running, displayId, 'whole').map(({ id, name, drill, content, startedAt, endsAt }) => ({
    id,
    name,
    drill,
    isLine: content.kind === 'line',
    startsAt: startedAt,
    endsAt,
  }))
}

/**
 * True if any of them is drawn in the organisation's colours. Of inserts, only those of a display count for it, because they are
 * in no other manifest.
 *
 * @param displayId undefined: of any display
 */
export function drawsNotices({ running, prepared }: TakeOversOf, displayId?: DisplayId): boolean {
  const wholes = running.filter(({ place }) => place === null)
  const inserts = displayId ? runningOn(running, displayId, 'part') : running.filter(({ place }) => place !== null)
  return (
    [...wholes, ...prepared].some(({ content }) => content.kind !== 'line') ||
    inserts.some(({ content }) => content.kind === 'notice')
  )
}

/** The texts of the running take-overs or inserts, to find live words. */
export function wordsOf(takeOvers: readonly ManifestTakeOver[]): string[] {
  return takeOvers.flatMap(({ items, line = '' }) => [
    line,
    ...items.flatMap(({ notice }) => (notice ? [notice.heading, notice.body, notice.byline] : [])),
  ])
}

function itemsOf(
  id: TakeOverId,
  extent: Extent,
  content: store.ShownContent,
  file: store.KeptFile | undefined,
): ManifestItem[] {
  const { itemPrefix, hasWordsBehind } = EXTENTS[extent]
  return contentItemsOf(`${itemPrefix}${id}`, content, file, hasWordsBehind)
}

/** The items to show. @param hasWordsBehind a file is followed by its text as a second item */
function contentItemsOf(
  id: string,
  content: store.ShownContent,
  file: store.KeptFile | undefined,
  hasWordsBehind: boolean,
): ManifestItem[] {
  switch (content.kind) {
    case 'line':
      return []
    case 'notice':
      return item({ id, type: 'notice', url: content.url ?? NO_PICTURE, notice: content.notice }, file)
    case 'file': {
      const { type, url, title } = content
      const notice = { look: 'alert' as const, heading: title.slice(0, 120), body: '', byline: '' }
      return [
        ...item({ id, type, url }, file),
        ...(hasWordsBehind ? item({ id: `${id}-words`, type: 'notice', url: NO_PICTURE, notice }, undefined) : []),
      ]
    }
    case 'address': {
      const { type, url, webPage } = content
      return item({ id, type, url, webPage: webPage ?? null }, undefined)
    }
  }
}

function item(
  look: Omit<Parameters<typeof manifestItemOf>[0], 'id'> & { id: string },
  file: store.KeptFile | undefined,
): ManifestItem[] {
  const shown = manifestItemOf({ ...look, id: ItemId.parse(look.id) })
  return shown ? [{ ...shown, ...(file ?? {}) }] : []
}
