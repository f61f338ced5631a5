import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'

type Claims = Record<string, unknown>
type Token = { header: Claims; claims: Claims }

export const CLIENT = { id: 'placard', secret: 'a-secret-between-the-two-of-them' }

/** A real OpenID Connect provider on this machine, with its own sign-in pages, which accept any password. */
export type TestIdentityProvider = {
  issuer: string
  /** The claims of each person, by the name that is typed. */
  people: Map<string, Claims>
  /** Changes ID tokens before they are sent. They are signed again with the provider's key or with an unknown key. */
  forge: { change: (token: Token) => Token; key: 'own' | 'foreign' } | undefined
  /** Path of every request received. */
  requests: string[]
  /** Stops listening. */
  stop(): Promise<void>
  /** Starts again on the same port. */
  start(): Promise<void>
}

/** @param options.claimsInToken true: the ID token contains the address. Otherwise only the userinfo endpoint returns it */
export async function createTestIdentityProvider(options: {
  port: number
  host?: string
  redirectUris: string[]
  claimsInToken?: boolean
}): Promise<TestIdentityProvider> {
  const { port, host = 'localhost' } = options
  const issuer = `http://${host}:${port}`
  const people = new Map<string, Claims>()
  const own = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov', 'hd'] },
    conformIdTokenClaims: !(options.claimsInToken ?? false),
    pkce: { required: () => true },
    async findAccount(_request, id) {
      return { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }
    },
  }
  const provider = new Provider(issuer, configuration)

  const made: TestIdentityProvider = {
    issuer,
    people,
    forge: undefined,
    requests: [],
    async start() {
      if (server) return
      server = createServer(provider.callback()).listen(port, host)
      await once(server, 'listening')
    },
    async stop() {
      if (!server) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      server = undefined
    },
  }
  let server: Server | undefined

  provider.use(async (context, next) => {
    made.requests.push(context.path)
    await next()
    const { forge } = made
    const body: unknown = context.body
    if (context.path !== '/token' || !forge || !hasIdToken(body)) return
    const [header = '', claims = ''] = body.id_token.split('.')
    const changed = forge.change({ header: decode(header), claims: decode(claims) })
    const signed = `${encode(changed.header)}.${encode(changed.claims)}`
    const key = forge.key === 'own' ? own : foreign
    const signature = changed.header.alg === 'none' ? '' : createSign('sha256').update(signed).sign(key, 'base64url')
    context.body = { ...body, id_token: `${signed}.${signature}` }
  })
  await made.start()
  return made
}

function hasIdToken(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

const decode = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url')
