import { defineConfig } from '@playwright/test'
import { KEPT_READY, PLAYWRIGHT_DISABLES } from './browser-features.ts'
import { QUIET_FLAGS } from './browser-flags.ts'

const { CHROMIUM_PATH = '/usr/bin/chromium', HEADLESS_SHELL_PATH, PLACARD_SLOW } = process.env

/** Each journey has its own server, database and browser context. Four journeys run at once. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './set-up.ts',
  // Journeys that take minutes run in `npm run test:slow` and `npm run faults`. Each has a short form that always runs.
  grepInvert: PLACARD_SLOW ? [] : /@slow/,
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 4,
  // A journey that passes only at the second try is listed at the end. The gate tries once more, because a shared machine may
  // stall for seconds.
  retries: Number(process.env.PLACARD_RETRIES ?? 0),
  forbidOnly: process.env.CI === 'true',
  // These limits are reached only in failures. They are long enough for a machine of a tenth of the speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // A trace of every journey would take a sixth of the total time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The headless shell is the same engine and takes a seventh less processor time.
      executablePath: HEADLESS_SHELL_PATH ?? CHROMIUM_PATH,
      args: [...QUIET_FLAGS, `--disable-features=${[...PLAYWRIGHT_DISABLES, ...KEPT_READY].join(',')}`],
    },
  },
})
