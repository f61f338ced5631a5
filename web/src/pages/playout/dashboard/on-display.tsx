import type { DisplayKey, Programme } from '@placard/contract'
import { InsertsHere } from '../../../features/playout/take-overs/inserts-here.tsx'
import { useInsertsHere } from '../../../features/playout/take-overs/use-inserts-here.ts'
import styles from './on-display.module.css'
import { ZonesHere } from './zones-here.tsx'

/** The zones of a display, and what is in a corner of it for a while. Nothing for a display that has neither. */
export default function OnDisplay({ display, programme }: { display: DisplayKey; programme: Programme }) {
  const inserts = useInsertsHere(display, programme.revision)
  return (
    <div className={styles.on}>
      {programme.layout && <ZonesHere display={display} programme={programme} />}
      {inserts && <InsertsHere display={display} inserts={inserts} />}
    </div>
  )
}
