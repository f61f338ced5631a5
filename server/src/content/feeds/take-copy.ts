import { isDeepStrictEqual } from 'node:util'
import { type OrganisationId, type ProgrammeKey, programmeIdOf, readItemUrl, type Schedule } from '@placard/contract'
import { localTimeOf, loopStartAfter } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import { type HeldProgramme, runCommand, serverSender, type Touch } from '../commands/service.ts'
import {
  type FeedCopy,
  feedIdOf,
  flatten,
  NO_CONTENTS,
  playableOf,
  playlistsInZones,
  readWhole,
  type Sources,
  type WholeContents,
  withIncluders,
} from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import * as store from './store.ts'

/**
 * Replaces the stored copy of a feed, and announces the change to every display on which the result differs.
 *
 * @param copy null: the old copy is stale and is removed
 * @param change other columns to update
 */
export async function takeCopy(
  context: Context,
  feed: store.StoredFeed,
  copy: FeedCopy | null,
  change: Parameters<typeof store.updateFeed>[2],
): Promise<void> {
  const organisationId = feed.organisation_id as OrganisationId
  const stored = copy && JSON.stringify(copy)
  if (stored === feed.copy) return store.updateFeed(context.database.queries, feed, change)
  await runCommand(
    context,
    serverSender('feeds', organisationId),
    async (queries) => {
      const shown = await store.listShown(queries, organisationId)
      const keys = shown.flatMap(({ url, key }): ProgrammeKey[] => {
        const address = readItemUrl('feed', url)
        return address.playable && feedIdOf(address.href) === feed.id ? [key] : []
      })
      return withIncluders(queries, keys)
    },
    async (queries, held) => {
      const whole = await readWhole(queries, organisationId, held.map(programmeIdOf))
      await store.updateFeed(queries, feed, { ...change, copy: stored })
      const feeds = new Map(whole.sources.feeds)
      if (copy) feeds.set(feed.url, copy)
      else feeds.delete(feed.url)
      return {
        answer: {},
        touched: held.flatMap((one) => touchOf(context, one, whole, { ...whole.sources, feeds }) ?? []),
      }
    },
  )
}

/** Undefined if a screen shows the same as before. Entries that are over were already removed by their schedules. */
function touchOf(
  context: Context,
  held: HeldProgramme,
  { contents, sources }: WholeContents,
  after: Sources,
): Touch | undefined {
  const now = context.now()
  const zoneOffsets = zoneOffsetsOf(held.timeZone, now)
  const place = { zoneOffsets, language: held.language ?? undefined }
  const own = contents.get(programmeIdOf(held)) ?? NO_CONTENTS
  const local = new Date(localTimeOf(zoneOffsets, now)).toISOString()
  const isToCome = ({ schedule }: { schedule?: Schedule | null | undefined }) =>
    schedule?.until === undefined || schedule.until > local
  const zones = playlistsInZones(own.layouts).flatMap((id) => contents.get(id) ?? [])
  // Lines of a zone's playlist do not run.
  const shownBy = (some: Sources) =>
    [own, ...zones.map(({ items }) => ({ items, lines: [] }))].map((one) => {
      const { items, lines } = flatten(one, (id) => contents.get(id), some, place)
      return [items.map(({ item }) => item).filter(isToCome), lines.map(({ line }) => line).filter(isToCome)]
    })
  if (isDeepStrictEqual(shownBy(sources), shownBy(after))) return undefined
  const plays = (some: Sources) => ({
    ...playableOf(own, (id) => contents.get(id), some, place),
    zoneOffsets,
  })
  const { loopStartedAt } = held
  return {
    key: held,
    activity: undefined,
    loopStartedAt: loopStartAfter({ ...plays(sources), loopStartedAt }, plays(after), now),
  }
}
