import { type Item, type ItemId, itemIdOfEntry, type Line, type ProgrammeKey } from '@placard/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import type { Playing } from '../schedules/what-plays.ts'
import { State } from '../why/in-words.ts'
import styles from './line-list.module.css'

/** About how high a row is. */
const ROW_PX = 60

type Props = {
  programmeKey: ProgrammeKey
  playing: Playing<Line>[]
  /** The ids of those that are on now. */
  on: ReadonlySet<string>
}

/** CP8, FD1: the texts that playlists and feeds bring, below the display's own: they are changed where they are. */
export default function IncludedLines({ playing, ...page }: Props) {
  const inclusions = [...new Set(playing.flatMap(({ by }) => by ?? []))]
  return inclusions.map((inclusion) => (
    <OfPlaylist
      key={inclusion.id}
      inclusion={inclusion}
      lines={playing.filter(({ by }) => by === inclusion).map(({ thing }) => thing)}
      {...page}
    />
  ))
}

type OfPlaylistProps = Omit<Props, 'playing'> & { inclusion: Item; lines: Line[] }

function OfPlaylist({ programmeKey, inclusion, lines, on }: OfPlaylistProps) {
  const { t } = useI18n()
  const id = useId()
  const isFeed = inclusion.type === 'feed'
  return (
    <section className={styles.included} aria-labelledby={id}>
      <h3 id={id} className={styles.from}>
        {isFeed ? <FeedIcon size={16} /> : <StackIcon size={16} />}
        {isFeed ? (
          <span dir="auto">{inclusion.title}</span>
        ) : (
          <Link to={inclusion.url} dir="auto">
            {inclusion.title}
          </Link>
        )}
      </h3>
      <LongList
        className={styles.list}
        label={t(isFeed ? 'feed.its-texts' : 'playlists.its-texts', { name: inclusion.title })}
        of={lines}
        usualPx={ROW_PX}
        words={({ text }) => text}
        entry={(line) => ({ className: styles.includedLine, 'data-off': !on.has(line.id) || undefined })}
      >
        {(line) => (
          <>
            <span id={`${id}${line.id}`} className={styles.text} dir="auto">
              {line.text}
            </span>
            {/* Of a feed's it is told with the feed. */}
            {itemIdOfEntry(line.id as string as ItemId) === (line.id as string) && (
              <State programmeKey={programmeKey} kind="line" id={line.id} describedBy={`${id}${line.id}`} />
            )}
          </>
        )}
      </LongList>
    </section>
  )
}
