import { addPicture } from '../content.ts'
import { expect, test } from '../journey.ts'
import { fetchOldChromium, launchOldChromium, OLD_RELEASES } from '../old-chromium.ts'
import { colourIn, flatPicture, isNear, RED } from '../pixels.ts'
import { launchHttpsFront } from '../rigs/https-front.ts'
import { elsewhere, FILM, isBetween, ofEachKind, SIZE, SPOT, YOUTUBE } from './kinds.ts'

test.describe.configure({ mode: 'parallel', timeout: 120_000 })

ofEachKind(({ colour, add, onOldEngines, isLikeAnother }) => {
  for (const release of OLD_RELEASES) {
    // A report of what is passed over comes once a minute.
    const tag = release === 64 && !isLikeAnother ? [] : ['@slow']
    const does = onOldEngines === 'plays' ? 'plays' : 'is passed over with its reason'
    test(`[F26] ${does} on Chromium ${release}`, { tag }, async ({ placard }) => {
      const found = await fetchOldChromium(release)
      if ('missing' in found) console.log(`CHROMIUM ${release} WAS NOT TRIED: ${found.missing}`)
      const front = await launchHttpsFront(await elsewhere())
      test.skip('missing' in found || !front, 'the browser or openssl is not here')
      if ('missing' in found || !front) return
      const lies = (address: string) => `MAP ${new URL(address).hostname}:443 ${new URL(front.url).host}`
      const old = await launchOldChromium(found, SIZE, [lies(FILM), lies(YOUTUBE)])
      try {
        await addPicture(placard, await flatPicture(RED, SIZE), { duration: 4 })
        await add(placard, 4)
        const last = (await placard.call('getManifest')).items.at(-1)?.id
        await old.open(placard.display)
        const shown = () => old.screenshot().then((shot) => colourIn(shot, ...SPOT))
        await expect
          .poll(async () => [RED, colour].some(isNear.bind(null, await shown())), { timeout: 30_000 })
          .toBe(true)
        const reason = async () =>
          (await placard.call('listScreens')).screens
            .flatMap(({ state }) => state.broken)
            .find(({ itemId }) => itemId === last)?.fault
        let outcome: 'plays' | 'passed over' | undefined
        for (const end = Date.now() + 75_000; Date.now() < end && !outcome; ) {
          const seen = await shown()
          expect(isBetween(seen, RED, colour), JSON.stringify(seen)).toBe(true)
          if (isNear(seen, colour)) outcome = 'plays'
          else if (await reason()) outcome = 'passed over'
        }
        expect(outcome, old.version).toBe(onOldEngines)
        expect(old.errors).toEqual([])
      } finally {
        await old.close()
        await front.close()
      }
    })
  }
})
