import { useEffect, useReducer } from 'react'
import type { Engine } from '../engine/engine.ts'
import { LayerView } from './layer.tsx'
import { type Layer, type Layers, NO_LAYERS, step } from './layers.ts'

export type StageHold = {
  layers: Layers
  onPresented(layer: Layer): void
  onFaded(layer: Layer): void
  onFailed(layer: Layer): void
}

/** What the stage holds while the engine plays. */
export function useStage(engine: Engine): StageHold {
  const [layers, dispatch] = useReducer(step, NO_LAYERS)

  useEffect(() => {
    const follow = () => dispatch({ type: 'scene', scene: engine.scene() })
    follow()
    return engine.onChange(follow)
  }, [engine])

  return {
    layers,
    onPresented(layer) {
      dispatch({ type: 'presented', key: layer.key })
      engine.shown(layer.item)
    },
    onFaded: (layer) => dispatch({ type: 'faded', key: layer.key }),
    onFailed(layer) {
      dispatch({ type: 'failed', key: layer.key })
      engine.failed(layer.item)
    },
  }
}

type StageProps = { hold: StageHold; serverNow: () => number }

/** P3: the media area. It is not there at all while there is no item. */
export function Stage({ hold, serverNow }: StageProps) {
  const { layers } = hold
  if (layers.scene.status !== 'playing' && layers.scene.status !== 'resting') return null
  return (
    <div className="media">
      {layers.list.map((layer) => (
        <LayerView
          key={layer.key}
          layer={layer}
          serverNow={serverNow}
          onPresented={hold.onPresented}
          onFaded={hold.onFaded}
          onFailed={hold.onFailed}
        />
      ))}
    </div>
  )
}
