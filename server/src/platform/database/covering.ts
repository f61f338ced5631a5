import { type SqlBool, sql } from 'kysely'

/**
 * True for a row of `take_over as over` that covers all displays, one of these, or a screen of one. The columns are JSON arrays with ids,
 * which contain no characters that need escaping there.
 */
export const coversAny = (displays: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    [
      sql`over.displays is null`,
      ...displays.flatMap((id) => {
        const written = `"${id.replace(/[\\%_]/g, '\\$&')}"`
        return [
          sql`over.displays like ${`%${written}%`} escape '\\'`,
          sql`over.screens like ${`%"displayId":${written}%`} escape '\\'`,
        ]
      }),
    ],
    sql` or `,
  )})`
