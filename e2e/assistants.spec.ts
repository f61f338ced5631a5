import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { PAGES } from '@placard/contract'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'

test.use({ ownSettings: { MCP: 'on' } })

test('[AS1] an owner makes a token for an assistant, which works with the configuration from the page', async ({
  page,
  own,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, own, PAGES.tokens)
  await expect(page.getByText('An assistant that speaks MCP can use a token at this address:')).toBeVisible()
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${own.url}/mcp`)
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Assistant')
  await dialog.getByLabel('Permission').selectOption({ label: 'Read and change' })
  await dialog.getByRole('button', { name: 'Make a token' }).click()
  const written = await dialog.locator('pre').filter({ hasText: 'mcpServers' }).innerText()
  expect(await findings(page)).toEqual([])
  const { url, headers } = JSON.parse(written).mcpServers.placard

  const client = new Client({ name: 'journey', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const display = await context.newPage()
  await display.goto(own.display)
  await client.callTool({ name: 'add_line', arguments: { programme: 'ece', text: 'The lift is repaired' } })
  await expect(display.getByText('The lift is repaired').first()).toBeAttached()
  await client.close()

  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Assistant' })).toContainText('Last used')
})
