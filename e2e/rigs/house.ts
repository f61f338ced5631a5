import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '../journey.ts'
import { freePort, launchPlacard, type Placard, TEMPLATE } from '../placard.ts'

/** A server that may request one port of this machine, as if it were a private network of the organisation. */
export const test = base.extend<object, { folder: string; sitePort: number; house: Placard }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'placard-feeds-'))
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  sitePort: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => use(await freePort()),
    { scope: 'worker' },
  ],
  house: [
    async ({ folder, sitePort }, use) => {
      const template = process.env[TEMPLATE]
      if (template) await cp(template, folder, { recursive: true })
      const placard = await launchPlacard({ DATA_DIR: folder, FEED_NETWORKS: `127.0.0.1:${sitePort}` })
      await use(placard)
      await placard.close()
    },
    { scope: 'worker' },
  ],
})
