import { describe, expect, it } from 'vitest'
import { PASSWORD_COST } from '../../platform/config.ts'
import { CHEAP_PASSWORDS } from '../../testing/cheap-passwords.ts'
import { createPasswordHasher } from './password.ts'

const passwords = createPasswordHasher(PASSWORD_COST)

describe('password hashes', () => {
  it('carry their parameters as a PHC string and are salted', async () => {
    const [one, two] = await Promise.all([passwords.hash('a pass phrase'), passwords.hash('a pass phrase')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(passwords.isOutdated(one)).toBe(false)
    expect(await passwords.verify(one, 'a pass phrase')).toBe(true)
    expect(await passwords.verify(one, 'a pass phrase ')).toBe(false)
  })

  it('agree with the reference implementation', async () => {
    // From test.c of https://github.com/P-H-C/phc-winner-argon2.
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.verify(known, 'password')).toBe(true)
    expect(await passwords.verify(known, 'Password')).toBe(false)
    expect(passwords.isOutdated(known)).toBe(true)
  })

  it('[B5] take the same letters in either Unicode form', async () => {
    const hash = await passwords.hash('Caf\u00e9 \u00c5ngstr\u00f6m')
    expect(await passwords.verify(hash, 'Cafe\u0301 A\u030angstro\u0308m')).toBe(true)
    expect(await passwords.verify(hash, 'Cafe Angstrom')).toBe(false)
  })

  it('are outdated with other parameters, and refused when they are none', async () => {
    expect(
      passwords.isOutdated(
        '$argon2id$v=19$m=4096,t=3,p=1$c2l4dGVlbiBieXRlcyE$YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY',
      ),
    ).toBe(true)
    expect(passwords.isOutdated('plain text')).toBe(true)
    expect(await passwords.verify('plain text', 'plain text')).toBe(false)
    expect(await passwords.verify('', '')).toBe(false)
  })

  it('[B5] are outdated once they were made for less than is asked for', async () => {
    const cheap = await createPasswordHasher(CHEAP_PASSWORDS).hash('a pass phrase')
    expect(passwords.isOutdated(cheap)).toBe(true)
    expect(createPasswordHasher(CHEAP_PASSWORDS).isOutdated(cheap)).toBe(false)
    expect(await passwords.verify(cheap, 'a pass phrase')).toBe(true)
  })

  it('[B8] two are made at once, sixteen wait, and the rest are sent away at once', async () => {
    const hasher = createPasswordHasher(PASSWORD_COST)
    const tries = Array.from({ length: 25 }, () =>
      hasher.hash('a pass phrase').then(
        () => 'hashed',
        (error) => error,
      ),
    )
    const results = await Promise.all(tries)
    expect(results.filter((result) => result === 'hashed')).toHaveLength(18)
    for (const error of results.filter((result) => result !== 'hashed'))
      expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    // The places in the queue are released.
    expect(await hasher.hash('a pass phrase')).toMatch(/^\$argon2id/)
  })
})
