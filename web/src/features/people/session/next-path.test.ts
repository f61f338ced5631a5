import { expect, it } from 'vitest'
import { loginPathFor, readNextPath } from './next-path.ts'

it('A4 goes back to a path of this site', () => {
  for (const path of ['/addContainer', '/dashboard?display=ece', '/a/b#c']) {
    expect(readNextPath(path, '/dashboard')).toBe(path)
  }
})

it('A4 goes nowhere else, however the address is dressed up', () => {
  const elsewhere = [
    null,
    '',
    'dashboard',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\\b',
    'javascript:alert(1)',
  ]
  for (const next of elsewhere) expect(readNextPath(next, '/dashboard')).toBe('/dashboard')
})

it('R4 the way to the login page carries the whole address', () => {
  const path = loginPathFor('/login', '/dashboard?display=ece&x=1')
  expect(new URL(path, 'http://localhost').searchParams.get('next')).toBe('/dashboard?display=ece&x=1')
})
