import { launchPlacard } from './placard.ts'
import { test } from './journey.ts'
import { fetchOldChromium, launchOldChromium } from './old-chromium.ts'
test('old', async () => {
  test.setTimeout(200_000)
  const placard = await launchPlacard()
  const found = await fetchOldChromium()
  if (!('path' in found)) throw new Error('none')
  const page = await launchOldChromium(found.path, { width: 640, height: 360 })
  for (let k = 0; k < 4; k++) {
  await page.open(placard.display)
  for (let i = 0; i < 15; i++) { await new Promise((w) => setTimeout(w, 1000)); const s = (await placard.call('listScreens')).screens; if (s.some(({state}) => state.doing !== 'closed')) { console.log('told', i, JSON.stringify(s.map(({state})=>state.doing))); break } }
  await page.open('about:blank')
  for (let i = 0; i < 3; i++) { await new Promise((w) => setTimeout(w, 1000)); const s = (await placard.call('listScreens')).screens; console.log(JSON.stringify(s.map(({state})=>state.doing))); }
  }
  await page.close()
  await placard.close()
})
