import { MAX_EVENT_BYTES, TEST_EVENT, type WebhookEvent, type WebhookEventType } from '@placard/contract'
import type { StoredEvent } from '../../content/events/service.ts'

/** The most screens in one message. */
const MOST_LISTED = 50
/** Names are cut to this length when a body is too large. */
const SHORT_CHARACTERS = 100

/**
 * The body of a message, in the format of Standard Webhooks. It is always shorter than MAX_EVENT_BYTES: first entries of lists are left
 * out, then names are cut.
 *
 * @param publicUrl base of page addresses. undefined: they stay paths
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
  if ('screens' in event.data) {
    const { screens } = event.data
    for (let count = screens.length - 1; count > 0; count -= 1) {
      const shorter = write({ ...event.data, screens: screens.slice(0, count) })
      if (isShort(shorter)) return shorter
    }
  }
  return write(withShortWords(event.data))
}

function listed(event: WebhookEvent): WebhookEvent {
  if (!('screens' in event.data)) return event
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

/** The type as the page names it. A type written by a later version is shown as a test. */
export function typeOf(type: string, known: readonly WebhookEventType[]): WebhookEventType | typeof TEST_EVENT {
  return known.find((one) => one === type) ?? TEST_EVENT
}
