import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { KEPT_READY, PLAYWRIGHT_DISABLES } from './browser-features.ts'

test('the browser of the journeys goes without all that Playwright switches off', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'))
  const core = dirname(createRequire(join(folder, 'index.js')).resolve('playwright-core/package.json'))
  const bundle = readFileSync(join(core, 'lib', 'coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]\.filter/.exec(bundle) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(10)
  expect(PLAYWRIGHT_DISABLES).toEqual(theirs)
  expect(theirs.filter((name) => KEPT_READY.includes(name ?? ''))).toEqual([])
})

test('a window of that browser loads no page but the journey’s', async ({ page, browser }) => {
  await page.goto('about:blank')
  const session = await browser.newBrowserCDPSession()
  // A filter that lets everything through: without it the browser keeps its own pages to itself.
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  expect(targetInfos.filter(({ type }) => type !== 'tab').map(({ url }) => url)).toEqual(['about:blank'])
})
