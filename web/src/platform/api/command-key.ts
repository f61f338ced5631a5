import { randomId } from './random-id.ts'

/**
 * The idempotency key of a form. The same content that is sent again, after a lost answer, has the same key and is
 * processed once. Other content is another command.
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
