import { Session, SignedUp, SignIn, SignUp } from './account.ts'
import { Display, Programme } from './display.ts'
import { DisplayId, ItemId, LineId, OrganisationId, UploadId } from './id.ts'
import { CreateItem, Item, UpdateItem } from './item.ts'
import { CreateLine, Line, UpdateLine } from './line.ts'
import { Manifest } from './manifest.ts'
import { MediaFile, Upload } from './media.ts'
import { Move } from './move.ts'
import { z } from './zod.ts'

/**
 * Every call of the API. The server registers from this table, the web application calls from it, and the tests of
 * headers, rights and documentation walk it: a route that is not here does not exist.
 */
type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`, each one in `params`. */
  path: string
  /** `public`: anyone. `member`: a session with a profile, and only paths of the profile's own organisation (Z2). */
  access: 'public' | 'member'
  params?: z.ZodObject
  /** A JSON body's schema, `image` for the raw bytes of a picture, `piece` for some bytes of an upload. */
  body?: z.ZodType | 'image' | 'piece'
  /** The JSON answer, `stream` for server-sent events, `none` for 204. */
  response: z.ZodType | 'stream' | 'none'
  /** Of success. */
  status: 200 | 201 | 204
  /** `required`: the change must say which revision of the thing it changes, or `*` for any. */
  ifMatch?: 'required' | 'optional'
}

const organisation = z.object({ organisationId: OrganisationId })
const display = organisation.extend({ displayId: DisplayId })
const item = display.extend({ itemId: ItemId })
const line = display.extend({ lineId: LineId })
const upload = organisation.extend({ uploadId: UploadId })

/** What each command on a display answers: the display's new revision beside what was changed. */
const changed = z.object({ revision: z.int() })
export const ItemChanged = changed.extend({ item: Item })
export type ItemChanged = z.infer<typeof ItemChanged>
export const LineChanged = changed.extend({ line: Line })
export type LineChanged = z.infer<typeof LineChanged>
export const Removed = changed
export type Removed = z.infer<typeof Removed>

const DISPLAYS = '/api/organisations/:organisationId/displays'
const DISPLAY = `${DISPLAYS}/:displayId`
const UPLOADS = '/api/organisations/:organisationId/uploads'
const UPLOAD = `${UPLOADS}/:uploadId`

export const ROUTES = {
  /** The server's clock in milliseconds since 1970, for a player to estimate its distance from it. */
  getTime: { method: 'GET', path: '/api/time', access: 'public', response: z.object({ at: z.int() }), status: 200 },

  signIn: { method: 'POST', path: '/api/session', access: 'public', body: SignIn, response: Session, status: 200 },
  signUp: { method: 'POST', path: '/api/users', access: 'public', body: SignUp, response: SignedUp, status: 200 },
  getSession: { method: 'GET', path: '/api/session', access: 'member', response: Session, status: 200 },
  signOut: { method: 'DELETE', path: '/api/session', access: 'public', response: 'none', status: 204 },

  getManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest`,
    access: 'public',
    params: display,
    response: Manifest,
    status: 200,
  },
  streamManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest/live`,
    access: 'public',
    params: display,
    response: 'stream',
    status: 200,
  },

  listDisplays: {
    method: 'GET',
    path: DISPLAYS,
    access: 'member',
    params: organisation,
    response: z.array(Display),
    status: 200,
  },
  getProgramme: { method: 'GET', path: DISPLAY, access: 'member', params: display, response: Programme, status: 200 },
  streamProgramme: {
    method: 'GET',
    path: `${DISPLAY}/live`,
    access: 'member',
    params: display,
    response: 'stream',
    status: 200,
  },

  createItem: {
    method: 'POST',
    path: `${DISPLAY}/items`,
    access: 'member',
    params: display,
    body: CreateItem,
    response: ItemChanged,
    status: 201,
  },
  updateItem: {
    method: 'PATCH',
    path: `${DISPLAY}/items/:itemId`,
    access: 'member',
    params: item,
    body: UpdateItem,
    response: ItemChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveItem: {
    method: 'POST',
    path: `${DISPLAY}/items/:itemId/move`,
    access: 'member',
    params: item,
    body: Move(ItemId),
    response: ItemChanged,
    status: 200,
  },
  removeItem: {
    method: 'DELETE',
    path: `${DISPLAY}/items/:itemId`,
    access: 'member',
    params: item,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },

  createLine: {
    method: 'POST',
    path: `${DISPLAY}/lines`,
    access: 'member',
    params: display,
    body: CreateLine,
    response: LineChanged,
    status: 201,
  },
  updateLine: {
    method: 'PATCH',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'member',
    params: line,
    body: UpdateLine,
    response: LineChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveLine: {
    method: 'POST',
    path: `${DISPLAY}/lines/:lineId/move`,
    access: 'member',
    params: line,
    body: Move(LineId),
    response: LineChanged,
    status: 200,
  },
  removeLine: {
    method: 'DELETE',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'member',
    params: line,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },

  uploadMedia: {
    method: 'POST',
    path: '/api/organisations/:organisationId/media',
    access: 'member',
    params: organisation,
    body: 'image',
    response: MediaFile,
    status: 201,
  },

  /** C7: begins an upload in pieces (tus: creation). `Upload-Length` says how many bytes; the answer's `Location`, where. */
  createUpload: {
    method: 'POST',
    path: UPLOADS,
    access: 'member',
    params: organisation,
    response: Upload,
    status: 201,
  },
  /** How many bytes have arrived, in `Upload-Offset`. Cuts off a piece that is still on its way. */
  getUploadOffset: {
    method: 'HEAD',
    path: UPLOAD,
    access: 'member',
    params: upload,
    response: 'none',
    status: 204,
  },
  /** The bytes from `Upload-Offset` on. The answer to the last ones means that all would survive a power cut. */
  appendToUpload: {
    method: 'PATCH',
    path: UPLOAD,
    access: 'member',
    params: upload,
    body: 'piece',
    response: 'none',
    status: 204,
  },
  /** tus: termination. */
  removeUpload: { method: 'DELETE', path: UPLOAD, access: 'member', params: upload, response: 'none', status: 204 },
  /** Makes a stored picture of what has arrived. Asked again, after an answer that got lost, it answers the same. */
  finishUpload: {
    method: 'POST',
    path: `${UPLOAD}/media`,
    access: 'member',
    params: upload,
    response: MediaFile,
    status: 201,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES
type Of<Name extends RouteName> = (typeof ROUTES)[Name]

export type RouteParams<Name extends RouteName> =
  Of<Name> extends { params: infer Schema extends z.ZodType } ? z.infer<Schema> : Record<never, never>
/** The body as the server gets it, after parsing. */
export type RouteBody<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The body as a caller may write it, defaults left out. */
export type RouteBodyInput<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
export type RouteResponse<Name extends RouteName> =
  Of<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined

/** The address of a call, its parameters put in. They are ids, so nothing needs escaping. */
export function pathOf<Name extends RouteName>(name: Name, params: RouteParams<Name>): string {
  const values = params as Record<string, string>
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '')
}

/** The pages that people open (rows R). Every other address is the fallback screen, with 404 (R8). */
export const PAGES = {
  landing: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  addContainer: '/addContainer',
  test: '/test',
} as const

/** R6: a player's address. */
export function playerPath(key: { organisationId: string; displayId: string }): string {
  return `/display/${key.organisationId}/?id=${key.displayId}`
}
