import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { newWebhookSecret, signatureOf } from './standard-webhook.ts'

it('[SA1] signs as the vector that Standard Webhooks publishes', () => {
  const headers = signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    now: 1_614_265_330_000,
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('[SA1] a secret is 32 bytes, and another each time', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
  const { 'webhook-signature': signature } = signatureOf(one, { id: 'a', now: 1_000, body: 'ü' })
  const key = Buffer.from(one.replace('whsec_', ''), 'base64')
  expect(signature).toBe(`v1,${createHmac('sha256', key).update(Buffer.from('a.1.ü', 'utf8')).digest('base64')}`)
})
