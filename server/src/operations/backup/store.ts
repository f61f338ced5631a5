import { OrganisationId, ScreenId } from '@placard/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'
import { putSetting } from '../../platform/settings/service.ts'

/** More changes than anybody makes in a moment. */
const MARGIN = 100_000

/**
 * Raises all revisions above any that screens and dashboards may have seen. They have kept running and ignore a revision that is not
 * above their own. The time in seconds is high enough: nobody changes a display once a second for years.
 */
export async function raiseRevisions(queries: Queries, now: number): Promise<void> {
  const least = Math.floor(now / 1_000)
  for (const table of ['programme', 'removed_display', 'data_table'] as const) {
    await queries
      .updateTable(table)
      .set((row) => ({
        revision: sql<number>`case when ${row.ref('revision')} + ${sql.lit(MARGIN)} > ${sql.lit(least)}
          then ${row.ref('revision')} + ${sql.lit(MARGIN)} else ${sql.lit(least)} end`,
      }))
      .execute()
  }
  // Pages that have a later state of a table read all of its rows again.
  await queries
    .updateTable('data_table')
    .set((row) => ({ rows_removed_revision: row.ref('revision') }))
    .execute()
}

/** Ends the take-overs that ran when the backup was made, because nobody has requested them now. */
export async function endTakeOvers(queries: Queries, now: number): Promise<void> {
  await queries.updateTable('take_over').set({ ending: 'time', ended_at: now }).where('ending', 'is', null).execute()
}

/** All screens that are paired. */
export async function listPaired(
  queries: Queries,
): Promise<{ id: ScreenId; organisationId: OrganisationId; name: string }[]> {
  const rows = await queries
    .selectFrom('paired_screen')
    .select(['id', 'organisation_id', 'name'])
    .where('let_go_at', 'is', null)
    .orderBy('organisation_id')
    .orderBy('name')
    .execute()
  return rows.map(({ id, organisation_id: organisationId, name }) => {
    return { id: ScreenId.parse(id), organisationId: OrganisationId.parse(organisationId), name }
  })
}

const RESTORED_KEY = 'restored'

/** A record of a restore: the number of tokens and invitations in the backup, and if they are still valid. */
const RestoredAccess = z.object({
  /** Milliseconds since 1970: the time of the restore, and the moment whose data the backup holds. */
  at: z.int(),
  shows: z.int(),
  tokens: z.int(),
  invitations: z.int(),
  kept: z.boolean(),
  /** Number of revoked things that were brought back nevertheless. */
  revived: z.int().default(0),
  /** Number of paired screens about which nothing is known, because there was no previous data to compare with. */
  unknownScreens: z.int().default(0),
})
export type RestoredAccess = z.infer<typeof RestoredAccess>

/**
 * Removes the tokens and invitations of a restored backup, unless `keep` is set. They may have been revoked since it was made, which the
 * backup cannot know.
 */
export async function settleAccess(
  queries: Queries,
  restored: { at: number; shows: number; keep: boolean; revived: number; unknownScreens: number },
): Promise<RestoredAccess> {
  const valid = (table: 'api_token' | 'invitation') =>
    countOf(queries.selectFrom(table).where('expires_at', '>', restored.at))
  const { keep, ...known } = restored
  const { at } = known
  const access = { ...known, tokens: await valid('api_token'), invitations: await valid('invitation'), kept: keep }
  if (!keep) {
    await queries.deleteFrom('api_token').execute()
    await queries.deleteFrom('invitation').execute()
    await queries.deleteFrom('enrolment').execute()
    // Proposals made by these links stay and can still be decided.
    await queries.updateTable('proposal_link').set({ withdrawn_at: at }).where('withdrawn_at', 'is', null).execute()
  }
  // Messages that waited at that time were sent since, or are too late to be useful.
  await removeWhere(queries, 'delivery', { outcome: 'waiting' })
  await queries.updateTable('proposal').set({ tell_at: null, answer_at: null }).execute()
  await removeWhere(queries, 'webhook_delivery', { outcome: 'waiting' })
  await queries.deleteFrom('webhook_event').where('due_at', 'is not', null).execute()
  await putSetting(queries, RESTORED_KEY, JSON.stringify(access))
  return access
}

/** Reads the record from the rows of `setting`. @returns undefined when no backup was ever restored here */
export function restoredAccessOf(settings: readonly Record<string, unknown>[]): RestoredAccess | undefined {
  const row = settings.find(({ key }) => key === RESTORED_KEY)
  return row && RestoredAccess.parse(JSON.parse(String(row.value)))
}
