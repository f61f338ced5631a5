import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createDeck } from './service.ts'

export function deckRoutes(api: Api, context: Context): void {
  api.handle('createDeck', (call) => createDeck(context, call, call.params.organisationId, call.body))
}
