import { type BrowserContext, chromium, test } from '@playwright/test'

/**
 * A browser as a screen has it, the whole program: what it keeps is there again when it starts again, and where nobody answers it
 * writes a page of its own.
 *
 * @param profile folder of what it keeps
 * @param args of the command line, beside those of every journey
 * @param env variables of its own, beside those of this process
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
