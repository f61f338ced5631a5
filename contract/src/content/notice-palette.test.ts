import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastOf } from './colours.ts'
import { NOTICE_LOOKS } from './notice-looks.ts'
import { noticePalette } from './notice-palette.ts'

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe.each(NOTICE_LOOKS)('the look %s', (look) => {
  it('[CT11] can be read in every colour of an organisation', () => {
    fc.assert(
      fc.property(fc.option(colour, { nil: undefined }), (own) => {
        const { ground, panel, heading, words, accent } = noticePalette(look, own)
        expect(contrastOf(heading, panel)).toBeGreaterThanOrEqual(7)
        expect(contrastOf(words, ground)).toBeGreaterThanOrEqual(4.5)
        // Shapes in the accent colour are behind text.
        if (look === 'poster' || look === 'split') expect(contrastOf(heading, accent)).toBeGreaterThanOrEqual(7)
      }),
      { examples: ['#000000', '#ffffff', '#ffff00', '#808080', '#777777', '#ff0000'].map((one): [string] => [one]) },
    )
  })

  it('[CT11] has its own colours where the organisation’s cannot be read', () => {
    for (const none of ['red', '#fff', '#GGGGGG', '']) {
      expect(noticePalette(look, none)).toEqual(noticePalette(look, undefined))
    }
  })
})

it('[CT11] contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
