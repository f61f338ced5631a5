import { type ItemId, type ManifestItem, manifestItemOf, type Notice, type ProposalKind } from '@placard/contract'

/** The visible content of a proposal, before or after it was sent. */
export type Shown =
  | { kind: Extract<ProposalKind, 'notice'>; notice: Notice; url: string; duration?: number | undefined }
  | { kind: Extract<ProposalKind, 'image' | 'deck'>; pages: readonly { url: string }[]; duration?: number | undefined }

/** The items for the player. A document becomes its pages. */
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
