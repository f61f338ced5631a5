import type { DisplayKey } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { createDisplay, describeContents, keyOf, listDisplays, removeDisplay, updateDisplay } from './service.ts'

/** What people have to do with a display; the members' own affair. */
export type PeopleOf = {
  /** How many are limited to this display alone. */
  count(queries: Queries, key: DisplayKey): Promise<number>
  /** Takes it from everybody who is limited to it. */
  forget(queries: Queries, key: DisplayKey): Promise<void>
}

export function displayRoutes(api: Api, context: Context, people: PeopleOf): void {
  api.handle('listDisplays', ({ caller, params }) => listDisplays(context, params.organisationId, caller))
  api.handle('createDisplay', ({ caller, request, params, body: { id, ...settings } }) =>
    createDisplay(context, { organisationId: params.organisationId, displayId: id }, settings, { caller, request }),
  )
  api.handle('updateDisplay', ({ caller, commandKey, request, params, body }) =>
    updateDisplay(context, { caller, commandKey, request }, keyOf(params), body),
  )
  api.handle('getDisplayContents', async ({ params }) => ({
    ...(await describeContents(context, keyOf(params))),
    people: await people.count(context.database.queries, keyOf(params)),
  }))
  api.handle('removeDisplay', async ({ caller, request, params, ifMatch }) => {
    const key = keyOf(params)
    const sender = { caller, request }
    await removeDisplay(context, key, ifMatch, (queries) => people.forget(queries, key), sender)
    return undefined
  })
}
