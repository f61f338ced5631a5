import { afterAll, beforeAll } from 'vitest'
import { type Client, startTestServer, type TestServer } from './server.ts'

/**
 * Starts one server for all tests of the suite in which it is called, and signs its administrator in. `server` and `admin` can be
 * used as soon as the first test, or a later `beforeAll` of the suite, begins.
 */
export function sharedTestServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = {} as TestServer
  const admin = {} as Client
  /** For a test that moved the clock past the end of the session. */
  const signInAgain = async () => {
    Object.assign(admin, await server.signIn())
  }
  beforeAll(async () => {
    Object.assign(server, await startTestServer(options))
    await signInAgain()
  })
  afterAll(() => server.close())
  return { server, admin, signInAgain }
}
