import { useEffect, useReducer, useRef } from 'react'
import type { MediaSource } from '../cache/lend.ts'
import type { Engine } from '../engine/engine.ts'
import type { Board } from './kind-props.ts'
import { LayerView } from './layer.tsx'
import { type Layers, NO_LAYERS, stepLayers } from './layers.ts'
import type { Layer } from './stage-layer.ts'
import type { Seated } from './zones-source.ts'

export type StageHold = {
  layers: Layers
  onPresented(layer: Layer): void
  onFaded(layer: Layer): void
  onFailed(layer: Layer): void
  remount(): void
  /** Incremented each time a layer reports something. */
  signs(): number
}

/** The parts of an engine that a stage needs. */
export type StageEngine = Pick<Engine, 'scene' | 'onChange' | 'shown' | 'failed'>

/** The state of the stage while the engine plays. */
export function useStage(engine: StageEngine): StageHold {
  const [layers, dispatch] = useReducer(stepLayers, NO_LAYERS)
  const signs = useRef(0)

  useEffect(() => {
    const follow = () => dispatch({ type: 'scene', scene: engine.scene() })
    follow()
    return engine.onChange(follow)
  }, [engine])

  return {
    layers,
    onPresented(layer) {
      signs.current += 1
      dispatch({ type: 'presented', key: layer.key })
      engine.shown(layer.item)
    },
    onFaded: (layer) => dispatch({ type: 'faded', key: layer.key }),
    onFailed(layer) {
      signs.current += 1
      dispatch({ type: 'failed', key: layer.key })
      engine.failed(layer.item)
    },
    remount: () => dispatch({ type: 'remount' }),
    signs: () => signs.current,
  }
}

type StageProps = {
  hold: StageHold
  media: MediaSource
  board: Board
  /** Absent: the whole media area, or the whole box of a zone. */
  seated?: Seated | undefined
  isUnseen?: boolean | undefined
}

/** P3: the media area. Absent while there is no item. */
export function Stage({ hold, media, board, seated, isUnseen }: StageProps) {
  const { layers } = hold
  const { className, style, isOpen, isUnseen: isBelow } = { ...seated }
  const { status } = layers.scene
  if (status !== 'playing' && status !== 'resting' && layers.list.length === 0) return null
  const view = {
    media,
    board,
    isUnseen: isUnseen || isBelow,
    onPresented: hold.onPresented,
    onFaded: hold.onFaded,
    onFailed: hold.onFailed,
  }
  return (
    <div
      className={className ? `media ${className}` : 'media'}
      style={style}
      data-zone={className && 'main'}
      data-open={isOpen || undefined}
    >
      {layers.pages.map(({ id, layer, isResting }) => (
        <LayerView key={id} layer={layer} rests={isResting} {...view} />
      ))}
      {layers.list.map((layer) =>
        layer.item.type === 'webpage' ? null : <LayerView key={layer.key} layer={layer} {...view} />,
      )}
    </div>
  )
}
