import {
  type Cover,
  type DisplayId,
  type DisplayKey,
  ItemId,
  type ManifestItem,
  type ManifestTakeOver,
  manifestItemOf,
  NO_PICTURE,
  type OrganisationId,
  type TakeOverContent,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import * as store from './store.ts'

/** All running and prepared take-overs of an organisation's displays. */
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

/** The take-overs in the manifest of a display. Prepared ones only contribute files; their texts are sent when the take-over starts. */
export function takeOversFor({ running, prepared }: TakeOversOf, displayId: DisplayId): ManifestTakeOver[] {
  const over = running
    .filter(({ displays }) => displays === null || displays.includes(displayId))
    .map(({ id, content, file, startedAt, endsAt, drill }) => ({
      id,
      items: itemsOf(`over-${id}`, content, file),
      ...(content.kind === 'line' ? { line: content.text } : {}),
      startsAt: startedAt,
      endsAt,
      ...(drill ? { drill: true as const } : {}),
    }))
  const ready = prepared.flatMap(({ id, content, file }) => {
    const [item] = file ? itemsOf(`ready-${id}`, content, file) : []
    return item ? { id, items: [item] } : []
  })
  return [...over, ...ready]
}

/** The running take-overs of a display, by name, for people who manage it. */
export async function readCovers(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  now: number,
): Promise<Cover[]> {
  const running = await store.listRunning(queries, organisationId, now)
  return running
    .filter(({ displays }) => displays === null || displays.includes(displayId))
    .map(({ id, name, drill, content, startedAt, endsAt }) => ({
      id,
      name,
      drill,
      isLine: content.kind === 'line',
      startsAt: startedAt,
      endsAt,
    }))
}

/** True if any of them is drawn in the organisation's colours. */
export function drawsNotices({ running, prepared }: TakeOversOf): boolean {
  return [...running, ...prepared].some(({ content }) => content.kind !== 'line')
}

/** The texts of the running take-overs, to find live words. */
export function wordsOf(takeOvers: readonly ManifestTakeOver[]): string[] {
  return takeOvers.flatMap(({ items, line = '' }) => [
    line,
    ...items.flatMap(({ notice }) => (notice ? [notice.heading, notice.body, notice.byline] : [])),
  ])
}

/** The items to show. A file is followed by its text as a second item. */
function itemsOf(id: string, content: TakeOverContent, file: store.KeptFile | undefined): ManifestItem[] {
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
        ...item({ id: `${id}-words`, type: 'notice', url: NO_PICTURE, notice }, undefined),
      ]
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
