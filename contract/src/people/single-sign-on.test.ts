import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../platform/error.ts'
import {
  readSignOnInvitation,
  readSignOnOutcome,
  type SignOnOutcome,
  StartSingleSignOn,
  signOnPath,
} from './single-sign-on.ts'

const ORIGIN = 'https://signage.example.org'

describe('where somebody goes after a sign-in through the provider', () => {
  it.each(['/dashboard', '/addContainer?display=ece', '/join#abc', '/', '/a/b?c=%2F%2Fevil'])('takes %s', (next) => {
    expect(StartSingleSignOn.safeParse({ next }).success).toBe(true)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    ' /dashboard',
    `/${'x'.repeat(2_048)}`,
    '/\ud800',
  ])('[B92] refuses %j', (next) => {
    expect(StartSingleSignOn.safeParse({ next }).success).toBe(false)
  })

  it('[B92] whatever it takes stays on this site, in the eyes of a browser', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', ':', '@', '.', 'a', '?', '#', '%') }),
        (next) => {
          if (!StartSingleSignOn.safeParse({ next }).success) return
          expect(new URL(next, ORIGIN).origin).toBe(ORIGIN)
        },
      ),
    )
  })
})

describe('the result of a sign-in through the provider', () => {
  const outcomes: fc.Arbitrary<SignOnOutcome> = fc.oneof(
    fc.constant({ status: 'signed-in' } as const),
    fc.record({ status: fc.constant('code-wanted' as const), pending: fc.string({ minLength: 1 }) }),
    fc.record({
      status: fc.constant('refused' as const),
      code: fc.constantFrom(...(Object.keys(ERRORS) as ErrorCode[])),
    }),
  )
  const next = fc.option(
    fc
      .string()
      .map((rest) => `/${rest}`)
      .filter((path) => StartSingleSignOn.safeParse({ next: path }).success),
    { nil: undefined },
  )

  it('arrives as it was sent, behind the #, with the way on before it', () => {
    fc.assert(
      fc.property(outcomes, next, (outcome, path) => {
        const url = new URL(signOnPath(outcome, { next: path }), ORIGIN)
        expect([url.origin, url.pathname]).toEqual([ORIGIN, '/login'])
        expect(url.searchParams.get('next') ?? undefined).toBe(path)
        expect([...url.searchParams.keys()].filter((name) => name !== 'next')).toEqual([])
        expect(readSignOnOutcome(url.hash)).toEqual(outcome)
        expect(readSignOnInvitation(url.hash)).toBeUndefined()
      }),
    )
  })

  it('[AC7] arrives at the invitation that it began with, whatever else it was to lead to', () => {
    const tokens = fc.string({ unit: fc.constantFrom(...'azAZ09_-'), minLength: 43, maxLength: 43 })
    fc.assert(
      fc.property(outcomes, next, tokens, (outcome, path, token) => {
        const url = new URL(signOnPath(outcome, { next: path, invitation: token }), ORIGIN)
        expect(url.origin + url.pathname + url.search).toBe(`${ORIGIN}/join`)
        expect(readSignOnOutcome(url.hash)).toEqual(outcome)
        expect(readSignOnInvitation(url.hash)).toBe(token)
      }),
    )
  })

  it.each([
    '#',
    '#invitation=',
    '#invitation=short',
    `#invitation=${'a'.repeat(42)}/`,
    `#invitation=${'a'.repeat(44)}`,
  ])('[B92] is no invitation in %j', (fragment) => {
    expect(readSignOnInvitation(fragment)).toBeUndefined()
  })

  it.each(['', '#', '#sign-on=', '#sign-on=else', '#sign-on=refused&code=made-up', '#sign-on=code-wanted', '#%'])(
    'is nothing in %j',
    (fragment) => {
      expect(readSignOnOutcome(fragment)).toBeUndefined()
    },
  )
})
