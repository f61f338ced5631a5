import {
  addressesOf,
  type ErrorCode,
  IMAGE_TYPES,
  LIVE_EVENTS,
  PIECE_TYPE,
  POSTER_TYPE,
  ROUTE_DETAILS,
  ROUTE_TAGS,
  ROUTES,
  type Route,
  type RouteName,
  statusOf,
} from '@placard/contract'
import type { z } from 'zod'
import { failuresOf } from './failures.ts'
import { answerHeadersOf, headersFor, isRevalidated, PARAMETERS } from './headers.ts'
import { answerComponents, answerSchemaOf, inputSchemaOf, type JsonSchema } from './schemas.ts'

const INTRODUCTION = `Programs can do everything that the pages of Placard do.

An owner creates an API token on the page “API for programs”. A program sends it as \`Authorization: Bearer plc_…\`. A token acts for one organisation with the rights of a viewer or an editor, optionally limited to some displays, until it expires or is revoked.

Times are milliseconds since 1970. New fields may be added to responses. Requests with unknown fields are refused. All error responses (400 and above) have the same envelope: its \`code\` is stable, and its \`message\` is for people.

A display has a revision that increases with each change. A playlist has one too. It contains items and lines like a display, with the same calls, and a display includes it with an item of type \`playlist\`. Items and lines have their own revisions. A change sends the revision in \`If-Match\`, so that it cannot overwrite a newer change.`

/**
 * Describes the table of routes as an OpenAPI 3.1 document.
 *
 * @param options.cookieName of the session cookie
 */
export function createDocument(options: { cookieName: string }) {
  const paths: Record<string, Record<string, object>> = {}
  const failures = new Map<string, object>()
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const route: Route = ROUTES[name]
    for (const [index, at] of addressesOf(route).entries()) {
      const address = at.path.replace(/:(\w+)/g, '{$1}')
      const operations = paths[address] ?? {}
      paths[address] = operations
      const operationId = index === 0 ? name : `${name}OfPlaylist`
      operations[route.method.toLowerCase()] = operationOf(operationId, name, { ...route, ...at }, failures)
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Placard', version: '1', description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: ROUTE_TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas: answerComponents(),
      parameters: PARAMETERS,
      responses: Object.fromEntries(failures),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token. No other header is needed.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: options.cookieName,
          description:
            'The session of a signed-in person. Changes also need the headers Origin and X-Requested-With: placard.',
        },
      },
    },
  }
}

function operationOf(operationId: string, name: RouteName, route: Route, failures: Map<string, object>): object {
  const { tag, summary } = ROUTE_DETAILS[name]
  const body = bodyOf(route)
  return {
    operationId,
    tags: [tag],
    summary,
    security: securityOf(route),
    'x-access': route.access,
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.query),
      ...headersFor(name).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      [statusOf(route)]: answerOf(name, route),
      ...(isRevalidated(name) ? { 304: { description: 'The caller already has the newest version.' } } : {}),
      ...Object.fromEntries(
        [...failuresOf(name, route)].map(([status, codes]) => [status, refer(failures, status, codes)]),
      ),
    },
  }
}

/** Programs have at most the rights of an editor, and cannot use routes for personal matters. */
function securityOf({ access, person }: Route): Record<string, never[]>[] {
  if (access === 'public') return []
  const forPrograms = !person && (access === 'viewer' || access === 'editor')
  return forPrograms ? [{ token: [] }, { cookie: [] }] : [{ cookie: [] }]
}

function parametersOf(where: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: of,
  }))
}

function bodyOf({ body }: Route): object | undefined {
  switch (body) {
    case undefined:
      return undefined
    case 'image':
      return Object.fromEntries(IMAGE_TYPES.map((type) => [type, {}]))
    case 'piece':
      return { [PIECE_TYPE]: {} }
    case 'poster':
      return { [POSTER_TYPE]: {} }
    default:
      return { 'application/json': { schema: inputSchemaOf(body) } }
  }
}

function answerOf(name: RouteName, { response }: Route): object {
  const headers = answerHeadersOf(name)
  const head = Object.keys(headers).length === 0 ? {} : { headers }
  if (response === 'none') return { description: 'Done.', ...head }
  if (response === 'stream') {
    return {
      description: `Server-sent events: ${Object.values(LIVE_EVENTS).join(', ')}. The id of an event is the revision.`,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }
  }
  if (response === 'csv') {
    return { description: 'A table in UTF-8.', ...head, content: { 'text/csv': { schema: { type: 'string' } } } }
  }
  if (response === 'picture') {
    return { description: 'A picture.', ...head, content: { 'image/jpeg': {}, 'image/webp': {} } }
  }
  if (response === 'file') return { description: 'A file.', ...head, content: { 'application/octet-stream': {} } }
  return { description: 'Done.', ...head, content: { 'application/json': { schema: answerSchemaOf(response) } } }
}

/** Calls with the same failures share one description. */
function refer(failures: Map<string, object>, status: number, codes: ErrorCode[]): object {
  const key = `${status}.${codes.join('.')}`
  failures.set(key, {
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: codes } } } } },
          ],
        },
      },
    },
  })
  return { $ref: `#/components/responses/${key}` }
}
