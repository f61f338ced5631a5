import { randomId } from './random-id.ts'

/**
 * The idempotency key of a form. The same content sent again, after an answer that got lost, carries the same key, so
 * that it is done once; other content is another command.
 */
export function createCommandKey() {
  let content: string | undefined
  let key = randomId()
  return {
    keyFor(body: unknown): string {
      const next = JSON.stringify(body)
      if (content !== undefined && content !== next) key = randomId()
      content = next
      return key
    },
  }
}
