import { type Item, type ItemId, itemIdOfEntry, type Line, type ProgrammeKey } from '@placard/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { textOf } from '../entries/text-of.ts'
import type { Playing } from '../schedules/what-plays.ts'
import { State } from '../why/in-words.ts'
import styles from './line-list.module.css'

/** Approximate height of a row. */
const ROW_PX = 60

type Props = {
  programmeKey: ProgrammeKey
  playing: Playing<Line>[]
  /** The ids of the lines that are on now. */
  on: ReadonlySet<string>
}

/** CP8, FD1: the lines of playlists and feeds, below the display's own. They are edited in their playlist or feed. */
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
        words={textOf}
        entry={(line) => ({ className: styles.includedLine, 'data-off': !on.has(line.id) || undefined })}
      >
        {(line) => (
          <>
            <span id={`${id}${line.id}`} className={styles.text} dir="auto">
              {textOf(line)}
            </span>
            {/* For a feed, this is shown with the feed. */}
            {itemIdOfEntry(line.id as string as ItemId) === (line.id as string) && (
              <State programmeKey={programmeKey} kind="line" id={line.id} describedBy={`${id}${line.id}`} />
            )}
          </>
        )}
      </LongList>
    </section>
  )
}
