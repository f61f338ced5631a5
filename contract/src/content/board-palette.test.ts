import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BOARD_LOOKS } from './board-looks.ts'
import { boardPalette } from './board-palette.ts'
import { contrastOf } from './colours.ts'

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('[DT3] all text of a board has a contrast of 7:1, for any colour of the organisation', () => {
  fc.assert(
    fc.property(fc.constantFrom(...BOARD_LOOKS), fc.option(colour, { nil: undefined }), (look, brand) => {
      const { ground, words, quiet, heading, mark, onMark } = boardPalette(look, brand)
      for (const text of [words, quiet, heading]) expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(7)
      expect(contrastOf(onMark, mark)).toBeGreaterThanOrEqual(7)
    }),
    { numRuns: 500 },
  )
})
