import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'

/** 32 random bytes, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return MARK + randomBytes(32).toString('base64')
}

/**
 * The headers by which a receiver knows who sent these very bytes, and when (Standard Webhooks 1.0.0).
 *
 * @param secrets one, or two while one is changed: a receiver that knows either of them takes the message
 * @param id of the message, the same each time it is tried
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
