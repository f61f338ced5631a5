import { Button, Skeleton } from '@mantine/core'
import type { OrganisationId } from '@placard/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LoadMore } from '../../../platform/ui/load-more.tsx'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import styles from './choose-picture.module.css'
import { PicturesOfRows, thumbnailOf } from './pictures-of-rows.ts'

type Props = { organisationId: OrganisationId; onChoose: (id: string | null) => void; onClose: () => void }

/** The pictures of the library, or those of the table for a user who does not see it, to choose one for a cell. */
export default function ChoosePicture({ organisationId, onChoose, onClose }: Props) {
  const { t } = useI18n()
  const ofRows = useContext(PicturesOfRows)
  const pages = useInfiniteQuery({
    queryKey: ['table-pictures', organisationId],
    queryFn: ({ signal, pageParam: after }) =>
      call('listLibraryFiles', { params: { organisationId }, query: { kind: 'picture', after }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    enabled: ofRows === undefined,
  })
  const { data, error, refetch } = pages
  const pictures =
    ofRows?.map((id) => ({ id, name: '', src: thumbnailOf(id), alt: t('tables.type.picture') })) ??
    data?.pages
      .flatMap((page) => page.files)
      .map(({ id, name, url, thumbnailUrl, alternativeText }) => ({
        id,
        name,
        src: thumbnailUrl ?? url,
        alt: alternativeText || name,
      }))
  return (
    <Dialog title={t('tables.picture.choose')} onClose={onClose} size="large">
      {error && !pictures && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />}
      {!pictures && !error && <Skeleton height="12rem" radius="md" />}
      {pictures?.length === 0 && <p>{t(ofRows ? 'tables.picture.none-used' : 'tables.picture.empty')}</p>}
      <ul className={styles.pictures}>
        {pictures?.map(({ id, name, src, alt }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <img src={src} alt={alt} loading="lazy" />
              <span dir="auto">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button variant="default" onClick={() => onChoose(null)}>
          {t('tables.picture.none')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
