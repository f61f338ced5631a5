import { launchPlacard } from './placard.ts'
import { expect, test } from './journey.ts'
test('probe', async ({ browser }) => {
  test.setTimeout(600_000)
  const placard = await launchPlacard()
  let lost = 0
  const contexts = []
  console.log(browser.version())
  for (let i = 0; i < 9; i++) {
    const context = await browser.newContext()
    contexts.push(context)
    const page = await context.newPage()
    const screens = async () => (await placard.call('listScreens')).screens
    await page.goto(placard.display)
    await expect.poll(async () => (await screens()).filter(({ state }) => state.doing !== 'closed').length, { timeout: 60_000 }).toBe(1 + lost)
    await new Promise((w) => setTimeout(w, 4000))
    const cdp = await context.newCDPSession(page)
    await cdp.send('ServiceWorker.enable')
    let status = ''
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => { status = versions.map((v) => v.runningStatus).join() })
    await cdp.send('ServiceWorker.stopAllWorkers')
    await new Promise((w) => setTimeout(w, 1000))
    if (i % 3 === 0) await page.goto('about:blank')
    else if (i % 3 === 1) await page.close({ runBeforeUnload: true })
    else await page.goto('data:text/html,hi')
    let told = false
    for (let t = 0; t < 30 && !told; t++) { await new Promise((w) => setTimeout(w, 200)); told = (await screens()).filter(({ state }) => state.doing !== 'closed').length === lost }
    console.log(i, status, told)
    if (!told) lost++
  }
  console.log('lost', lost)
  for (const c of contexts) await c.close()
  await placard.close()
})
