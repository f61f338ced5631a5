import { MAX_EVENT_BYTES, TEST_EVENT, type WebhookEvent, type WebhookEventType } from '@placard/contract'
import type { StoredEvent } from '../../content/events/service.ts'

/** Screens of one message, so that it stays short. */
const MOST_LISTED = 50
/** No name is longer, once a body is too large. */
const SHORT_CHARACTERS = 100

/**
 * The body of a message, as Standard Webhooks writes it. However long the names in it are, it has less than MAX_EVENT_BYTES: of a list
 * as many are left out as it takes, and then names are cut.
 *
 * @param publicUrl with which addresses of pages begin; undefined: they stay paths
 */
export function bodyOf(
  { type, data, created_at }: Pick<StoredEvent, 'type' | 'data' | 'created_at'>,
  publicUrl: string | undefined,
): string {
  const write = (about: unknown) => JSON.stringify({ type, timestamp: new Date(created_at).toISOString(), data: about })
  const isShort = (body: string) => Buffer.byteLength(body) < MAX_EVENT_BYTES
  const read = JSON.parse(data)
  const event = listed({ type, data: type === 'proposal.made' ? withWholeUrl(read, publicUrl) : read } as WebhookEvent)
  const body = write(event.data)
  if (isShort(body)) return body
  if (event.type === 'screen.dark' || event.type === 'screen.back') {
    const { screens } = event.data
    for (let count = screens.length - 1; count > 0; count -= 1) {
      const shorter = write({ ...event.data, screens: screens.slice(0, count) })
      if (isShort(shorter)) return shorter
    }
  }
  return write(withShortWords(event.data))
}

function listed(event: WebhookEvent): WebhookEvent {
  if (event.type !== 'screen.dark' && event.type !== 'screen.back') return event
  const screens = event.data.screens.slice(0, MOST_LISTED)
  return { ...event, data: { ...event.data, screens } } as WebhookEvent
}

function withWholeUrl(data: { url: string }, publicUrl: string | undefined): object {
  return data.url.startsWith('/') && publicUrl !== undefined ? { ...data, url: publicUrl + data.url } : data
}

function withShortWords(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, SHORT_CHARACTERS).toWellFormed()
  if (Array.isArray(value)) return value.slice(0, SHORT_CHARACTERS).map(withShortWords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withShortWords(one)]))
}

/** As the page names it. What a later version has written is a test to this one. */
export function typeOf(type: string, known: readonly WebhookEventType[]): WebhookEventType | typeof TEST_EVENT {
  return known.find((one) => one === type) ?? TEST_EVENT
}
