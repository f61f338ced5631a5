import type { RouteBodyInput, TableContents } from '@placard/contract'
import { DISPLAY, type Placard } from './placard.ts'

const { organisationId } = DISPLAY

/** Makes a menu with these rows the only table of the organisation. */
export async function makeMenu(placard: Placard, rows: RouteBodyInput<'createTable'>['rows']): Promise<TableContents> {
  for (const { id: tableId } of await placard.call('listTables', { params: { organisationId } })) {
    await placard.call('removeTable', { params: { organisationId, tableId }, headers: { 'if-match': '*' } })
  }
  return placard.call('createTable', {
    params: { organisationId },
    body: {
      name: 'Menu',
      language: 'en-GB',
      columns: [
        { name: 'Dish', type: 'words' },
        { name: 'Price', type: 'money', currency: 'EUR' },
        { name: 'Sold out', type: 'yes-no' },
      ],
      rows,
    },
  })
}
