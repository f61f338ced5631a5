import { describe, expect, it } from 'vitest'
import { betterOrigin } from './own-address.ts'

const everywhere = { address: '::', port: 3000 }
const own = () => '192.0.2.7'

describe('where other devices find the installation', () => {
  it('[U17] at PUBLIC_URL, wherever the reader came in', () => {
    for (const host of ['localhost:3000', '192.0.2.7:3000', undefined])
      expect(betterOrigin('https://signage.example', host, everywhere, own)).toBe('https://signage.example')
  })

  it.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
    '[U17] at the machine’s own address for a reader at %s',
    (host) => {
      expect(betterOrigin(undefined, host, everywhere, own)).toBe('http://192.0.2.7:3000')
    },
  )

  it.each(['192.0.2.9:3000', 'signage.example', 'localhost.example:3000', '127.example', undefined])(
    '[U17] where the reader is, who came by %s: no address of the machine is told to strangers',
    (host) => {
      expect(betterOrigin(undefined, host, everywhere, own)).toBeUndefined()
    },
  )

  it('[U17] nowhere better, when nobody else is heard, or the machine does not know', () => {
    const host = 'localhost:3000'
    expect(betterOrigin(undefined, host, { address: '127.0.0.1', port: 3000 }, own)).toBeUndefined()
    expect(betterOrigin(undefined, host, undefined, own)).toBeUndefined()
    expect(betterOrigin(undefined, host, everywhere, () => undefined)).toBeUndefined()
  })
})
