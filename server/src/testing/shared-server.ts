import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Client, startTestServer, type TestServer } from './server.ts'

type Options = NonNullable<Parameters<typeof startTestServer>[0]>

/**
 * Starts one server for all tests of the suite in which it is called, and signs its administrator in. `server` and `admin` can be
 * used as soon as the first test, or a later `beforeAll` of the suite, begins.
 */
export function sharedTestServer(options: Options = {}) {
  const { start, ...those } = signedIn(options)
  beforeAll(start)
  afterAll(() => those.server.close())
  return those
}

/** Like `sharedTestServer`, with a new server for each test. */
export function freshTestServer(options: Options = {}) {
  const { start, ...those } = signedIn(options)
  beforeEach(start)
  afterEach(() => those.server.close())
  return those
}

function signedIn(options: Options) {
  const server = {} as TestServer
  const admin = {} as Client
  /** For a test that moved the clock past the end of the session. */
  const signInAgain = async () => {
    Object.assign(admin, await server.signIn())
  }
  const start = async () => {
    Object.assign(server, await startTestServer(options))
    await signInAgain()
  }
  return { server, admin, signInAgain, start }
}
