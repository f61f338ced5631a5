import { type BrowserContext, chromium, test } from '@playwright/test'

/**
 * Starts the complete browser, as a screen has it: its profile lasts from start to start, and it has an error page of its own.
 *
 * @param profile the folder of its profile
 * @param args further arguments of the command line
 * @param env further environment variables
 */
export async function startScreenBrowser(
  profile: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<BrowserContext> {
  const { launchOptions, viewport } = test.info().project.use
  return chromium.launchPersistentContext(profile, {
    ...launchOptions,
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...(launchOptions?.args ?? []), ...args],
    viewport: viewport ?? null,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
