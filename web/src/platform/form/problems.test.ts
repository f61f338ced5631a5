import { createTranslate } from '@placard/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { en } from '../ui/i18n/messages/en.ts'
import { errorInWords } from './problems.ts'

const t = createTranslate<typeof en>(en, 'en')

it('[CP5] a display that would be too full is called by its name', () => {
  expect(errorInWords(new ApiError('display-too-full', { display: 'Hall' }), t)).toBe(
    '“Hall” would exceed its limit of 500 containers and 200 texts. Remove something from it or from the playlist.',
  )
  // An older answer may not say which.
  expect(errorInWords(new ApiError('display-too-full'), t)).toBe(en['error.display-too-full'])
  expect(errorInWords(new Error('no call of ours'), t)).toBe(en['error.unexpected-answer'])
})
