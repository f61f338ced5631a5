import { expect, it } from 'vitest'
import { randomHex } from '../page/random-hex.ts'
import { enrolOf } from './enrol.ts'

const machine = () => 'f'.repeat(32)

it('[PX7] the address says with which code, under which name and at which place the screen enrols', () => {
  expect(enrolOf('#enrol=ABCDE-FGHJK&name=Caf%C3%A9+1&place=First%20floor', machine)).toEqual({
    code: 'ABCDE-FGHJK',
    machine: 'f'.repeat(32),
    name: 'Café 1',
    place: 'First floor',
  })
  expect(enrolOf(`#enrol=X&machine=${'0A'.repeat(16)}`, machine)).toMatchObject({ machine: '0a'.repeat(16) })
})

it('[PX7] an address without a code, and an id that is none, are left out', () => {
  for (const hash of ['', '#', '#enrol=', '#name=Reception']) expect(enrolOf(hash, machine)).toBeUndefined()
  expect(enrolOf('#enrol=X&machine=7', machine)).toMatchObject({ machine: 'f'.repeat(32) })
  expect(enrolOf(`#enrol=${'x'.repeat(500)}&name=${'y'.repeat(5_000)}`, machine)).toMatchObject({
    code: 'x'.repeat(100),
    name: 'y'.repeat(1_000),
  })
})

it('[PX7] an id of a device has 128 random bits', () => {
  const ids = new Set(Array.from({ length: 100 }, randomHex))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
})
