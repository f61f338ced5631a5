import { describe, expect, it } from 'vitest'
import { CreateItem, UpdateItem } from './item.ts'

const item = { title: 'Welcome', type: 'image', url: 'https://example.org/a.jpg' }

describe('a new item', () => {
  it('K2 is visible unless it says otherwise', () => {
    expect(CreateItem.parse(item).visible).toBe(true)
    expect(CreateItem.parse({ ...item, visible: false }).visible).toBe(false)
  })

  it.each([0, 1, 5, 37, 86_400])('[B38] may last %j seconds', (duration) => {
    expect(CreateItem.parse({ ...item, duration }).duration).toBe(duration)
  })

  it('P7 may leave its duration out', () => {
    expect(CreateItem.parse(item).duration).toBeUndefined()
  })

  it.each([-1, 15.5, Number.POSITIVE_INFINITY, Number.NaN, '15', 2 ** 31, 86_401, [], {}])(
    '[B38] may not last %j',
    (duration) => {
      expect(CreateItem.safeParse({ ...item, duration }).success).toBe(false)
      expect(UpdateItem.safeParse({ duration }).success).toBe(false)
    },
  )

  it.each(['Image', 'IMAGE', 'pdf', '__proto__', 'constructor', '', null, 1])('[B39] has no type %j', (type) => {
    expect(CreateItem.safeParse({ ...item, type }).success).toBe(false)
  })

  it.each(['id', 'position', 'revision', 'playable', 'uploadDate', 'organisationId'])(
    'Z2 does not choose its own %s',
    (field) => {
      expect(CreateItem.safeParse({ ...item, [field]: 'x' }).error?.issues[0]?.code).toBe('unrecognized_keys')
    },
  )

  it('[B42] takes no prototype for a field', () => {
    const sent: unknown = JSON.parse(JSON.stringify(item).replace('{', '{"__proto__":{"visible":false},'))
    expect(CreateItem.safeParse(sent).error?.issues[0]).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['__proto__'],
    })
  })
})

it('[HS2] an edit takes away by null what an item may be without; a new item leaves it out', () => {
  const away = { duration: null, fit: null, focus: null }
  expect(UpdateItem.parse(away)).toEqual(away)
  for (const field of Object.keys(away)) expect(CreateItem.safeParse({ ...item, [field]: null }).success).toBe(false)
  for (const field of ['title', 'url', 'type', 'visible']) {
    expect(UpdateItem.safeParse({ [field]: null }).success).toBe(false)
  }
})

it('T2 an edit leaves what it does not name', () => {
  expect(UpdateItem.parse({})).toEqual({})
  expect(UpdateItem.parse({ visible: false })).toEqual({ visible: false })
})
