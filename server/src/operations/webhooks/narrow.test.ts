import { DisplayId, ScreenId, TakeOverId } from '@placard/contract'
import { expect, it } from 'vitest'
import { narrowTo } from './narrow.ts'

const [HALL, LAB] = [DisplayId.parse('hall'), DisplayId.parse('lab')]
const [ONE, OTHER] = ['1', '2'].map((letter) => ScreenId.parse(letter.repeat(32))) as [ScreenId, ScreenId]

it('[B216] a webhook for some displays receives an insert on screens of them, and learns of no other screen', () => {
  const began = (displays: DisplayId[] | null, screens?: { id: ScreenId; displayId: DisplayId }[]) => {
    const about = { id: TakeOverId.parse('d00r'), name: 'Camera', place: 'top-right' as const, displays }
    const insert = { ...about, ...(screens ? { screens } : {}), endsAt: '2026-11-20T10:09:00.000Z' }
    const by = { kind: 'person' as const, name: 'ada@vnr.example' }
    return { type: 'insert.began' as const, data: { insert, by } }
  }
  const [hall, lab] = [
    { id: ONE, displayId: HALL },
    { id: OTHER, displayId: LAB },
  ]
  for (const event of [began(null), began([LAB, HALL]), began([], [lab]), began([LAB], [lab])])
    expect(narrowTo(event, [LAB])).toBe(event)
  expect(narrowTo(began([], [hall, lab]), [LAB])).toEqual(began([], [lab]))
  expect(narrowTo(began([LAB], [hall]), [LAB])).toEqual(began([LAB], []))
  for (const event of [began([], [hall]), began([HALL], [hall])]) expect(narrowTo(event, [LAB])).toBeUndefined()
  expect(narrowTo(began([], [hall]), null)).toEqual(began([], [hall]))
})
