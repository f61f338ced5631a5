import { expect, it } from 'vitest'
import { decodersOf } from './decoders.ts'

const lg = (engine: string) => `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/${engine} Safari/537.36 WebAppManager`

it.each([
  ['webOS 1', lg('537.41 (KHTML, like Gecko)'), 1],
  ['webOS 2', lg('538.2 (KHTML, like Gecko)'), 1],
  ['webOS 3', lg('537.36 (KHTML, like Gecko) Chrome/38.0.2125.122'), 2],
  ['webOS 4', lg('537.36 (KHTML, like Gecko) Chrome/53.0.2785.34'), 2],
  ['webOS 5', lg('537.36 (KHTML, like Gecko) Chrome/68.0.3440.106'), 4],
  ['webOS 22', lg('537.36 (KHTML, like Gecko) Chrome/87.0.4280.88'), 4],
  ['Tizen 2.4', 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 2.4) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.4.0 TV', 1],
  [
    'an Android box',
    'Mozilla/5.0 (Linux; Android 11; Box) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
    undefined,
  ],
  ['nothing', '', undefined],
])('[LY5] the films that a panel decodes at once, by its engine: %s', (_, userAgent, decoders) => {
  expect(decodersOf(userAgent)).toBe(decoders)
})
