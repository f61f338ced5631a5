import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'

/** 32 random bytes, in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return MARK + randomBytes(32).toString('base64')
}

/**
 * The headers by which a receiver verifies the sender, content and time of a message (Standard Webhooks 1.0.0).
 *
 * @param secrets one, or several while it is changed: a receiver that knows any of them accepts the message
 * @param id of the message, the same for each try
 */
export function signatureOf(
  secrets: readonly string[],
  { id, now, body }: { id: string; now: number; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(MARK) ? secret.slice(MARK.length) : secret, 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
