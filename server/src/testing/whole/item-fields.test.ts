import { ColumnId, type Item, RowId, TableId, UpdateItem } from '@placard/contract'
import { expect, it } from 'vitest'
import { fieldsThatDiffer } from '../../content/activity/service.ts'
import { NO_CONTENTS } from '../../content/programmes/contents.ts'
import {
  ITEM_COLUMNS,
  ITEM_TOLD,
  ItemState,
  itemOf,
  itemOfRow,
  rowOf,
  settingsOf,
  withChange,
} from '../../content/programmes/item-fields.ts'
import { stepsBetween } from '../../playout/history/difference.ts'
import { describeDialects } from '../dialects.ts'
import { startTestServer } from '../server.ts'

/** An item as the log stored it before any field was added. */
const oldest = {
  id: 'a',
  title: 'Poster',
  url: 'https://example.org/a.jpg',
  mediaId: null,
  type: 'image' as const,
  durationSeconds: null,
  visible: true,
  position: 'a0',
  revision: 1,
  uploadedAt: 7,
}

/** Another value for each field that people can change. */
const OTHERS: Required<UpdateItem> = {
  title: 'Other',
  url: 'https://example.org/b.mp4',
  type: 'video',
  visible: false,
  duration: 30,
  fit: 'cover',
  focus: { x: 0, y: 1 },
  schedule: { days: [1, 5], hours: [{ from: '08:00', until: '12:00' }], not: ['2026-12-24'], alone: true },
  condition: {
    all: [
      {
        value: {
          of: 'cell',
          tableId: TableId.parse('_t-0123456789abcdefghij'),
          rowId: RowId.parse('soup'),
          columnId: ColumnId.parse('sold01'),
        },
        operator: '=',
        constant: true,
      },
    ],
    otherwise: 'off',
  },
  notice: { look: 'poster', heading: 'Closed', body: '', byline: '', link: 'https://example.org/' },
  sound: true,
  deck: { without: [2, 7], seconds: [{ page: 3, seconds: 20 }] },
  webPage: { zoom: 150, scroll: 300, reloadMinutes: 30 },
  feed: { as: 'notices', count: 3, look: 'poster', window: 'week' },
  board: {
    tableId: TableId.parse('_t-0123456789abcdefghij'),
    look: 'menu',
    title: 'Canteen',
    parts: { name: ColumnId.parse('dish01'), price: null },
    sort: { columnId: ColumnId.parse('dish01'), direction: 'up' },
    filters: [{ columnId: ColumnId.parse('day001'), is: 'today' }],
  },
  weather: { look: 'days' },
}

const KIND_OF: Partial<Record<string, ItemState['type']>> = {
  notice: 'notice',
  sound: 'video',
  deck: 'deck',
  webPage: 'webpage',
  feed: 'feed',
  board: 'board',
  weather: 'weather',
}

it('[HS2] log entries from before a field existed can still be read', () => {
  expect(ItemState.parse(oldest)).toMatchObject(oldest)
  expect(fieldsThatDiffer(ITEM_TOLD, ItemState.parse(oldest), ItemState.parse(oldest))).toEqual([])
})

it.each(Object.keys(UpdateItem.shape) as (keyof UpdateItem)[])(
  '[HS2] a change of %s is stored, kept, answered, told, and taken back by going back',
  (field) => {
    const before = ItemState.parse({ ...oldest, type: KIND_OF[field] ?? oldest.type })
    const after = withChange(before, { [field]: OTHERS[field] })
    expect(ItemState.parse(JSON.parse(JSON.stringify(after)))).toEqual(after)
    expect(itemOfRow({ ...rowOf(after), url: after.url, film: null })).toEqual(after)
    expect(itemOf(after)[field]).toEqual(OTHERS[field])
    const { title, url, type, visible } = itemOf(before)
    expect({ ...before, ...settingsOf({ title, url, type, visible, [field]: OTHERS[field] }) }).toEqual(after)
    expect(fieldsThatDiffer(ITEM_TOLD, after, before)).toEqual([field === 'focus' ? 'fit' : field])
    const [step, ...more] = stepsBetween({ ...NO_CONTENTS, items: [after] }, { ...NO_CONTENTS, items: [before] }, 9)
    expect(step).toMatchObject({ thing: 'item', former: { ...before, revision: 2 } })
    expect(more).toEqual([])
  },
)

it('[HS9] a row names a stored file by its id alone; what the log kept, and what callers get, has its address', () => {
  const kept = ItemState.parse({ ...oldest, url: '/media/0f4d.jpg', mediaId: '0f4d' })
  const row = rowOf(kept)
  expect(row).toMatchObject({ url: null, media_id: '0f4d' })
  expect(itemOfRow({ ...row, url: kept.url, film: null })).toEqual(kept)
  expect(itemOf(kept)).toMatchObject({ url: '/media/0f4d.jpg', playable: true })
  expect(itemOf(kept)).not.toHaveProperty('mediaId')
  expect(rowOf(ItemState.parse(oldest))).toMatchObject({ url: oldest.url, media_id: null })
})

it.each(['duration', 'fit', 'focus'] as const)(
  '[HS2] null takes %s away, and a change without it leaves it',
  (field) => {
    const before = ItemState.parse(oldest)
    const set = withChange(before, { [field]: OTHERS[field] })
    expect(withChange(set, { title: 'Poster', [field]: undefined })).toEqual(set)
    const cleared = withChange(set, { [field]: null })
    expect(cleared).toEqual(before)
    expect(itemOf(cleared) satisfies Item).not.toHaveProperty(field)
  },
)

describeDialects('the table of items', (dialect) => {
  it('[HS2] has no column that no field of an item reads and writes', async () => {
    await using server = await startTestServer({ dialect })
    const tables = await server.app.context.database.queries.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'item')?.columns.map(({ name }) => `item.${name}`)
    expect(columns?.toSorted()).toEqual(
      [
        ...['item.organisation_id', 'item.programme_id', 'item.url', 'item.title', 'item.value_sources'],
        ...ITEM_COLUMNS,
      ].toSorted(),
    )
  })
})
