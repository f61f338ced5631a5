import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../../testing/server-process.ts'
import { startSmtpServer } from '../../testing/smtp.ts'
import { createDeliveries } from './delivery.store.ts'
import { deliveryOf } from './post.ts'

const QUICK = pathToFileURL(join(import.meta.dirname, '../../testing/run-with-quick-alerts.ts')).href
const OPERATOR = 'operator@vnr.example'
const PATIENCE = { timeout: 60_000, interval: 200 }
/** The time that the server has to send one message, plus one interval. */
const AFTER_ANOTHER_LOOK_MS = 7_000

it('[F81] [SA2] killed while its mail is on the way, the server sends it when it is back, once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-alerts-'))
  const port = await freePort()
  // Accepts the mail, and never confirms it.
  let smtp = await startSmtpServer('hangs')
  let running: ServerProcess | undefined
  const settings = {
    SEED: 'none',
    NODE_OPTIONS: `--import ${QUICK}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Placard <signage@vnr.example>',
    OPERATOR_MAIL: OPERATOR,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  const start = async () => {
    running = runServer({ port, dataDir }, settings)
    await isServing(running)
  }
  const kill = async () => {
    running?.server.kill('SIGKILL')
    await running?.exit
  }
  try {
    // The test stores a delivery, as a check does together with its incidents.
    const database = await openDatabase(readConfig({ ...settings, DATA_DIR: dataDir }, dataDir))
    const message = { what: 'server', trouble: 'backup', detail: '' } as const
    await createDeliveries(database.queries, [deliveryOf({ organisationId: null }, message, Date.now())])
    await database.close()

    await start()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), PATIENCE)
    await kill()
    await smtp.close()
    smtp = await startSmtpServer('takes', Number(new URL(smtp.url).port))
    await start()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), PATIENCE)
    expect(smtp.received[0]).toMatchObject({ to: [OPERATOR] })
    await new Promise((resolve) => setTimeout(resolve, AFTER_ANOTHER_LOOK_MS))
    expect(smtp.received).toHaveLength(1)
  } finally {
    await kill()
    await smtp.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
