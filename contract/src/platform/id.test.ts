import { describe, expect, it } from 'vitest'
import { DisplayId, ItemId, LineId, MediaId, OrganisationId } from './id.ts'

const IDS = { OrganisationId, DisplayId, ItemId, LineId, MediaId }

describe.each(Object.entries(IDS))('%s', (_, Id) => {
  it.each(['ece', 'vnr', 'a', '0', 'block-b_2', crypto.randomUUID(), 'a'.repeat(64)])('takes %s', (id) => {
    expect(Id.parse(id)).toBe(id)
  })

  it.each([
    '..',
    '../ece',
    '..%2fece',
    '%2e%2e/ece',
    '..\\ece',
    '%252e%252e',
    '%c0%af',
    '%00',
    'ece\u0000',
    '/etc/passwd',
    'C:\\data',
    'a/b',
    'a.b',
    'a'.repeat(65),
    'a'.repeat(300),
    '',
  ])('[B41] refuses %j: it means something to a path', (id) => {
    expect(Id.safeParse(id).error?.issues[0]?.message).toBe('invalid-id')
  })

  it.each(['__proto__', 'toString', 'hasOwnProperty', 'valueOf', '_', '-', '-ece'])(
    '[B42] refuses %j: it means something to an object',
    (id) => {
      expect(Id.safeParse(id).success).toBe(false)
    },
  )

  it.each(['ECE', 'Ece', 'ｅｃｅ', 'ece ', ' ece', 'ece%20', 'e\u0301ce', 'écé', 'еce', 'ece\n', 'ece\u200b'])(
    '[B43] refuses %j: it would be a second name for a display',
    (id) => {
      expect(Id.safeParse(id).success).toBe(false)
    },
  )

  it.each([undefined, null, 1, {}, ['ece']])('refuses %j: not a string', (id) => {
    expect(Id.safeParse(id).success).toBe(false)
  })
})

it('[B42] accepts "constructor", because ids are only looked up in a Map or in SQL', () => {
  expect(DisplayId.parse('constructor')).toBe('constructor')
})
