import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { OrganisationId } from '@placard/contract'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')

test('[CP2] the example for a browser shows what is on, live, without the token in the page', async ({ page, own }) => {
  const build = spawn(process.execPath, [join(ROOT, 'client/build.ts')], { cwd: ROOT, stdio: 'inherit' })
  expect(await once(build, 'exit')).toEqual([0, null])
  const organisationId = OrganisationId.parse('vnr')
  const { secret } = await own.call('createToken', {
    params: { organisationId },
    body: { name: 'Page', role: 'viewer', days: 1 },
  })
  const example = spawn(process.execPath, [join(ROOT, 'client/examples/browser/server.mjs')], {
    env: { ...process.env, PLACARD_URL: own.url, PLACARD_TOKEN: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(example, 'exit')
  try {
    const [said] = await once(example.stdout, 'data')
    await page.goto(`${String(said).trim()}#vnr/ece`)
    await expect(page.getByRole('heading')).toHaveText('Department of ECE')
    await expect(page.getByText('Live')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Tech Symposium' })).toBeVisible()
    const { items } = await own.call('getProgramme', { params: DISPLAY })
    const itemId = items.find(({ title }) => title === 'Tech Symposium')?.id
    if (!itemId) throw new Error('the sample has no such item')
    await own.call('updateItem', {
      params: { ...DISPLAY, itemId },
      body: { visible: false },
      headers: { 'if-match': '*' },
    })
    await expect(page.getByRole('listitem').filter({ hasText: 'Tech Symposium' })).toBeHidden()
    expect(await page.content()).not.toContain('plc_')

    await own.kill()
    await expect(page.getByText('Connecting')).toBeVisible()
    await own.start()
    await expect(page.getByText('Live')).toBeVisible({ timeout: 30_000 })
  } finally {
    example.kill('SIGKILL')
    await gone
  }
})
