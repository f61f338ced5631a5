import type { FileUse, LibraryFileUses } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './places.module.css'

type Props = {
  file: Pick<LibraryFileUses, 'places' | 'elsewhere'>
  /** The page of a place; undefined: there is none, as of a logo. */
  pathTo: (place: FileUse) => string | undefined
}

/** LB1: where a file is on. */
export function Places({ file: { places, elsewhere }, pathTo }: Props) {
  const { t } = useI18n()
  if (places.length + elsewhere === 0) return <p className={styles.note}>{t('library.nowhere-lead')}</p>
  return (
    <>
      <ul className={styles.places}>
        {places.map((place) => {
          const path = pathTo(place)
          const name = place.kind === 'brand' ? t('library.logo') : place.name
          return (
            <li key={`${place.programmeId} ${place.itemId}`} className={styles.place}>
              {path === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <Link to={path} className={styles.link}>
                  <bdi>{name}</bdi>
                </Link>
              )}
              <span className={styles.note}>
                {[
                  place.title && `\u2068${place.title}\u2069`,
                  !place.visible && t('library.hidden'),
                  place.scheduled && t('library.scheduled'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
      {elsewhere > 0 && <p className={styles.note}>{t('library.elsewhere', { count: elsewhere })}</p>}
    </>
  )
}
