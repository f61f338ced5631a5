import {
  type ItemId,
  type Manifest,
  type ManifestItem,
  type PreviewState,
  type ProgrammeKey,
  readBrand,
  readZoneOffsets,
} from '@placard/contract'
import { createDetour, type Detour } from '../engine/detour.ts'
import type { Engine } from '../engine/engine.ts'
import { asIfConditions } from '../engine/supposed.ts'
import { type Tried, withTried } from '../engine/tried.ts'
import { holdFilms, playAgain } from '../stage/look.ts'
import { idOf } from '../sync/addresses.ts'
import type { ManifestKeeper } from '../sync/manifest-keeper.ts'
import { readItem, readLine, readManifest } from '../sync/read-manifest.ts'

// Loaded only by previews, so screens do not load it.

export type Preview = {
  /** The keeper, except that an unsaved item or a past manifest may replace the current one. */
  manifests: ManifestKeeper
  /** Replaces `planAt`. */
  plan: Detour['plan']
  planOfZone: Detour['planOfZone']
  isHeld(): boolean
  /** Lets the surrounding page control the preview (`PreviewCommand`), and reports its position to that page. */
  steer(engine: Pick<Engine, 'scene' | 'play' | 'onChange'>): PreviewFrame
}

export type PreviewFrame = {
  /** An item has come onto the screen. */
  shown(): void
  close(): void
}

/**
 * @param key of the display or playlist that it shows
 * @param kept the manifest as the server sends it
 * @param serverNow milliseconds since 1970, the server's clock
 */
export function createPreview(key: ProgrammeKey, kept: ManifestKeeper, serverNow: () => number): Preview {
  const detour = createDetour()
  const contents = createContents(kept, serverNow)
  return {
    manifests: { ...kept, current: contents.current, onChange: contents.onChange },
    plan: detour.plan,
    planOfZone: detour.planOfZone,
    isHeld: detour.isHeld,
    steer: (engine) => steerPreview(key, detour, contents, engine, serverNow),
  }
}

function readAround(value: unknown): Tried['around'] {
  const { brand, zoneOffsets } = Object(value)
  return { brand: readBrand(brand), zoneOffsets: readZoneOffsets(zoneOffsets) }
}

function noticeOnScreen(): PreviewState['notice'] {
  const seen = document.querySelectorAll<HTMLElement>('.player > .media > .layer-seen:not(.layer-below)')
  const notice = seen[seen.length - 1]?.querySelector<HTMLElement>('.notice[data-fits]')
  return notice ? { smallest: Number(notice.dataset.smallest), fits: notice.dataset.fits === 'true' } : null
}

/** Removes the sound, because the viewer of a preview sits at a desk beside others. */
function silent(manifest: Manifest | undefined): Manifest | undefined {
  const mute = (items: ManifestItem[]) => items.map((item) => ({ ...item, sound: undefined }))
  const { layout } = { layout: undefined, ...manifest }
  return (
    manifest && {
      ...manifest,
      items: mute(manifest.items),
      layout: layout && { ...layout, zones: layout.zones.map((zone) => ({ ...zone, items: mute(zone.items) })) },
      takeOvers: manifest.takeOvers?.map((one) => ({ ...one, items: mute(one.items) })),
      inserts: manifest.inserts?.map((one) => ({ ...one, items: mute(one.items) })),
    }
  )
}

type Contents = ReturnType<typeof createContents>

/**
 * The manifest that plays: the server's, with the unsaved item in it; or a past one, even if the server sends another. In both, the
 * conditions may be supposed.
 */
