import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSecret, newTokenSecret } from './secret.ts'

it('a secret is known by its form, and by a checksum that scanners can count', () => {
  // The CRC-32 of forty-three letters A, as calculated by another program.
  expect(isSecret(`plc_${'A'.repeat(43)}0c2b5986`)).toBe(true)
  for (let count = 0; count < 500; count += 1) expect(newTokenSecret()).toSatisfy(isSecret)
})

it('[B20] a mistyped secret is refused without a search for its digest', () => {
  const secret = newTokenSecret()
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.stringMatching(/^[A-Za-z0-9_-]$/), (at, letter) => {
      const typed = secret.slice(0, at) + letter + secret.slice(at + 1)
      expect(isSecret(typed)).toBe(typed === secret)
    }),
  )
  for (const other of ['', 'plc_', secret.slice(1), `${secret} `, `${secret}\n`, secret.toUpperCase()]) {
    expect(isSecret(other)).toBe(false)
  }
})
