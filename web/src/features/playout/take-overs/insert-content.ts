import { type InsertRequest, youtubeIdOf } from '@placard/contract'

/** The draft of the content of an insert. `film`: a film or a stream at an address elsewhere. */
export type InsertDraft = {
  kind: 'file' | 'notice' | 'page' | 'film'
  file: { url: string; title: string } | null
  heading: string
  body: string
  url: string
}

export const EMPTY_INSERT: InsertDraft = { kind: 'file', file: null, heading: '', body: '', url: '' }

/** The request. Its problems are reported at the fields of `InsertFields`. */
export function insertRequestOf({ kind, file, heading, body, url }: InsertDraft): InsertRequest {
  switch (kind) {
    case 'file':
      return { kind: 'file', url: file?.url ?? '', title: file?.title ?? '' }
    case 'notice':
      return { kind: 'notice', notice: { look: 'paper', heading, body, byline: '' } }
    case 'page':
    case 'film': {
      const typed = url.trim()
      // People leave the scheme out, as browsers let them.
      const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) || typed === '' ? typed : `https://${typed}`
      const parsed = URL.canParse(address) ? new URL(address) : undefined
      const isYoutube = kind === 'film' && parsed !== undefined && youtubeIdOf(parsed) !== undefined
      const type = kind === 'page' ? 'webpage' : isYoutube ? 'youtube' : 'video'
      return { kind: 'address', type, url: address, title: parsed?.hostname || address }
    }
  }
}

/** The fields of the command's body whose errors are shown at a field of the form. */
export const INSERT_FIELDS = [
  'content.notice.heading',
  'content.notice.body',
  'content.url',
  'content.title',
  'place',
  'displays',
  'screenIds',
  'minutes',
] as const
