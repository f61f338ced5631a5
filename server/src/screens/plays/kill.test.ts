import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlayPiece, PlaysReport, pathOf, ScreenId } from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { inFull } from '../../testing/in-full.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { createClient } from '../../testing/server.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../../testing/server-process.ts'

const KILLS = inFull(40, 5)
const SCREEN = ScreenId.parse('a'.repeat(32))
const CREDENTIAL = { email: 'admin@vnr.example', password: 'a pass phrase for kills' }

it('[F79] a server that is killed during a report counts each piece once', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-plays-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const client = createClient(url)
  let running: ServerProcess | undefined
  const start = async () => {
    running = runServer({ port, dataDir }, { SEED_ADMIN_PASSWORD: CREDENTIAL.password })
    await isServing(running)
  }
  const kill = async () => {
    running?.server.kill('SIGKILL')
    await running?.exit
  }
  try {
    await start()
    await client.call('signIn', { params: {}, body: CREDENTIAL })
    const params = { ...SAMPLE_DISPLAY, screenId: SCREEN }
    await client.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })
    await client.call('listScreens', { params: SAMPLE_DISPLAY })
    const { body: manifest } = await client.call('getManifest', { params: SAMPLE_DISPLAY })
    const itemId = manifest.items[0]?.id
    if (itemId === undefined) throw new Error('the sample has items')

    const at = Date.now() - 60_000
    let queue: PlayPiece[] = []
    let n = 0
    let answers = 0
    const tell = async () => {
      for (let index = 0; index < 5; index += 1) {
        n += 1
        queue.push({ kind: 'play', n, at, ms: 100, itemId, showings: 1, cut: 0 })
      }
      const pieces = queue.slice(0, 50)
      const answer = await client
        .call('tellPlays', { params, body: { series: '0'.repeat(16), pieces } })
        .catch(() => undefined)
      if (answer?.status !== 200) return
      answers += 1
      queue = queue.filter((piece) => piece.n > answer.body.until)
    }
    for (let killed = 0; killed < KILLS; killed += 1) {
      // A slow computer answers nothing so soon after a start. Every second server therefore lives until its first answer.
      if (killed % 2 === 0) await tell()
      // The server is killed within the next milliseconds, during a report or between two.
      const death = new Promise((resolve) => setTimeout(resolve, 60 + ((killed * 37) % 200))).then(kill)
      for (let turn = 0; turn < 12; turn += 1) await tell()
      await death
      await start()
    }
    while (queue.length > 0) {
      const body = { series: '0'.repeat(16), pieces: queue.slice(0, 50) }
      const answer = await client.call('tellPlays', { params, body })
      expect(answer.status).toBe(200)
      queue = queue.filter((piece) => piece.n > answer.body.until)
    }
    expect(answers).toBeGreaterThan(0)
    const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
    const path = pathOf('getPlays', { organisationId: SAMPLE_DISPLAY.organisationId })
    const response = await client.visit(`${path}?from=${day(-1)}&to=${day(1)}`)
    expect(PlaysReport.parse(await response.json()).total.told).toMatchObject({ showings: n, ms: n * 100 })
  } finally {
    await kill()
    await rm(dataDir, { recursive: true, force: true })
  }
})
