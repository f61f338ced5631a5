import { SIGN_ON_CALLBACK_PATH } from '@placard/contract'
import * as openId from 'openid-client'
import type { SingleSignOnConfig } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { GOOGLE, identityOf, type ProvidedIdentity } from './identity.ts'

const TIMEOUT_SECONDS = 10
/** The provider's metadata is cached for this long. The library refreshes the keys. */
const DISCOVERY_KEPT_MS = 60 * 60_000
/** Allowed difference between the clocks of the two servers. */
const CLOCK_TOLERANCE_SECONDS = 60
const MAX_LOGGED_CHARACTERS = 200

/** The secrets of a sign-in, known only to this server and the browser that began it. */
export type SignOnKeys = { state: string; nonce: string; verifier: string }

export type Provider = {
  /** Returns the page to send the browser to. @throws AppError sign-on-unavailable */
  begin(options: { otherAccount: boolean }): Promise<{ url: string; keys: SignOnKeys }>
  /**
   * Exchanges the code for the person's identity, with all claims verified.
   *
   * @param search the query of the callback request
   * @throws AppError sign-on-denied, sign-on-failed, sign-on-unavailable
   */
  finish(search: string, keys: SignOnKeys): Promise<ProvidedIdentity>
}

/**
 * An OpenID Connect provider: authorization code flow with PKCE, as RFC 9700 recommends. Its metadata is only requested when a
 * person signs in, so that an outage affects nothing else.
 */
export function createProvider(context: Context, config: SingleSignOnConfig, publicUrl: string): Provider {
  const { log, now } = context
  const redirectUri = publicUrl + SIGN_ON_CALLBACK_PATH
  let known: { client: openId.Configuration; at: number } | undefined
  let asking: Promise<openId.Configuration> | undefined

  const byBody = openId.ClientSecretPost(config.clientSecret)
  const byHeader = openId.ClientSecretBasic(config.clientSecret)
  const authentication: openId.ClientAuth = (server, client, body, headers) => {
    const isByBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (isByBody ? byBody : byHeader)(server, client, body, headers)
  }

  async function discover(): Promise<openId.Configuration> {
    const issuer = new URL(config.issuer)
    const client = await openId.discovery(
      issuer,
      config.clientId,
      { [openId.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authentication,
      {
        timeout: TIMEOUT_SECONDS,
        // In the code flow, checking the signature is optional, because the token comes directly from the provider. Here it is
        // checked.
        execute: [
          openId.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [openId.allowInsecureRequests] : []),
        ],
      },
    )
    known = { client, at: now() }
    return client
  }

  /** @throws AppError sign-on-unavailable */
  async function ask(): Promise<openId.Configuration> {
    if (known && Math.abs(now() - known.at) < DISCOVERY_KEPT_MS) return known.client
    // Concurrent sign-ins share one request.
    asking ??= discover().finally(() => {
      asking = undefined
    })
    try {
      return await asking
    } catch (error) {
      log.warn({ reason: describe(error) }, 'the configuration of the identity provider could not be read')
      if (known) return known.client
      throw new AppError('sign-on-unavailable')
    }
  }

  return {
    async begin({ otherAccount }) {
      const client = await ask()
      const keys = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
      }
      const url = openId.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: keys.state,
        nonce: keys.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(keys.verifier),
        code_challenge_method: 'S256',
        ...(otherAccount ? { prompt: config.issuer === GOOGLE ? 'select_account' : 'login' } : {}),
      })
      return { url: url.href, keys }
    },

    async finish(search, { state, nonce, verifier }) {
      const client = await ask()
      try {
        const tokens = await openId.authorizationCodeGrant(client, new URL(redirectUri + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The provider sent no ID token.')
        const { iss, sub } = claims
        // Many providers return the address from the userinfo endpoint, and not in the token.
        const isMore = claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined
        const more = isMore ? await openId.fetchUserInfo(client, tokens.access_token, sub) : {}
        return identityOf(iss, sub, { ...more, ...claims })
      } catch (error) {
        const failure = new AppError(codeOf(error))
        // The error itself may contain tokens.
        log.warn({ reason: describe(error), code: failure.code }, 'a sign-in through the identity provider failed')
        throw failure
      }
    },
  }
}

function codeOf(error: unknown): 'sign-on-denied' | 'sign-on-failed' | 'sign-on-unavailable' {
  if (error instanceof openId.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'sign-on-denied'
    return AWAY.has(error.error) ? 'sign-on-unavailable' : 'sign-on-failed'
  }
  if (error instanceof openId.ResponseBodyError) return error.status >= 500 ? 'sign-on-unavailable' : 'sign-on-failed'
  const isAway = (error instanceof TypeError && error.message === 'fetch failed') || isTimeout(error)
  return isAway ? 'sign-on-unavailable' : 'sign-on-failed'
}

/** RFC 6749 §4.1.2.1 */
const AWAY: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error'])

function isTimeout(error: unknown): boolean {
  return error instanceof openId.ClientError && error.code === 'OAUTH_TIMEOUT'
}

/** Describes a failure for the log, without any part of a token. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const said =
    error instanceof openId.AuthorizationResponseError || error instanceof openId.ResponseBodyError
      ? [error.error, error.error_description]
      : [error.cause instanceof Error && !(error instanceof openId.ClientError) ? error.cause.message : undefined]
  const words = [error.name, error.message, 'code' in error ? String(error.code) : undefined, ...said]
  return words
    .filter((word) => word !== undefined)
    .join(': ')
    .slice(0, MAX_LOGGED_CHARACTERS)
}
