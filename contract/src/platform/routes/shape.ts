import type { ErrorCode } from '../error.ts'
import type { Role } from '../role.ts'
import type { z } from '../zod.ts'

/**
 * The people who may call. `public`: anyone. `signed-in`: everybody with a session, on their own account. `viewer`, `contributor`,
 * `editor`, `owner`: a member who has that role or one above it, and only paths of their own organisation (Z2) and of displays that are
 * theirs. `take-over`: an owner, an editor who was given that right, a token that was made for it.
 * `operator`: the provider, whatever the organisation.
 */
export type Access = 'public' | 'signed-in' | Role | 'take-over' | 'operator'

/** A call of the API, as far as both of its ends must know it. */
export type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`, each one in `params`. */
  path: string
  access: Access
  /** Somebody's own affair: an API token is refused, whatever it may do otherwise (`not-allowed`). */
  person?: true
  /** Of the whole organisation: somebody who is limited to some displays is refused (`not-allowed`). */
  unlimited?: true
  params?: z.ZodObject
  /** The same call on a playlist in the place of a display. A change of one is of the whole organisation. */
  ofPlaylist?: {
    path: string
    params: z.ZodObject
    /** Where it differs. */
    access?: Access
  }
  /** The query of the address. A route without it ignores every query. */
  query?: z.ZodObject
  /**
   * A JSON body's schema, `image` for the raw bytes of a picture, `piece` for some bytes of an upload, `poster` for the JPEG of a
   * film or nothing.
   */
  body?: z.ZodType | 'image' | 'piece' | 'poster'
  /** The JSON answer, `stream` for server-sent events, `csv` for a table, `none` for 204. */
  response: z.ZodType | 'stream' | 'csv' | 'none'
  /** Of success. */
  status: 200 | 201 | 204
  /** `required`: the change must say which revision of the thing it changes, or `*` for any. */
  ifMatch?: 'required' | 'optional'
}

export type Address = Pick<Route, 'path' | 'params' | 'access'>

/** The addresses that a call is made at: one, or that of a display and that of a playlist. */
export function addressesOf({ path, params, access, ofPlaylist }: Route): Address[] {
  const own = params ? { path, params, access } : { path, access }
  return ofPlaylist ? [own, { ...ofPlaylist, access: ofPlaylist.access ?? access }] : [own]
}

/** The one of them that these parameters belong to. */
export function addressFor(route: Route, params: object): Address {
  const [own = route, ofPlaylist = own] = addressesOf(route)
  return 'playlistId' in params ? ofPlaylist : own
}

/** The address of a call, its parameters put in. They are ids, so nothing needs escaping. */
export function pathWith(route: Route, params: Readonly<Record<string, string>>): string {
  return addressFor(route, params).path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')
}

/** The routes of one feature by their names. */
export type Routes = Record<string, Route>

/** The groups of calls, in the order in which the documentation shows them. */
export const ROUTE_TAGS = [
  'Displays',
  'Playlists',
  'Items',
  'Ticker',
  'Files',
  'Moving in',
  'Screens',
  'Alerts',
  'Take-overs',
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

/** A call of the API, as far as only the server and its documentation must know it. */
export type RouteDetails = {
  tag: RouteTag
  /** The call in one sentence, for the authors of programs. */
  summary: string
  /**
   * The codes that it fails with for a reason of its own. Those that follow from its access, its path, its body or its
   * headers are added from there.
   */
  errors: readonly ErrorCode[]
  /**
   * Headers that it reads. `Idempotency-Key`: it is carried out once for each key. `If-None-Match`: it answers 304 to a
   * caller that has the newest. `If-Match` follows from `ifMatch`, `Last-Event-ID` from a stream.
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
  /** Headers that its answer of success carries. */
  tells?: readonly ('ETag' | 'Tus-Resumable' | 'Location' | 'Upload-Length' | 'Upload-Offset' | 'Upload-Expires')[]
  /** The most bytes that its body may have, where that is more than others take. */
  bodyBytes?: number
  /** A screen makes it. It is answered under every host name, because a screen may know the server by another one. */
  ofScreen?: true
  /** A mail program makes it, for somebody who pressed its own button: it comes from no page, and no cookie counts. */
  ofMailProgram?: true
  /**
   * The rank of the call on a server that has no time for all: `statistics` are given up first, then new `uploads`; what is
   * `playing` is never. Left out: told by the method.
   */
  precedence?: 'playing' | 'uploads' | 'statistics'
  /** It brings bytes of a picture or a film, or makes room for them. */
  takesRoom?: true
  /**
   * It changes something and a full disk takes it all the same: a way in for somebody who is going to remove something, an end
   * of others' rights, a change that leaves nothing behind, or one of a row that is there already.
   */
  onFullDisk?: true
}

/** The details of exactly these routes: one that is missing, or has no route, does not compile. */
export type DetailsOf<Table extends Routes> = Record<keyof Table, RouteDetails>
