import { Button, Skeleton } from '@mantine/core'
import type { OrganisationId } from '@placard/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import styles from './choose-picture.module.css'

type Props = { organisationId: OrganisationId; onChoose: (id: string | null) => void; onClose: () => void }

/** The pictures of the library, to choose one for a cell. */
export default function ChoosePicture({ organisationId, onChoose, onClose }: Props) {
  const { t } = useI18n()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['table-pictures', organisationId],
    queryFn: ({ signal, pageParam: after }) =>
      call('listLibraryFiles', { params: { organisationId }, query: { kind: 'picture', after }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
  const files = data?.pages.flatMap((page) => page.files)
  return (
    <Dialog title={t('tables.picture.choose')} onClose={onClose} size="large">
      {error && !data && <RetryBox message={t(`error.${codeOf(error)}`)} onRetry={refetch} />}
      {!data && !error && <Skeleton height="12rem" radius="md" />}
      {files?.length === 0 && <p>{t('tables.picture.empty')}</p>}
      <ul className={styles.pictures}>
        {files?.map((file) => (
          <li key={file.id}>
            <button type="button" onClick={() => onChoose(file.id)}>
              <img src={file.thumbnailUrl ?? file.url} alt={file.alternativeText || file.name} loading="lazy" />
              <span dir="auto">{file.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('activity.more')}
        </Button>
      )}
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
