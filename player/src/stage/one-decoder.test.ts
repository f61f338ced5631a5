import { decodersOf } from '@placard/playback'
import { expect, it } from 'vitest'
import { ONE_DECODER } from './one-decoder.ts'

const CHROMIUM = (version: number) => `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0`
const PANELS = [
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 3.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/3.0 TV Safari/538.1`,
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36`,
  `Mozilla/5.0 (Linux; Tizen 6.5; SBB-SSSP) ${CHROMIUM(85)} SBB TV Safari/537.36`,
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROMIUM(38)} Safari/537.36 WebAppManager`,
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROMIUM(53)} Safari/537.36 WebAppManager`,
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROMIUM(68)} Safari/537.36 WebAppManager`,
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROMIUM(120)} Safari/537.36 WebAppManager`,
]
const OTHERS = [
  `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM(64)} Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 13; BRAVIA) ${CHROMIUM(120)} Safari/537.36`,
  'Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
]

it('[LY5] a panel prepares no film beside a film exactly if the table of panels says that it decodes one', () => {
  for (const panel of PANELS) expect(ONE_DECODER.test(panel), panel).toBe(decodersOf(panel) === 1)
  for (const other of OTHERS) {
    expect(decodersOf(other)).toBeUndefined()
    expect(ONE_DECODER.test(other)).toBe(false)
  }
  expect(PANELS.filter((panel) => ONE_DECODER.test(panel))).toHaveLength(3)
})
