import type { Manifest } from '@placard/contract'
import type { MediaSource } from '../cache/lend.ts'

/** `ready` resolves when the fonts of the manifest are in use. It never rejects. */
export const scriptFonts: { ready: Promise<unknown> } = { ready: Promise.resolve() }

let wanted: Manifest['fonts']

/** [WD3] Uses the fonts of a manifest from now on. Call it before the manifest is shown. */
export function followFonts(fonts: Manifest['fonts'], media: MediaSource): void {
  wanted = fonts
  if (fonts)
    scriptFonts.ready = import('./add-fonts.ts').then(
      ({ addFonts }) => addFonts(fonts, media, () => wanted === fonts),
      () => {},
    )
}
