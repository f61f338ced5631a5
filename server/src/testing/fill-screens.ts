import type { OrganisationId, ScreenAbout } from '@placard/contract'
import type { Database } from '../platform/database/database.ts'
import { rowsAtOnce } from '../platform/database/rows-at-once.ts'
import { SCREEN_STATE } from './screen-state.ts'

const PLACES = 40
const ABOUT: ScreenAbout = {
  browser: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  width: 1_920,
  height: 1_080,
  timeZone: 'Europe/London',
}

/**
 * Adds paired screens to an organisation, bypassing the pairing: rows without a browser, for tests of a full page. They are spread over
 * its displays and over forty places. Every tenth has never reported. Every hundredth has an older player.
 */
export async function fillScreens(
  database: Pick<Database, 'transaction'>,
  organisationId: OrganisationId,
  count: number,
): Promise<void> {
  const now = Date.now()
  await database.transaction(async (queries) => {
    const displays = await queries
      .selectFrom('programme')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'display')
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    const screens = Array.from({ length: count }, (_, index) => ({
      index,
      id: index.toString(16).padStart(32, '0'),
      display_id: displays[index % displays.length]?.id ?? '',
      name: `Screen ${index}`,
    }))
    for (const some of rowsAtOnce(screens)) {
      await queries
        .insertInto('paired_screen')
        .values(
          some.map(({ index, id, display_id, name }) => ({
            id,
            organisation_id: organisationId,
            display_id,
            name,
            place: `House ${String(index % PLACES).padStart(2, '0')}`,
            secret: index.toString(16).padStart(64, '0'),
            about: JSON.stringify(ABOUT),
            paired_at: now,
            seen_at: index % 10 === 0 ? null : now,
            sent_to: null,
            let_go_at: null,
          })),
        )
        .execute()
      const heard = some.filter(({ index }) => index % 10 !== 0)
      if (heard.length === 0) continue
      await queries
        .insertInto('screen')
        .values(
          heard.map(({ index, id, display_id, name }) => ({
            organisation_id: organisationId,
            display_id,
            id,
            name,
            first_seen_at: now,
            seen_at: now,
            user_agent: ABOUT.browser,
            state: JSON.stringify({ ...SCREEN_STATE, revision: null, build: index % 100 === 1 ? 'older' : null }),
            events: '[]',
            reports: '[]',
          })),
        )
        .execute()
    }
  })
}
