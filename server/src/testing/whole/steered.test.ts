import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProvider, type Provider } from '../../people/accounts/single-sign-on/provider.ts'
import { openS3FileStore } from '../../platform/files/s3.ts'
import { makeCertificate } from '../certificate.ts'
import { startTestServer, type TestServer } from '../server.ts'

const PUBLIC_URL = 'http://127.0.0.1:1'
const CLIENT = { clientId: 'placard', clientSecret: 'between-the-two-of-them' }

type Listening = { server: Server; url: string }

async function listen(server: Server, scheme: 'http' | 'https' = 'http'): Promise<Listening> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function end({ server }: Listening): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** An address that must never be contacted, for example inside the network. It counts connections too, before any request. */
let canary: Listening & { heard: number }
beforeAll(async () => {
  const server = createServer((_request, response) => response.writeHead(200).end('{}'))
  const listening = await listen(server)
  canary = { ...listening, heard: 0 }
  // A request may come over an earlier connection.
  for (const event of ['connection', 'request']) {
    server.on(event, () => {
      canary.heard += 1
    })
  }
})
afterAll(() => end(canary))
beforeEach(() => {
  canary.heard = 0
})

describe('an identity provider whose answers lead elsewhere', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  let app: TestServer
  let issuer: Listening
  /** Answers by path. Other paths are answered correctly. */
  let answers: Record<string, RequestListener>
  let document: Record<string, unknown>
  let nonce: string

  const json = (body: unknown): RequestListener => {
    return (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const redirect = (status: number): RequestListener => {
    return (request, response) => response.writeHead(status, { location: canary.url + request.url }).end()
  }

  function idToken(): string {
    const at = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer.url, sub: 'somebody', aud: CLIENT.clientId, iat: at, exp: at + 60, nonce }
    const parts = [{ alg: 'RS256', kid: 'own' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = createSign('sha256').update(parts.join('.')).sign(privateKey, 'base64url')
    return [...parts, signature].join('.')
  }

  const listener: RequestListener = (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const usual: Record<string, RequestListener> = {
      '/.well-known/openid-configuration': json(document),
      '/token': json({ access_token: 'a', token_type: 'bearer', id_token: idToken() }),
      '/keys': json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] }),
      '/me': json({ sub: 'somebody', email: 'somebody@people.example', email_verified: true }),
    }
    const answer = answers[path] ?? usual[path] ?? ((_request, nothing) => nothing.writeHead(404).end())
    answer(request, response)
  }

  function makeDocument(url: string): Record<string, unknown> {
    return {
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      userinfo_endpoint: `${url}/me`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  const providerOf = (url: string): Provider => {
    const config = { issuer: url, ...CLIENT, name: 'School login', allowedDomains: undefined, secondStep: false }
    return createProvider(app.app.context, config, PUBLIC_URL)
  }

  /** Signs in like a browser. @returns the identity, or the code of the error */
  async function signIn(provider: Provider): Promise<unknown> {
    try {
      const { url, keys } = await provider.begin({ otherAccount: false })
      expect(url.startsWith(`${issuer.url}/auth?`)).toBe(true)
      nonce = keys.nonce
      return await provider.finish(`?code=c&state=${keys.state}`, keys)
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  beforeAll(async () => {
    app = await startTestServer()
  })
  afterAll(() => app.close())

  describe('on this machine', () => {
    beforeEach(async () => {
      answers = {}
      issuer = await listen(createServer(listener))
      document = makeDocument(issuer.url)
    })
    afterEach(() => end(issuer))

    it('signs in whoever it leads nowhere', async () => {
      expect(await signIn(providerOf(issuer.url))).toMatchObject({ email: 'somebody@people.example' })
      expect(canary.heard).toBe(0)
    })

    for (const [path, code] of [
      ['/.well-known/openid-configuration', 'sign-on-unavailable'],
      ['/token', 'sign-on-failed'],
      ['/keys', 'sign-on-failed'],
      ['/me', 'sign-on-failed'],
    ] as const) {
      it(`[B72] no redirect of ${path} is followed: neither a secret nor a token goes there`, async () => {
        for (const status of [301, 302, 303, 307, 308]) {
          answers = { [path]: redirect(status) }
          expect(await signIn(providerOf(issuer.url))).toBe(code)
        }
        expect(canary.heard).toBe(0)
      })
    }

    it('[B72] a document that names another issuer is not believed', async () => {
      document = makeDocument(canary.url)
      expect(await signIn(providerOf(issuer.url))).toBe('sign-on-unavailable')
      expect(canary.heard).toBe(0)
    })

    it('[B72] an address that it names is asked by http alone, and no file is opened', async () => {
      for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:application/json,{}', 'no address']) {
        document = { ...makeDocument(issuer.url), userinfo_endpoint: address }
        expect(await signIn(providerOf(issuer.url))).toBe('sign-on-failed')
        document = { ...makeDocument(issuer.url), token_endpoint: address }
        expect(await signIn(providerOf(issuer.url))).toBe('sign-on-failed')
      }
    })
  })

  describe('elsewhere, on https', async () => {
    const certificate = await makeCertificate()
    if (!certificate) console.warn('SKIPPED: an identity provider on https. Install openssl.')
    const believed = getCACertificates('default')

    beforeEach(async () => {
      if (!certificate) return
      setDefaultCACertificates([...believed, certificate.cert])
      answers = {}
      issuer = await listen(createSecureServer(certificate, listener), 'https')
      document = makeDocument(issuer.url)
    })
    afterEach(async () => {
      if (!certificate) return
      setDefaultCACertificates(believed)
      await end(issuer)
    })

    it.skipIf(!certificate)('[B72] names no address without https: nothing is asked there', async () => {
      expect(await signIn(providerOf(issuer.url))).toMatchObject({ email: 'somebody@people.example' })
      for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
        document = { ...makeDocument(issuer.url), [name]: `${canary.url}/${name}` }
        expect(await signIn(providerOf(issuer.url)), name).toBe('sign-on-failed')
      }
      expect(canary.heard).toBe(0)
    })
  })
})

it('[B72] no redirect of a store that speaks S3 is followed', async () => {
  let status = 200
  const store = await listen(
    createServer((request, response) => {
      request.resume()
      if (status === 200) response.writeHead(200).end()
      else response.writeHead(status, { location: canary.url + request.url }).end()
    }),
  )
  try {
    const settings = {
      bucket: 'media',
      endpoint: store.url,
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 's',
    }
    const files = await openS3FileStore(settings)
    for (status of [301, 302, 303, 307, 308]) {
      await expect(files.put('a.jpg', Buffer.from('bytes'))).rejects.toThrow()
      await expect(files.size('a.jpg')).rejects.toThrow()
      await expect(buffer(files.read('a.jpg'))).rejects.toThrow()
      await expect(openS3FileStore(settings)).rejects.toThrow('The bucket media cannot be used')
    }
    expect(canary.heard).toBe(0)
  } finally {
    await end(store)
  }
})
