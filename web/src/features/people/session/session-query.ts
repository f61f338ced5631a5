import type { RouteBodyInput, Session } from '@placard/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { signedIn } from '../../../platform/api/session-events.ts'
import { tellOtherTabs } from './session-channel.ts'

export type SessionState =
  | { status: 'signed-in'; session: Session }
  | { status: 'signed-out' }
  /** The account is there, but no organisation is (A5). */
  | { status: 'not-subscribed' }

const SESSION_KEY = ['session']

async function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  try {
    return { status: 'signed-in', session: await call('getSession', signal ? { signal } : {}) }
  } catch (error) {
    if (signal?.aborted) throw error
    const code = codeOf(error)
    if (code === 'not-signed-in') return { status: 'signed-out' }
    if (code === 'not-subscribed') return { status: 'not-subscribed' }
    throw error
  }
}

const sessionQuery = {
  queryKey: SESSION_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchSession(signal),
}

/** @param asks false: nobody is asked, and only what is known already is answered */
export function useSession(asks = true) {
  return useQuery({ ...sessionQuery, enabled: asks })
}

/** False: this browser holds no session. The cookie `org` (A4) is there as long as one is. */
export const mayBeSignedIn = (): boolean => /(^|; )org=/.test(document.cookie)

/** Asks who is signed in while the page's part of the application is still on its way. */
export function askSessionEarly(client: QueryClient): void {
  void client.prefetchQuery(sessionQuery)
}

/** The signed-in person, as far as this tab knows. */
export function knownSession(client: QueryClient): Session | undefined {
  const state = client.getQueryData<SessionState>(SESSION_KEY)
  return state?.status === 'signed-in' ? state.session : undefined
}

/** Keeps what somebody who is signed in may do now. What another one may is not for this page. */
export function keepSession(client: QueryClient, session: Session): void {
  if (knownSession(client)?.email !== session.email) return
  const state: SessionState = { status: 'signed-in', session }
  client.setQueryData<SessionState>(SESSION_KEY, state)
}

/** Asks the server; the cache keeps what was known while nobody is signed in, so that a page stays as it is. */
export function askSession(): Promise<SessionState> {
  return fetchSession()
}

export function useSignIn() {
  const client = useQueryClient()
  /**
   * @returns the session, or what has to be sent along with a code, for an account with two-factor sign-in. @throws ApiError
   */
  return async (input: RouteBodyInput<'signIn'>): Promise<SignInAnswer> => {
    const answer = await call('signIn', { body: input })
    if ('secondFactor' in answer) return { status: 'code-wanted', pending: answer.secondFactor.pending }
    begin(client, answer)
    return { status: 'signed-in', session: answer }
  }
}

export type SignInAnswer = { status: 'signed-in'; session: Session } | { status: 'code-wanted'; pending: string }

/** The second step. @throws ApiError */
export function useFinishSignIn() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'finishSignIn'>): Promise<Session> => {
    const session = await call('finishSignIn', { body: input })
    begin(client, session)
    return session
  }
}

/**
 * U2, U3. @returns the session when the address has an account with this password; null for every other address, taken or
 * not, so that nobody learns which it was
 * @throws ApiError
 */
export function useSignUp() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'signUp'>): Promise<Session | null> => {
    const { session } = await call('signUp', { body: input })
    if (session) begin(client, session)
    return session
  }
}

/** The first run. @throws ApiError already-set-up, setup-link-expired, weak-password */
export function useFinishSetup() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'finishSetup'>): Promise<Session> => {
    const session = await call('finishSetup', { body: input })
    begin(client, session)
    return session
  }
}

/** Takes an invitation up for somebody who is signed in. @throws ApiError already-member, invitation-not-found */
export function useAcceptInvitation() {
  const client = useQueryClient()
  return async (token: string): Promise<Session> => {
    const session = await call('acceptInvitation', { body: { token } })
    begin(client, session)
    return session
  }
}

function begin(client: QueryClient, session: Session): void {
  const state: SessionState = { status: 'signed-in', session }
  client.setQueryData<SessionState>(SESSION_KEY, state)
  tellOtherTabs('signed-in')
  signedIn.announce()
}

/** A6: ends the session on the server, then in every tab. @throws ApiError when the server still holds it */
export async function signOut(): Promise<void> {
  await call('signOut', {})
  tellOtherTabs('signed-out')
}
