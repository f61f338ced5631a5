import { Skeleton } from '@mantine/core'
import type { LibraryFile, MediaId, OrganisationId } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PictureIcon } from '../../../platform/ui/icons.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { FileCard } from './file-card.tsx'
import styles from './files.module.css'
import { type Narrowed, useFiles } from './use-library.ts'

/** The next page is requested when its position is this far below the window. */
const AHEAD = '800px'
/** Approximate height of a card. */
const CARD_PX = 200

type Props = {
  organisationId: OrganisationId
  narrowed: Narrowed
  /** Undefined: selection is not available. */
  chosen: { ids: readonly MediaId[]; onToggle: (file: LibraryFile) => void } | undefined
  onOpen: (id: MediaId) => void
}

/** LB1: the files as cards, loaded page by page while scrolling. */
export function Files({ organisationId, narrowed, chosen, onOpen }: Props) {
  const { t } = useI18n()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useFiles(organisationId, narrowed)
  const end = useRef<HTMLDivElement>(null)
  // The cards keep the same two callbacks for good; these call the newest ones.
  const newest = useRef({ chosen, onOpen })
  newest.current = { chosen, onOpen }
  const [on] = useState(() => ({
    toggle: (file: LibraryFile) => newest.current.chosen?.onToggle(file),
    open: ({ id }: LibraryFile) => newest.current.onOpen(id),
  }))
  const goesOn = hasNextPage && !isFetchingNextPage && !error

  useEffect(() => {
    const element = end.current
    if (!element || !goesOn) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [goesOn, fetchNextPage])

  const files = data?.pages.flatMap((page) => page.files)
  const chosenIds = chosen && new Set(chosen.ids)
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <>
      {!data && !error && <Skeleton height="16rem" radius="lg" />}
      {files?.length === 0 && (
        <EmptyState
          framed
          icon={<PictureIcon size={24} />}
          title={t(isNarrowed ? 'library.none' : 'library.empty')}
          lead={t(isNarrowed ? 'library.none-lead' : 'library.empty-lead')}
        />
      )}
      {files && files.length > 0 && (
        <LongList
          className={styles.grid}
          label={t('library.title')}
          of={files}
          usualPx={CARD_PX}
          words={({ name }) => name || t('library.unnamed')}
        >
          {(file) => <FileCard file={file} isChosen={chosenIds?.has(file.id)} onToggle={on.toggle} onOpen={on.open} />}
        </LongList>
      )}
      {error && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={() => (data ? fetchNextPage() : refetch())} />}
      <div ref={end} className={styles.end}>
        {isFetchingNextPage && <Skeleton height="4rem" radius="md" />}
      </div>
    </>
  )
}
