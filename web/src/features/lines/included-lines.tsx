import type { Item, Line } from '@placard/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { StackIcon } from '../../ui/icons.tsx'
import Absence from '../schedule/absence.tsx'
import { isAbsent, type ScheduleClock } from '../schedule/use-schedule-clock.ts'
import type { Playing } from '../schedule/what-plays.ts'
import styles from './line-list.module.css'

type Alone = (Playing<Line> & { name: string }) | undefined
type Props = { playing: Playing<Line>[]; clock: ScheduleClock; alone: Alone }

/** CP8: the texts that playlists bring, below the display's own: they are changed where they are. */
export default function IncludedLines({ playing, clock, alone }: Props) {
  const inclusions = [...new Set(playing.flatMap(({ by }) => by ?? []))]
  return inclusions.map((inclusion) => (
    <OfPlaylist
      key={inclusion.id}
      inclusion={inclusion}
      lines={playing.filter(({ by }) => by === inclusion).map(({ thing }) => thing)}
      clock={clock}
      alone={alone}
    />
  ))
}

type OfPlaylistProps = { inclusion: Item; lines: Line[]; clock: ScheduleClock; alone: Alone }

function OfPlaylist({ inclusion, lines, clock, alone }: OfPlaylistProps) {
  const { t } = useI18n()
  const headingId = useId()
  const absent = isAbsent(inclusion.schedule, clock, undefined)
  return (
    <section className={styles.included} aria-labelledby={headingId} data-off={absent || undefined}>
      <h3 id={headingId} className={styles.from}>
        <StackIcon size={16} />
        <Link to={inclusion.url} dir="auto">
          {inclusion.title}
        </Link>
        {absent && (
          <span className={styles.absence}>
            <Absence schedule={inclusion.schedule} clock={clock} alone={undefined} />
          </span>
        )}
      </h3>
      <ul className={styles.list} aria-label={t('playlists.its-texts', { name: inclusion.title })}>
        {lines.map((line) => (
          <IncludedLine
            key={line.id}
            line={line}
            clock={clock}
            // All of an inclusion that is alone are.
            alone={inclusion.schedule?.alone ? undefined : alone?.name}
            isOff={absent}
          />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { line: Line; clock: ScheduleClock; alone: string | undefined; isOff: boolean }

function IncludedLine({ line, clock, alone, isOff }: LineProps) {
  // The heading says it of all.
  const absent = !isOff && isAbsent(line.schedule, clock, alone)
  return (
    <li className={styles.includedLine} data-off={absent || undefined}>
      <span className={styles.text} dir="auto">
        {line.text}
      </span>
      {absent && (
        <span className={styles.absence}>
          <Absence schedule={line.schedule} clock={clock} alone={alone} />
        </span>
      )}
    </li>
  )
}
