import { expect, it } from 'vitest'
import { isThisNetwork } from './session-address.ts'

it.each([
  '127.0.0.1',
  '127.8.0.1',
  '::1',
  '::',
  '0000:0000:0000:0000:0000:0000:0000:0000',
  '0:0:0:0:0:0:0:1',
  '::/64',
  '::ffff:127.0.0.1',
])('a session from %s is of this network, in words', (address) => expect(isThisNetwork(address)).toBe(true))

it.each([
  '192.0.2.7',
  '10.0.0.1',
  '2001:db8::1',
  '2001:0db8:0000:0000:0000:0000:0000:0000',
  'fe80::1',
  '1::',
  '128.0.0.1',
])('a session from %s says its address', (address) => expect(isThisNetwork(address)).toBe(false))
