import { describe, expect, it } from 'vitest'
import { identityOf } from './identity.ts'

const email = 'teacher@school.example'
const ISSUER = 'https://login.school.example/realms/school'
const GOOGLE = 'https://accounts.google.com'
const ENTRA = 'https://login.microsoftonline.com/7f2c1c1e-0000-4000-8000-000000000000/v2.0'

describe('whether a provider vouches for an address', () => {
  const vouched = (issuer: string, claims: Record<string, unknown>) => identityOf(issuer, 'someone', claims).vouched

  it('when it says that it has verified it', () => {
    expect(vouched(ISSUER, { email, email_verified: true })).toBe(true)
    for (const email_verified of [false, 'true', 1, null, undefined]) {
      expect(vouched(ISSUER, { email, email_verified })).toBe(false)
    }
    expect(vouched(ISSUER, { email_verified: true })).toBe(false)
  })

  it('of Google’s, for addresses of its own and of its Workspace domains', () => {
    expect(vouched(GOOGLE, { email: 'somebody@gmail.com', email_verified: true })).toBe(true)
    expect(vouched(GOOGLE, { email, email_verified: true, hd: 'school.example' })).toBe(true)
    expect(vouched(GOOGLE, { email, email_verified: true })).toBe(false)
    expect(vouched(GOOGLE, { email: 'somebody@gmail.com.evil.example', email_verified: true })).toBe(false)
    expect(vouched(GOOGLE, { email, email_verified: false, hd: 'school.example' })).toBe(false)
  })

  it('of Microsoft’s, when the domain is its tenant’s', () => {
    for (const xms_edov of [true, 1, '1', 'true']) expect(vouched(ENTRA, { email, xms_edov })).toBe(true)
    for (const xms_edov of [false, 0, '0', 'false', undefined, null])
      expect(vouched(ENTRA, { email, xms_edov })).toBe(false)
    expect(vouched(ENTRA, { email, xms_edov: true, email_verified: false })).toBe(false)
    expect(vouched(ISSUER, { email, xms_edov: true })).toBe(false)
    expect(vouched('https://login.microsoftonline.com.evil.example/x/v2.0', { email, xms_edov: true })).toBe(false)
  })
})

it('[B104] an address is the same in capitals, and none when it is not one', () => {
  expect(identityOf(ISSUER, 'someone', { email: 'Teacher@School.Example' }).email).toBe(email)
  for (const wrong of ['a@b\r\nBcc: c@d.example', `${'a'.repeat(250)}@b.example`, '', 7, null, ['a@b.example']]) {
    expect(identityOf(ISSUER, 'someone', { email: wrong, email_verified: true })).toMatchObject({
      email: undefined,
      vouched: false,
    })
  }
})
