import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { useState } from 'react'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import type { Brought } from '../../../programme/take-anything.tsx'

const TakeAnything = lazyDialog(() => import('../../../programme/take-anything.tsx'), { quiet: true, ahead: false })

type ForZone = { key: ProgrammeKey; one: Brought }

/** [CT1] Passes on what was dropped on zones, each to its own programme. @param upload starts to upload pictures and films */
export function useZoneDrops(upload: (files: File[], keepsQuality: boolean, to: ProgrammeKey) => void) {
  const [waiting, setWaiting] = useState<readonly ForZone[]>([])
  /** Every programme that something was dropped on: its forms stay open. */
  const [keys, setKeys] = useState<readonly ProgrammeKey[]>([])
  const isOf = (key: ProgrammeKey) => (other: ForZone) => programmeIdOf(other.key) === programmeIdOf(key)
  const bring = (key: ProgrammeKey, one: Brought) => {
    setKeys((before) =>
      before.some((known) => programmeIdOf(known) === programmeIdOf(key)) ? before : [...before, key],
    )
    setWaiting((before) => [...before, { key, one }])
  }
  const takers = keys.map((key) => {
    const brought = waiting.filter(isOf(key))
    return (
      <TakeAnything
        key={programmeIdOf(key)}
        programmeKey={key}
        brought={brought.map(({ one }) => one)}
        onTaken={() => setWaiting((before) => before.filter((other) => !brought.includes(other)))}
        upload={(files, keepsQuality) => upload(files, keepsQuality, key)}
      />
    )
  })
  return [takers, bring] as const
}
