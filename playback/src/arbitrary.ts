import { type ItemId, type Manifest, ManifestItem } from '@placard/contract'
import fc from 'fast-check'

/** Durations that a stored manifest may contain although no form accepts them. */
export const absurdDurations = [
  Number.NaN,
  -1,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 31,
  2 ** 53,
  0.5,
  1e-9,
  86_401,
] as const

const duration = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(undefined, 0) },
  { weight: 1, arbitrary: fc.constantFrom(...absurdDurations) },
)

const type = fc.constantFrom(...ManifestItem.shape.type.options)

/** The ids are numbered, because no two items of a display have the same id. */
export function itemsArbitrary(minLength: number, maxLength = 12): fc.Arbitrary<ManifestItem[]> {
  return fc
    .array(
      fc.record({ type, url: fc.constantFrom('/media/a.jpg', '/media/b.mp4', 'https://example.org/c'), duration }),
      {
        minLength,
        maxLength,
      },
    )
    .map((entries) => entries.map((entry, index) => ({ ...entry, id: `item-${index}` as ItemId })))
}

/** Milliseconds since 1970, up to the year 2100. */
export const instant = fc.integer({ min: 0, max: 4_102_444_800_000 })

export function playableArbitrary(minLength = 1): fc.Arbitrary<Pick<Manifest, 'items' | 'loopStartedAt'>> {
  return fc.record({ items: itemsArbitrary(minLength), loopStartedAt: instant })
}
