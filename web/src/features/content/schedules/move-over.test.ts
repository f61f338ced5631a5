import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveOver } from './move-over.ts'

it('[SD8] T3 a thing steps past the neighbour that is seen, over all that is folded away between them', () => {
  const lists = fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 9 })
    .chain((ids) => fc.record({ ids: fc.constant(ids), seen: fc.subarray(ids, { minLength: 2 }) }))
  fc.assert(
    fc.property(lists, fc.nat(), fc.constantFrom('up', 'down'), ({ ids, seen }, nth, direction) => {
      const at = direction === 'down' ? nth % (seen.length - 1) : 1 + (nth % (seen.length - 1))
      const [id, neighbour] = [seen[at] as string, seen[at + (direction === 'up' ? -1 : 1)] as string]
      const after = done(ids, moveOver(ids, id, direction, neighbour))
      const shown = after.filter((one) => seen.includes(one))
      const wanted = seen.filter((one) => one !== id).toSpliced(at + (direction === 'up' ? -1 : 1), 0, id)
      expect(shown).toEqual(wanted)
      expect(after.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id))
    }),
  )
})

it('[SD8] T3 a step of one place stays a step', () => {
  expect(moveOver(['a', 'b', 'c'], 'b', 'up', 'a')).toEqual({ type: 'move', id: 'b', direction: 'up', neighbour: 'a' })
})

/** As the server does it: a step changes places with whatever is beside it. */
function done(ids: string[], command: ReturnType<typeof moveOver<string>>): string[] {
  const rest = ids.filter((id) => id !== command.id)
  const at = ids.indexOf(command.id)
  if (command.type === 'move') return rest.toSpliced(at + (command.direction === 'up' ? -1 : 1), 0, command.id)
  return rest.toSpliced(command.after === null ? 0 : rest.indexOf(command.after) + 1, 0, command.id)
}
