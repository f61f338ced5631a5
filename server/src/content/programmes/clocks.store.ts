import { OrganisationId, ProgrammeId, type ProgrammeKey, programmeKeyOf } from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { selectUsing, THINGS_WITH_VALUES } from '../values/service.ts'

/** Key of the row in `setting`. */
export const CLOCKS_KEY = 'clocks'

/** Key of the row in `setting` with the span for which answers were last foreseen. */
export const ANSWERS_KEY = 'answers'

/**
 * Prefixes of the words that screens fill in by themselves (`playback/src/live-words.ts`), and of figures of the weather, which end by
 * the display's clock. False matches only cause a needless
 * update.
 */
const LIVE_WORDS = ['%{time}%', '%{date}%', '%{weekday}%', '%{days until %', '%{weather %']

/** The programmes with a schedule or live words, with their names. */
export async function listScheduledProgrammes(queries: Queries): Promise<{ key: ProgrammeKey; name: string }[]> {
  const rows = await queries
    .selectFrom('programme')
    .select(['organisation_id', 'id', 'name'])
    .where('removed_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or(
        (
          [
            ['item', 'notice'],
            ['line', 'text'],
          ] as const
        ).map(([table, words]) =>
          exists(
            selectFrom(table)
              .select('id')
              .whereRef(`${table}.organisation_id`, '=', 'programme.organisation_id')
              .whereRef(`${table}.programme_id`, '=', 'programme.id')
              .where((one) =>
                one.or([
                  one('schedule', 'is not', null),
                  // The entries of a feed have schedules.
                  ...(table === 'item' ? [one(sql<string>`item.feed`, 'is not', null)] : []),
                  // Many boards go by the time of day.
                  ...(table === 'item' ? [one(sql<string>`item.board`, 'is not', null)] : []),
                  ...(table === 'item' ? [one(sql<string>`item.weather`, 'is not', null)] : []),
                  ...LIVE_WORDS.map((word) => one(sql<string>`${sql.ref(`${table}.${words}`)}`, 'like', word)),
                ]),
              ),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ organisation_id, id, name }) => ({
    key: programmeKeyOf(OrganisationId.parse(organisation_id), ProgrammeId.parse(id)),
    name,
  }))
}

/** The parts of a stored condition that goes by the clock. False matches only cause a needless update. */
const BY_CLOCK = ['%"today"%', '%"now"%']

/** The programmes with a condition that goes by the clock. */
export async function listByClock(queries: Queries): Promise<ProgrammeKey[]> {
  const found = new Map<string, ProgrammeKey>()
  for (const thing of THINGS_WITH_VALUES) {
    const rows = await selectUsing(queries, thing)
      .where((one) =>
        one.or(BY_CLOCK.map((words) => one(sql<string>`${sql.ref(`${thing}.condition`)}`, 'like', words))),
      )
      .execute()
    for (const { organisation_id, id } of rows) {
      const key = programmeKeyOf(OrganisationId.parse(organisation_id), ProgrammeId.parse(id))
      found.set(`${organisation_id}/${id}`, key)
    }
  }
  return [...found.values()]
}
