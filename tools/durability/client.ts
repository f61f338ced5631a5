import {
  pathOf,
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteResponse,
} from '@placard/contract'

export type Call<Name extends RouteName> = {
  params: RouteParams<Name>
  body?: RouteBodyInput<Name> | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type Answer<Name extends RouteName> = { body: RouteResponse<Name>; headers: Headers }

/** Calls a server as a signed-in browser would. */
export type Client = {
  /** @throws Refused when the answer is not a success; another error when there is no answer */
  call<Name extends RouteName>(name: Name, call: Call<Name>): Promise<Answer<Name>>
  /** The bytes at an address of the server. @throws Refused */
  read(path: string): Promise<Uint8Array>
  /** Stops waiting for all answers. */
  hangUp(): void
}

/** The server has answered with an error status. */
export class Refused extends Error {
  readonly status: number

  constructor(name: string, status: number, text: string) {
    super(`${name} was refused: ${status} ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** @param origin the server's address as its pages see it, if it differs from the one that is called */
export async function signIn(
  url: string,
  credential: { email: string; password: string },
  origin = url,
): Promise<Client> {
  const hungUp = new AbortController()
  const base = { origin, 'x-requested-with': 'placard' }
  let cookie = ''

  async function send(name: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url + path, { ...init, signal: hungUp.signal })
    if (!response.ok) throw new Refused(name, response.status, await response.text())
    return response
  }

  const client: Client = {
    async call(name, { params, body, headers }) {
      const bytes = body instanceof Uint8Array
      const response = await send(name, pathOf(name, params), {
        method: ROUTES[name].method,
        ...(body === undefined ? {} : { body: bytes ? body : JSON.stringify(body) }),
        headers: {
          ...base,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined || bytes ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      const set = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
      if (set.length > 0) cookie = set.join('; ')
      const text = await response.text()
      return { body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
    },
    read: async (path) => new Uint8Array(await (await send(path, path, {})).arrayBuffer()),
    hangUp: () => hungUp.abort(),
  }
  await client.call('signIn', { params: {}, body: credential })
  return client
}
