import { Webhook as Receiver } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { newWebhookSecret, signatureOf } from './signature.ts'

it('[WH1] signs as the vector that Standard Webhooks publishes', () => {
  const headers = signatureOf(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
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

it('[WH1] a secret is 32 bytes, and another each time', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
})

const message = (now = Date.now()) => ({ id: 'a', now, body: '{"name":"شاشة ü 🖥"}' })

it('[WH1] signed with two secrets, a receiver that knows either takes it, and one with a third does not', () => {
  const [before, after, third] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const headers = signatureOf([after, before], message())
  for (const secret of [before, after])
    expect(new Receiver(secret).verify(message().body, headers)).toEqual(JSON.parse(message().body))
  expect(() => new Receiver(third).verify(message().body, headers)).toThrow()
})

it('[B143] a message cannot be replayed: neither later, nor with another body or id', () => {
  const secret = newWebhookSecret()
  const receiver = new Receiver(secret)
  const headers = signatureOf([secret], message())
  expect(() => receiver.verify('{"name":"other"}', headers)).toThrow()
  expect(() => receiver.verify(message().body, { ...headers, 'webhook-id': 'b' })).toThrow()
  const later = String(Number(headers['webhook-timestamp']) + 60)
  expect(() => receiver.verify(message().body, { ...headers, 'webhook-timestamp': later })).toThrow()
  const old = signatureOf([secret], message(Date.now() - 6 * 60_000))
  expect(() => receiver.verify(message().body, old)).toThrow()
})
