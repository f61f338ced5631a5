import { defineConfig } from '@playwright/test'
import { KEPT_READY, PLAYWRIGHT_DISABLES } from './browser-features.ts'

const { CHROMIUM_PATH = '/usr/bin/chromium', HEADLESS_SHELL_PATH, PLACARD_SLOW } = process.env

/** Each journey has a server, a database and a browser context of its own; four run at once. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './set-up.ts',
  // Journeys of minutes are for `npm run test:slow` and `npm run faults`; something short of it is always here.
  grepInvert: PLACARD_SLOW ? [] : /@slow/,
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 4,
  // A journey that passes at the second try has found something: it is named at the end. A shared machine that stood still
  // for seconds is no reason to turn away a change, though, so the gate tries once more.
  retries: Number(process.env.PLACARD_RETRIES ?? 0),
  forbidOnly: process.env.CI === 'true',
  // Limits of waiting, which cost nothing where nothing is waited for: a machine of a tenth of the speed passes too.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // To keep one of each journey takes a sixth of all the time; a second try is rare.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The same engine without windows around it takes a seventh less of the processor.
      executablePath: HEADLESS_SHELL_PATH ?? CHROMIUM_PATH,
      args: [
        // A container runs tests as root, where Chromium refuses its sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...PLAYWRIGHT_DISABLES, ...KEPT_READY].join(',')}`,
      ],
    },
  },
})
