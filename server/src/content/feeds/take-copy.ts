import { type OrganisationId, type ProgrammeKey, programmeIdOf, readItemUrl } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { runCommand, serverSender } from '../commands/service.ts'
import { type FeedCopy, feedIdOf, readWhole, touchOf, withIncluders } from '../programmes/service.ts'
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
