import { OrganisationId } from '@placard/contract'
import { expect, it } from 'vitest'
import { SHARE_OF_ASKING, shareOf } from './share.ts'

it('[S13] an attacker with a thousand networks has no more shares of the database than one with four', () => {
  const addresses = Array.from({ length: 1_000 }, (_, index) => `203.${index % 250}.${Math.floor(index / 250)}.7`)
  const shares = addresses.map((address) => shareOf(undefined, address))
  expect(new Set(shares).size).toBe(4)
  for (const share of new Set(shares)) expect(shares.filter((one) => one === share).length).toBeGreaterThan(100)
  expect(shareOf(undefined, '203.0.113.7')).toBe(shareOf(undefined, '203.0.113.200'))
  expect(shareOf(undefined, undefined)).toMatch(/^Strangers/)
})

it('[S12] an operator does not stand among strangers', () => {
  const operator = { operator: true } as Parameters<typeof shareOf>[0]
  expect(shareOf(operator, '203.0.113.7')).not.toMatch(/^Strangers/)
  expect(shareOf({ ...operator, operator: false } as typeof operator, '203.0.113.7')).toMatch(/^Strangers/)
})

it('[S2] a member’s call takes the share of the organisation, which no name of ours can be', () => {
  const organisationId = OrganisationId.parse('strangers-0')
  const caller = { organisationId } as Parameters<typeof shareOf>[0]
  expect(shareOf(caller, '203.0.113.7')).toBe('strangers-0')
  for (const name of [SHARE_OF_ASKING, shareOf(undefined, '203.0.113.7')]) {
    expect(OrganisationId.safeParse(name).success).toBe(false)
  }
})
