import type { OrganisationId, RouteBodyInput, TableContents } from '@placard/contract'
import { expect } from 'vitest'
import type { Client } from './server.ts'

type Body = RouteBodyInput<'createTable'>

/** Creates the table of a menu: dishes, prices, what is sold out, and the further columns of a test. */
export async function createMenu(
  client: Client,
  organisationId: OrganisationId,
  { language, more, rows }: { language: Body['language']; more: NonNullable<Body['columns']>; rows: Body['rows'] },
): Promise<TableContents> {
  const { status, body } = await client.call('createTable', {
    params: { organisationId },
    body: {
      name: 'Menu',
      language,
      columns: [
        { name: 'Dish', type: 'words' },
        { name: 'Price', type: 'money', currency: 'EUR' },
        { name: 'Sold out', type: 'yes-no' },
        ...more,
      ],
      rows,
    },
  })
  expect(status).toBe(201)
  return body
}
