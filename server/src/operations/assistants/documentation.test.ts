import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { TOOLS } from './service.ts'

const SERVER = join(import.meta.dirname, '../../..')
const page = await readFile(join(SERVER, '../docs/assistants.md'), 'utf8')

it('[AS2] the program of the documentation runs as it is written', async () => {
  await using server = await startTestServer({ config: { assistants: true } })
  const owner = await server.signIn()
  const { organisationId } = SAMPLE_DISPLAY
  const body = { name: 'Example', role: 'viewer' as const, days: 1 }
  const { secret } = (await owner.call('createToken', { params: { organisationId }, body })).body
  const [, program = ''] = /<!-- example:.*?-->\n```js\n(.*?)```/s.exec(page) ?? []
  const env = { ...process.env, PLACARD_URL: server.url, PLACARD_TOKEN: secret }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: SERVER, env })
  expect(stdout).toContain('Tech Symposium')
})

it('[AS1] the documentation names every tool', () => {
  for (const { name } of TOOLS) expect(page).toContain(`\`${name}\``)
})
