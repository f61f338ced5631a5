import { randomUUID } from 'node:crypto'
import { ItemId, LineId, type ProgrammeKey } from '@placard/contract'
import { BARE_ITEM, ITEMS, LINES, listItems, listLines } from '../content/programmes/service.ts'
import type { Database } from '../platform/database/database.ts'
import { positionAtEnd } from '../platform/database/position.ts'
import type { TestServer } from './server.ts'

type To = { items?: number; lines?: number }

/**
 * Appends hidden links and lines to a display or a playlist, bypassing the service. For tests of a full display, not of filling it. No
 * revision is raised, and no activity is written.
 *
 * @param to the total numbers afterwards
 */
export function fillDisplay(server: TestServer, key: ProgrammeKey, to: To): Promise<void> {
  return fillProgramme(server.app.context.database, key, to, false)
}

/** The same with only the database. @param isShown true: the items are visible, and copies of the first item if there is one */
export async function fillProgramme(
  database: Pick<Database, 'transaction'>,
  key: ProgrammeKey,
  to: To,
  isShown: boolean,
): Promise<void> {
  await database.transaction(async (queries) => {
    const items = await listItems(queries, key)
    const [first] = items
    const link = { ...BARE_ITEM, url: 'https://example.org/film.mp4', type: 'video', title: 'A film' } as const
    let position = items.at(-1)?.position
    for (let count = items.length; count < (to.items ?? 0); count += 1) {
      position = positionAtEnd(position === undefined ? undefined : { position })
      await ITEMS.create(queries, key, [
        {
          ...(isShown && first ? { ...first, title: `${first.title} ${count + 1}` } : link),
          id: ItemId.parse(randomUUID()),
          visible: isShown,
          position,
          revision: 1,
          uploadedAt: 0,
        },
      ])
    }
    const lines = await listLines(queries, key)
    position = lines.at(-1)?.position
    for (let count = lines.length; count < (to.lines ?? 0); count += 1) {
      position = positionAtEnd(position === undefined ? undefined : { position })
      await LINES.create(queries, key, [
        {
          id: LineId.parse(randomUUID()),
          text: `line ${count}`,
          position,
          revision: 1,
        },
      ])
    }
  })
}
