import { describe, expect, it } from 'vitest'
import { MAX_SCREENS_OF_INSERT } from '../platform/constants.ts'
import { problemOf } from '../platform/error.ts'
import { RaiseInsert, StartInsert } from './insert.ts'
import { readInserts } from './read-take-over.ts'

const START = {
  content: { kind: 'notice', notice: { look: 'paper', heading: 'Coffee', body: '', byline: '' } },
  place: 'top-right',
  displays: null,
  minutes: 15,
}
const PAGE = { kind: 'address', type: 'webpage', url: 'https://example.org/door', title: 'Door' }
const refused = (body: object) => {
  const { error } = StartInsert.safeParse(body)
  return error && problemOf(error)
}

describe('an insert', () => {
  it('[LY7] has an end, within a day', () => {
    expect(refused(START)).toBeUndefined()
    expect(refused({ ...START, minutes: 24 * 60 })).toBeUndefined()
    const { minutes: _, ...endless } = START
    for (const body of [endless, ...[25 * 60, 0, -1, 1.5, null].map((minutes) => ({ ...START, minutes }))])
      expect(refused(body)).toEqual({ code: 'invalid-field', field: 'minutes' })
  })

  it('[LY7] names a part of the screen, and no more displays than there can be', () => {
    for (const place of ['middle', 'whole', '', null, undefined])
      expect(refused({ ...START, place })).toEqual({ code: 'invalid-field', field: 'place' })
    const displays = Array.from({ length: 1_000 }, (_, index) => `display-${index}`)
    expect(refused({ ...START, displays })).toEqual({ code: 'invalid-field', field: 'displays' })
    expect(refused({ ...START, displays: [] })).toEqual({ code: 'invalid-field', field: 'displays' })
  })

  it('[LY7] may be on single screens alone, once each, and no more than there may be', () => {
    const [one, other] = ['1'.repeat(32), '2'.repeat(32)]
    expect(StartInsert.parse(START).screenIds).toEqual([])
    const alone = { ...START, displays: [], screenIds: [one, other, one] }
    expect(StartInsert.parse(alone)).toMatchObject({ displays: [], screenIds: [one, other] })
    expect(refused({ ...alone, screenIds: [] })).toEqual({ code: 'invalid-field', field: 'displays' })
    const many = Array.from({ length: MAX_SCREENS_OF_INSERT + 1 }, (_, index) => String(index).padStart(32, '0'))
    expect(refused({ ...alone, screenIds: many.slice(1) })).toBeUndefined()
    for (const screenIds of [many, null, one]) expect(refused({ ...alone, screenIds })?.field).toBe('screenIds')
    expect(refused({ ...alone, screenIds: ['left'] })?.field).toBe('screenIds.0')
  })

  it('[LY7] may be a web page or a stream elsewhere, and no line of the ticker', () => {
    for (const content of [
      PAGE,
      { ...PAGE, webPage: { zoom: 50 } },
      { ...PAGE, type: 'video', url: 'https://cam.example.org/door.m3u8' },
      { ...PAGE, type: 'youtube', url: 'https://youtu.be/aqz-KE-bpKQ' },
    ])
      expect(refused({ ...START, content })).toBeUndefined()
    for (const url of ['javascript:alert(1)', 'https://a:b@example.org', '/media/a.jpg', 'example'])
      expect(refused({ ...START, content: { ...PAGE, url } })).toEqual({
        code: 'url-not-playable',
        field: 'content.url',
      })
    expect(refused({ ...START, content: { kind: 'line', text: 'x' } })?.field).toBe('content.kind')
  })

  it('[LY7] is one thing when a program sends it: an address, or words', () => {
    const refusedAt = (body: object) => {
      const { error } = RaiseInsert.safeParse(body)
      return error && problemOf(error)
    }
    const place = 'top-left'
    const page = 'https://example.org'
    for (const body of [
      { place, page },
      { place, heading: 'Coffee', body: 'In the kitchen' },
      { place, film: 'https://cam.example.org/door.m3u8', key: 'door', aliveSeconds: 60 },
      { clear: 'all' },
      { clear: { key: 'door' } },
    ])
      expect(refusedAt(body)).toBeUndefined()
    for (const [field, body] of [
      ['page', { place, page, heading: 'Coffee' }],
      ['film', { place, page, film: page }],
      ['place', { page }],
      ['place', { place: 'middle', page }],
      ['minutes', { place, page, minutes: 1_441 }],
      ['key', { clear: 'all', key: 'door' }],
      ['clear', { clear: { prepared: 'Fire' } }],
      ['drill', { place, page, drill: true }],
    ] as const)
      expect(refusedAt(body)?.field).toBe(field)
    expect(refusedAt({ place })).toEqual({ code: 'notice-empty', field: 'heading' })
  })
})

describe('the inserts of a manifest', () => {
  const read = (value: unknown) => readInserts(value, (item) => item as never)
  const rect = { x: 0, y: 0, width: 30, height: 30 }
  const one = { id: 'a', items: [{ id: 'x' }], startsAt: 1, endsAt: 2, landscape: rect, portrait: rect }

  it('[LY7] one without a place, an item or an end is left out', () => {
    expect(read([one])).toEqual([{ ...one, line: undefined, drill: undefined }])
    const { portrait: _, ...nowhere } = one
    for (const odd of [
      { ...one, items: [] },
      { ...one, endsAt: undefined },
      { ...one, startsAt: undefined, endsAt: undefined },
      { ...one, landscape: { ...rect, x: 80 } },
      nowhere,
      null,
      7,
    ])
      expect(read([odd])).toBeUndefined()
    expect(read([nowhere, one])).toHaveLength(1)
    for (const value of [undefined, null, {}, 'x', []]) expect(read(value)).toBeUndefined()
  })
})
