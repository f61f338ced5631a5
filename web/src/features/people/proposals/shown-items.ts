import { type ItemId, type ManifestItem, manifestItemOf, type Notice, type ProposalKind } from '@placard/contract'

/** The proposal that somebody is about to make, or has made, as far as it can be seen. */
export type Shown =
  | { kind: Extract<ProposalKind, 'notice'>; notice: Notice; url: string; duration?: number | undefined }
  | { kind: Extract<ProposalKind, 'image' | 'deck'>; pages: readonly { url: string }[]; duration?: number | undefined }

/** As a player gets it: a document is its pages. */
export function itemsOf(shown: Shown): ManifestItem[] {
  if (shown.kind === 'notice') {
    const { notice, url, duration } = shown
    return manifestOf({ id: 'proposed' as ItemId, type: 'notice', url, notice, duration })
  }
  return shown.pages.flatMap(({ url }, index) =>
    manifestOf({ id: `proposed-${index + 1}` as ItemId, type: 'image', url, duration: shown.duration }),
  )
}

function manifestOf(look: Parameters<typeof manifestItemOf>[0]): ManifestItem[] {
  const item = manifestItemOf(look)
  return item ? [item] : []
}
