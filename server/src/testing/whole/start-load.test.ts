import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { freePort, isServing, runServer } from '../server-process.ts'

const LISTING = pathToFileURL(join(import.meta.dirname, '../run-with-loaded-list.ts')).href
/** Libraries that an installation without mail, bucket and single sign-on does not need until it receives a picture. */
const NOT_LOADED = ['nodemailer', '@aws-sdk/client-s3', 'openid-client', 'sharp', 'feedsmith']

it('a start loads no library that this installation has no use for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-start-'))
  const list = join(folder, 'loaded')
  const settings = { SEED: 'none', NODE_OPTIONS: `--import ${LISTING}`, LOADED_LIST: list }
  const running = runServer({ port: await freePort(), dataDir: join(folder, 'data') }, settings)
  try {
    await isServing(running)
    const loaded = new Set((await readFile(list, 'utf8')).trim().split('\n'))
    expect(loaded).toContain('fastify')
    expect(NOT_LOADED.filter((name) => loaded.has(name))).toEqual([])
  } finally {
    running.server.kill('SIGKILL')
    await running.exit
    await rm(folder, { recursive: true, force: true })
  }
})
