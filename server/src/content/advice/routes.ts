import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { keyOf } from '../programmes/service.ts'
import { leaveAdvice, readAdviceFacts } from './service.ts'

export function adviceRoutes(api: Api, context: Context): void {
  api.handle('getAdviceFacts', async ({ caller, params }) => {
    const facts = await readAdviceFacts(context, caller, keyOf(params))
    return { ...facts, glasses: facts.screens }
  })
  api.handle('leaveAdvice', async ({ caller, params, body }) => {
    await leaveAdvice(context, caller, keyOf(params), body)
    return undefined
  })
}
