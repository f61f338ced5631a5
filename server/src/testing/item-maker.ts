import type { ItemChanged, ProgrammeKey, RouteBodyInput } from '@placard/contract'
import { expect } from 'vitest'
import type { Client } from './server.ts'

/**
 * Creates items of any kind, also with bodies that the types refuse.
 *
 * @param owner the client that creates them
 * @param usual the item for which a test gives no other
 */
export function itemMaker(owner: Client, usual: object) {
  const create = (params: ProgrammeKey, body: object) =>
    owner.call('createItem', { params, body: body as RouteBodyInput<'createItem'> })
  return {
    create,
    async add(key: ProgrammeKey, body: object = usual): Promise<ItemChanged['item']> {
      const answer = await create(key, body)
      expect(answer.status).toBe(201)
      return answer.body.item
    },
  }
}
