import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES, ROUTES } from '@placard/contract'
import { type BrowserContext, test as base, type Locator, type Page } from '@playwright/test'
import { ADMIN, launchPlacard, type Placard } from './placard.ts'

type Servers = { current?: { file: string; placard: Placard } }

/** The beginning of every journey. */
export const test = base.extend<
  {
    placard: Placard
    dataDir: string
    ownSettings: Record<string, string>
    own: Placard
    adminStartsAt: string
    previewsPlay: boolean
    admin: Page
    pagesAreClosed: undefined
  },
  { servers: Servers }
>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from here
    async ({}, use) => {
      const servers: Servers = {}
      await use(servers)
      await servers.current?.placard.close()
    },
    { scope: 'worker' },
  ],
  /** One server for the journeys of a file; a journey that kills it or needs it untouched launches its own. */
  placard: async ({ servers }, use, { file }) => {
    if (servers.current?.file !== file) {
      await servers.current?.placard.close()
      servers.current = { file, placard: await launchPlacard() }
    }
    await use(servers.current.placard)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from here
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-own-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  ownSettings: [{}, { option: true }],
  /** A server for this journey alone, with its data in `dataDir`: for journeys that change accounts or shared settings. */
  own: async ({ dataDir, ownSettings }, use) => {
    const placard = await launchPlacard({ ...ownSettings, DATA_DIR: dataDir })
    await use(placard)
    await placard.close()
  },
  adminStartsAt: [PAGES.dashboard, { option: true }],
  /** True for journeys about the preview, or about its effect on the page around it. */
  previewsPlay: [false, { option: true }],
  /**
   * Closes all further pages at the end of a journey. All journeys of a worker share one browser, and five open dashboards with
   * playing previews slow it down so much that later journeys miss changes on screens.
   */
  pagesAreClosed: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  /** A page of the administrator, on the dashboard or where `adminStartsAt` says. */
  admin: async ({ page, placard, adminStartsAt, previewsPlay }, use) => {
    await signIn(page, placard, adminStartsAt, { previewsPlay })
    await use(page)
  },
})

export { expect } from '@playwright/test'

/**
 * Signs the administrator in without the form, because most journeys are not about signing in, and opens a page.
 *
 * @param path of the page
 */
export async function signIn(
  page: Page,
  placard: Placard,
  path: string = PAGES.dashboard,
  { previewsPlay = false }: { previewsPlay?: boolean } = {},
): Promise<void> {
  if (!previewsPlay) await keepPreviewsStill(page.context())
  const answer = await page.context().request.post(placard.url + ROUTES.signIn.path, {
    data: ADMIN,
    headers: { origin: placard.url, 'x-requested-with': 'placard' },
  })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(placard.url + path)
}

/**
 * Keeps previews from playing. Without a graphics card, a preview that draws sixty times a second takes a third of a core, and
 * most journeys are about the page around it.
 */
async function keepPreviewsStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window.parent !== window && new URLSearchParams(location.search).get('preview') === '1') window.stop()
  })
}

/** Signs in by the form. */
export async function signInByForm(page: Page, placard: Placard): Promise<void> {
  await page.goto(placard.url + PAGES.login)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)
}

/**
 * Shows the controls that a page keeps behind a button.
 *
 * @param label of the button: `More` for a display or a playlist, `Playback controls` for a preview
 */
export async function showMore(within: Page | Locator, label: 'More' | 'Playback controls' = 'More'): Promise<void> {
  const more = within.getByRole('button', { name: label, exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}
