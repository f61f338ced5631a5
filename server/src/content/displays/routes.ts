import type { DisplayKey } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Api, IfMatch } from '../../platform/http/api.ts'
import { createDisplay, type Doer, describeContents, keyOf, listDisplays, updateDisplay } from './service.ts'

/** Actions on a display that features above this one provide. */
export type Above = {
  /** Number of people who are limited to this display alone. */
  countPeople(queries: Queries, key: DisplayKey): Promise<number>
  /** Removes the display and everything that any feature stores for it. @throws AppError display-not-found, changed-meanwhile */
  removeDisplay(context: Context, key: DisplayKey, ifMatch: IfMatch, sender: Doer): Promise<void>
}

export function displayRoutes(api: Api, context: Context, above: Above): void {
  api.handle('listDisplays', ({ caller, params }) => listDisplays(context, params.organisationId, caller))
  api.handle('createDisplay', ({ caller, request, params, body: { id, ...settings } }) =>
    createDisplay(context, { organisationId: params.organisationId, displayId: id }, settings, { caller, request }),
  )
  api.handle('updateDisplay', ({ caller, commandKey, request, params, body }) =>
    updateDisplay(context, { caller, commandKey, request }, keyOf(params), body),
  )
  api.handle('getDisplayContents', async ({ params }) => ({
    ...(await describeContents(context, keyOf(params))),
    people: await above.countPeople(context.database.queries, keyOf(params)),
  }))
  api.handle('removeDisplay', async ({ caller, request, params, ifMatch }) => {
    await above.removeDisplay(context, keyOf(params), ifMatch, { caller, request })
    return undefined
  })
}
