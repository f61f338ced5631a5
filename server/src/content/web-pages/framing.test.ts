import { expect, it } from 'vitest'
import { forbiddenBy } from './framing.ts'

const PLAYER = 'https://signs.example.org'
const judge = (headers: Record<string, string>, page = 'https://rota.example.com/a', player = PLAYER) =>
  forbiddenBy(headers, new URL(page), player)
const csp = (value: string) => ({ 'content-security-policy': value })

it.each([
  [{}, undefined],
  [{ 'x-frame-options': 'DENY' }, 'x-frame-options'],
  [{ 'x-frame-options': 'sameorigin' }, 'x-frame-options'],
  [{ 'x-frame-options': 'SAMEORIGIN, SAMEORIGIN' }, 'x-frame-options'],
  // Browsers ignore these values now, so the page is shown.
  [{ 'x-frame-options': 'ALLOW-FROM https://other.example' }, undefined],
  [{ 'x-frame-options': 'ALLOWALL' }, undefined],
  [csp("default-src 'self'"), undefined],
  [csp("frame-ancestors 'none'"), 'frame-ancestors'],
  [csp('frame-ancestors'), 'frame-ancestors'],
  [csp("default-src 'self'; Frame-Ancestors 'self'"), 'frame-ancestors'],
  [csp('frame-ancestors *'), undefined],
  [csp('frame-ancestors https:'), undefined],
  [csp('frame-ancestors http:'), undefined],
  [csp('frame-ancestors https://signs.example.org'), undefined],
  [csp('frame-ancestors signs.example.org'), undefined],
  [csp('frame-ancestors https://SIGNS.example.org:443/'), undefined],
  [csp('frame-ancestors https://*.example.org'), undefined],
  [csp('frame-ancestors https://*.signs.example.org'), 'frame-ancestors'],
  [csp('frame-ancestors https://signs.example.org:8443'), 'frame-ancestors'],
  [csp('frame-ancestors https://signs.example.org:*'), undefined],
  [csp('frame-ancestors https://evil-example.org'), 'frame-ancestors'],
  // Only the newer header counts; of several policies, all do.
  [{ ...csp('frame-ancestors *'), 'x-frame-options': 'DENY' }, undefined],
  [csp("frame-ancestors *, frame-ancestors 'none'"), 'frame-ancestors'],
] as const)('[CT15] %j: %s', (headers, why) => expect(judge(headers)).toBe(why))

it('[CT15] a page that asks for its own scheme is not for a player by http', () => {
  expect(judge(csp('frame-ancestors https:'), 'http://rota.example.com/', 'http://10.0.0.2:3000')).toBe(
    'frame-ancestors',
  )
  expect(
    judge(csp('frame-ancestors 10.0.0.2:3000'), 'http://rota.example.com/', 'http://10.0.0.2:3000'),
  ).toBeUndefined()
})
