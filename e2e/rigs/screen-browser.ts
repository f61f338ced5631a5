import { type BrowserContext, chromium, test } from '@playwright/test'

/**
 * A browser as a screen has it: what it keeps is there again when it starts again.
 *
 * @param profile folder of what it keeps
 * @param args of the command line, beside those of every journey
 */
export async function startScreenBrowser(profile: string, args: string[] = []): Promise<BrowserContext> {
  const { launchOptions, viewport } = test.info().project.use
  return chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), ...args],
    viewport: viewport ?? null,
  })
}
