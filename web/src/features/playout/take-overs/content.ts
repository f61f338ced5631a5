import { NO_PICTURE, type Notice, type TakeOverContent, type TakeOverRequest } from '@placard/contract'

/** The draft of a take-over's content. */
export type ContentDraft = {
  kind: TakeOverContent['kind']
  heading: string
  body: string
  text: string
  file: { url: string; title: string } | null
}

export function draftOf(content: TakeOverContent | undefined): ContentDraft {
  const empty: ContentDraft = { kind: content?.kind ?? 'notice', heading: '', body: '', text: '', file: null }
  switch (content?.kind) {
    case undefined:
      return empty
    case 'notice':
      return { ...empty, heading: content.notice.heading, body: content.notice.body }
    case 'file':
      return { ...empty, file: { url: content.url, title: content.title } }
    case 'line':
      return { ...empty, text: content.text }
  }
}

/** @param before the content that is changed; its properties without a field are kept */
export function contentOf(draft: ContentDraft, before?: TakeOverContent): TakeOverRequest {
  switch (draft.kind) {
    case 'notice': {
      const kept = before?.kind === 'notice' ? before : undefined
      const notice = { ...(kept?.notice ?? noticeOf('', '')), heading: draft.heading, body: draft.body }
      return { kind: 'notice', notice, ...(kept?.url === undefined ? {} : { url: kept.url }) }
    }
    case 'file':
      return { kind: 'file', url: draft.file?.url ?? '', title: draft.file?.title ?? '' }
    case 'line':
      return { kind: 'line', text: draft.text }
  }
}

export const noticeOf = (heading: string, body: string): Notice => ({ look: 'alert', heading, body, byline: '' })

export const pictureOf = (content: { kind: string; url?: string | undefined }) =>
  content.kind === 'notice' ? (content.url ?? NO_PICTURE) : NO_PICTURE

/** The fields of a command's body whose errors are shown at a field of the form. */
export const CONTENT_FIELDS = [
  'content.notice.heading',
  'content.notice.body',
  'content.text',
  'content.url',
  'content.title',
] as const
