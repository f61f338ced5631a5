import { type CellValue, type Column, displayCell, MediaId, type OrganisationId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './cell.module.css'
import { PicturesOfRows, thumbnailOf } from './pictures-of-rows.ts'

type Props = { organisationId: OrganisationId; column: Column; value: CellValue | undefined; language: string }

/** The content of a cell, to look at. */
export function CellContent({ organisationId, column, value, language }: Props) {
  const { t } = useI18n()
  switch (column.type) {
    case 'yes-no':
      return (
        <span
          className={styles.switch}
          data-on={value === true || undefined}
          data-empty={value === undefined || undefined}
        >
          <span className={unseen.words}>{value === undefined ? '' : t(value ? 'tables.yes' : 'tables.no')}</span>
        </span>
      )
    case 'picture':
      return typeof value === 'string' ? <Picture organisationId={organisationId} id={value} /> : null
    default:
      return (
        <span className={styles.text} dir="auto">
          {displayCell(column, value, language)}
        </span>
      )
  }
}

/** The thumbnail of a stored picture. */
export function Picture({ organisationId, id }: { organisationId: OrganisationId; id: string }) {
  const { t } = useI18n()
  const mediaId = MediaId.safeParse(id).data
  const isOutside = useContext(PicturesOfRows) !== undefined
  const { data, error } = useQuery({
    queryKey: ['table-picture', organisationId, id],
    enabled: mediaId !== undefined && !isOutside,
    queryFn: ({ signal }) =>
      call('getLibraryFile', { params: { organisationId, mediaId: mediaId as MediaId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isOutside && mediaId) {
    return <img className={styles.picture} src={thumbnailOf(mediaId)} alt={t('tables.type.picture')} loading="lazy" />
  }
  if (error) return <span className={styles.gone}>{t('tables.picture.gone')}</span>
  if (!data) return <span className={styles.picture} />
  return (
    <img
      className={styles.picture}
      src={data.thumbnailUrl ?? data.url}
      alt={data.alternativeText || data.name}
      loading="lazy"
      decoding="async"
    />
  )
}
