import { OrganisationId } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { suggestId } from './suggest-id.ts'

it('makes an id of a name', () => {
  expect(['Department of ECE', ' Café  Zürich ', 'مكتبة', 'Hall #3!'].map(suggestId)).toEqual([
    'department-of-ece',
    'cafe-zurich',
    '',
    'hall-3',
  ])
})

it('makes a valid id of every name, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const id = suggestId(name)
      expect(id === '' || OrganisationId.safeParse(id).success).toBe(true)
    }),
  )
})
