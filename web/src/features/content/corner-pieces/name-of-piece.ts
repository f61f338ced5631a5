import type { CornerPiece } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** A piece in words: its kind, with its words or its address. */
export function nameOfPiece(piece: CornerPiece, t: ReturnType<typeof useI18n>['t']): string {
  const kind = t(`corner.kind.${piece.kind}`)
  const about = piece.kind === 'words' ? piece.text : piece.kind === 'qr' ? piece.link.replace(/^https?:\/\//, '') : ''
  return about === '' ? kind : t('corner.kind-about', { kind, about: `\u2068${about}\u2069` })
}
