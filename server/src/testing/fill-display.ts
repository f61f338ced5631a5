import { randomUUID } from 'node:crypto'
import { ItemId, LineId, type ProgrammeKey } from '@placard/contract'
import { positionAtEnd } from '../platform/database/position.ts'
import { BARE_ITEM, ITEMS, LINES, listItems, listLines } from '../programmes/service.ts'
import type { TestServer } from './server.ts'

/**
 * Puts hidden links and lines behind what a display or a playlist has, past the service: for a test of what a display full of them does,
 * not of how it was filled. No revision is raised, and no activity written.
 *
 * @param to how many there are afterwards
 */
export async function fillDisplay(
  server: TestServer,
  key: ProgrammeKey,
  to: { items?: number; lines?: number },
): Promise<void> {
  await server.app.context.database.transaction(async (queries) => {
    const items = await listItems(queries, key)
    let position = items.at(-1)?.position
    for (let count = items.length; count < (to.items ?? 0); count += 1) {
      position = positionAtEnd(position === undefined ? undefined : { position })
      await ITEMS.create(queries, key, [
        {
          ...BARE_ITEM,
          id: ItemId.parse(randomUUID()),
          title: 'A film',
          url: 'https://example.org/film.mp4',
          type: 'video',
          visible: false,
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
