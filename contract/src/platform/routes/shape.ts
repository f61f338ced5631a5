import type { ErrorCode } from '../error.ts'
import type { Role } from '../role.ts'
import type { z } from '../zod.ts'

/**
 * The callers that a route accepts. `public`: anyone. `signed-in`: any user with a session, for their own account. `viewer`,
 * `contributor`, `editor`, `owner`: a member with that role or a higher one, only for their own organisation (Z2) and for
 * displays that they have access to. `take-over`: an owner, an editor with that right, or a token made for it. `insert`: an
 * editor, or a token made for it. `operator`: the provider, for any organisation.
 */
export type Access = 'public' | 'signed-in' | Role | 'take-over' | 'insert' | 'operator'

/** The part of a call's definition that both client and server need. */
export type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:name`, and each one is in `params`. */
  path: string
  access: Access
  /** Personal: API tokens are refused, whatever their rights (`not-allowed`). */
  person?: true
  /** Concerns the whole organisation: callers who are limited to some displays are refused (`not-allowed`). */
  unlimited?: true
  /** Also for callers who are limited to tables: for one of these, if the path names one. They can call nothing else of an organisation. */
  ofTables?: true
  params?: z.ZodObject
  /** The same call on a playlist instead of a display. Changing a playlist concerns the whole organisation. */
  ofPlaylist?: {
    path: string
    params: z.ZodObject
    /** Set if it differs from the display's. */
    access?: Access
  }
  /** The query string. A route without this ignores every query. */
  query?: z.ZodObject
  /**
   * The schema of a JSON body; `image` for the raw bytes of a picture; `piece` for some bytes of an upload; `poster` for the
   * JPEG of a film, or nothing.
   */
  body?: z.ZodType | 'image' | 'piece' | 'poster'
  /** The schema of a JSON answer, `stream` for server-sent events, `csv` for a table, `picture` for a JPEG or WebP, `file` for other bytes, `none` for 204. */
  response: z.ZodType | 'stream' | 'csv' | 'picture' | 'file' | 'none'
  /** A success is 201 instead of 200. */
  creates?: true
  /** `required`: the request must name the revision that it changes, or `*` for any. */
  ifMatch?: 'required' | 'optional'
}

export type Address = Pick<Route, 'path' | 'params' | 'access'>

/** The addresses of a call: one, or one for a display and one for a playlist. */
export function addressesOf({ path, params, access, ofPlaylist }: Route): Address[] {
  const own = params ? { path, params, access } : { path, access }
  return ofPlaylist ? [own, { ...ofPlaylist, access: ofPlaylist.access ?? access }] : [own]
}

/** The status of a successful answer. */
export function statusOf({ response, creates }: Route): 200 | 201 | 204 {
  if (response === 'none') return 204
  return creates ? 201 : 200
}

/** The address of the call that these parameters belong to. */
export function addressFor(route: Route, params: object): Address {
  const [own = route, ofPlaylist = own] = addressesOf(route)
  return 'playlistId' in params ? ofPlaylist : own
}

/** The path of a call, with its parameters filled in. Most are ids; the key of a row may contain any character. */
export function pathWith(route: Route, params: Readonly<Record<string, string>>): string {
  return addressFor(route, params).path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
}

/** The routes of one feature, by name. */
export type Routes = Record<string, Route>

/** The groups of calls, in the order of the documentation. */
export const ROUTE_TAGS = [
  'Displays',
  'Playlists',
  'Tables',
  'Items',
  'Ticker',
  'Files',
  'Moving in',
  'Screens',
  'Alerts',
  'Take-overs',
  'Inserts',
  'Proposals',
  'Activity',
  'Player',
  'Members',
  'Tokens',
  'Webhooks',
  'Account',
  'Provider',
  'Documentation',
] as const
export type RouteTag = (typeof ROUTE_TAGS)[number]

/** The part of a call's definition that only the server and its documentation need. */
export type RouteDetails = {
  /** The call's group, if it is another than that of its table (`tagged` in route-details.ts). */
  tag?: RouteTag
  /** One sentence for developers. */
  summary: string
  /**
   * The error codes specific to this call. The codes that follow from its access, path, body or headers are added
   * automatically.
   */
  errors: readonly ErrorCode[]
  /**
   * Request headers that it reads. `Idempotency-Key`: the call is carried out once per key. `If-None-Match`: answers 304 if the
   * caller has the newest version. `If-Match` follows from `ifMatch`, `Last-Event-ID` from a stream.
   */
  takes?: readonly (
    | 'Idempotency-Key'
    | 'Proposal-Link'
    | 'If-None-Match'
    | 'Tus-Resumable'
    | 'Upload-Length'
    | 'Upload-Metadata'
    | 'Upload-Offset'
  )[]
  /** Headers of a successful answer. */
  tells?: readonly ('ETag' | 'Tus-Resumable' | 'Location' | 'Upload-Length' | 'Upload-Offset' | 'Upload-Expires')[]
  /** The maximum size of the body, if it is larger than the default. */
  bodyBytes?: number
  /** Made by screens. Answered under every host name, because a screen may know the server by a different one. */
  ofScreen?: true
  /** Made by a mail program when its user presses the program's own button. It comes from no page, and cookies are ignored. */
  ofMailProgram?: true
  /**
   * The priority of the call on an overloaded server: `statistics` are refused first, then new `uploads`; `playing` is never
   * refused. Absent: decided by the method.
   */
  precedence?: 'playing' | 'uploads' | 'statistics'
  /** It sends bytes of a picture or a film, or reserves room for them. */
  takesRoom?: true
  /**
   * It changes something but is accepted even when the disk is full: it lets somebody in who is going to remove something, ends
   * the rights of others, leaves nothing behind, or changes a row that exists already.
   */
  onFullDisk?: true
}

/** The details of exactly these routes. A missing or an extra entry does not compile. */
export type DetailsOf<Table extends Routes> = Record<keyof Table, RouteDetails>