function createContents(kept: ManifestKeeper, serverNow: () => number) {
  let past: Manifest | undefined
  let tried: Tried | undefined
  let supposed: boolean | null = null
  let current = silent(kept.current())
  const listeners = new Set<() => void>()

  function follow(): void {
    const present = kept.current()
    const playing = past ?? (present && tried ? withTried(present, tried, serverNow()) : present)
    current = silent(playing && supposed !== null ? asIfConditions(playing, supposed) : playing)
    for (const listener of listeners) listener()
  }

  kept.onChange(follow)
  return {
    current: () => current,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isPast: () => past !== undefined,
    isLive: () => past === undefined && tried === undefined && supposed === null,
    supposes: () => supposed,
    suppose(met: boolean | null) {
      supposed = met
      follow()
    },
    set(instead: { past?: Manifest; tried?: Tried }) {
      past = instead.past
      tried = instead.tried
      follow()
    },
  }
}

function steerPreview(
  key: ProgrammeKey,
  detour: Detour,
  contents: Contents,
  engine: Pick<Engine, 'scene' | 'play' | 'onChange'>,
  serverNow: () => number,
): PreviewFrame {
  let told = ''

  function tell(): void {
    const scene = engine.scene()
    const itemId = scene.status === 'playing' ? scene.current.item.id : null
    const state: PreviewState = {
      preview: 'state',
      itemId,
      isLive: detour.isLive() && contents.isLive(),
      isHeld: detour.isHeld(),
      wentTo: detour.wentTo() ?? null,
      supposes: contents.supposes(),
      notice: noticeOnScreen(),
    }
    const words = JSON.stringify(state)
    if (words === told) return
    told = words
    parent.postMessage(state, location.origin)
  }

  /** Texts are laid out a moment before they are visible. */
  const laidOut = new MutationObserver(tell)
  laidOut.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-fits', 'data-smallest', 'class'],
  })

  /** From a past manifest, all other commands first lead back to the present. */
  function leavePast(): void {
    if (!contents.isPast()) return
    detour.live()
    contents.set({})
  }

  function tryOut(tried: Tried): void {
    leavePast()
    if ('item' in tried) detour.begin(tried.item.id)
    contents.set({ tried })
  }

  /** @returns false for a command that is unknown or incomplete */
  function did({ preview, itemId, at, ...given }: Record<string, unknown>): boolean {
    switch (preview) {
      case 'hold':
      case 'resume':
      case 'skip':
        detour[preview](serverNow())
        return true
      case 'change':
        detour.goToChange(serverNow())
        return true
      case 'show':
        leavePast()
        detour.show(itemId as ItemId, serverNow())
        return true
      case 'at':
        if (typeof at !== 'number') return false
        leavePast()
        detour.goTo(at, serverNow())
        return true
      case 'try': {
        const item = readItem(given.item)
        const line = readLine(given.line)
        const around = readAround(given.around)
        if (item) tryOut({ item, around })
        else if (line) tryOut({ line, around })
        return item !== undefined || line !== undefined
      }
      case 'past': {
        const past = readManifest(given.manifest)
        if (past?.organisationId !== key.organisationId || past.displayId !== idOf(key)) return false
        if (!Number.isSafeInteger(at)) return false
        detour.goTo(at as number, serverNow())
        contents.set({ past })
        return true
      }
      case 'live':
        detour.live()
        if (contents.supposes() !== null) contents.suppose(null)
        if (!contents.isLive()) contents.set({})
        return true
      case 'suppose':
        if (typeof given.met !== 'boolean' && given.met !== null) return false
        contents.suppose(given.met)
        return true
      default:
        return false
    }
  }

  function obey({ data, origin, source }: MessageEvent): void {
    if (origin !== location.origin || source !== parent) return
    const wasHeld = detour.isHeld()
    if (!did(Object(data))) return
    const manifest = contents.current()
    // Until the first manifest plays, the clock may be unknown.
    if (manifest && engine.scene().status !== 'waiting') engine.play(manifest)
    if (detour.isHeld()) holdFilms(document)
    else if (wasHeld) playAgain(document)
    tell()
  }

  window.addEventListener('message', obey)
  const stopFollowing = engine.onChange(tell)
  tell()
  return {
    shown() {
      if (detour.isHeld()) holdFilms(document)
    },
    close() {
      laidOut.disconnect()
      window.removeEventListener('message', obey)
      stopFollowing()
    },
  }
}
