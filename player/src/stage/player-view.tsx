import type { Manifest } from '@placard/contract'
import { useSyncExternalStore } from 'react'
import type { Engine } from '../engine/engine.ts'
import { layerOf } from './layers.ts'
import { QuietCard } from './quiet-card.tsx'
import { Stage, useStage } from './stage.tsx'
import { Ticker } from './ticker/ticker.tsx'

/** Where the manifest comes from. */
export type ManifestSource = { current(): Manifest | undefined; onChange(listener: () => void): () => void }

type PlayerViewProps = {
  engine: Engine
  manifests: ManifestSource
  serverNow: () => number
}

/** The whole glass. The data attributes are for whoever looks at it from outside: tests, and people with a question. */
export function PlayerView({ engine, manifests, serverNow }: PlayerViewProps) {
  const manifest = useSyncExternalStore(manifests.onChange, manifests.current)
  const hold = useStage(engine)
  const shown = layerOf(hold.layers, 'shown')
  const isQuiet = hold.layers.list.length === 0 && (manifest === undefined || manifest.lines.length === 0)
  return (
    <main
      className="player"
      data-state={stateOf(manifest)}
      data-revision={manifest?.revision}
      data-item={shown?.item.id}
    >
      {isQuiet ? <QuietCard name={manifest?.name} serverNow={serverNow} /> : null}
      <Stage hold={hold} serverNow={serverNow} />
      <Ticker lines={manifest?.lines} />
      <div className="glass" />
    </main>
  )
}

/** P1: nothing is asked for, so nothing shows but the band. */
export function UnaddressedView() {
  return (
    <main className="player" data-state="empty">
      <Ticker lines={undefined} />
      <div className="glass" />
    </main>
  )
}

function stateOf(manifest: Manifest | undefined): 'connecting' | 'empty' | 'playing' {
  if (!manifest) return 'connecting'
  return manifest.items.length > 0 ? 'playing' : 'empty'
}
