import type { FileUse, LibraryFileUses } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './places.module.css'

type Props = {
  file: Pick<LibraryFileUses, 'places' | 'elsewhere'>
  /** The page of a place; undefined if it has none, for example a logo. */
  pathTo: (place: FileUse) => string | undefined
}

/** True for a place that keeps its file when the file is replaced. It gets another one only where this one was chosen. */
const KEEPING: readonly FileUse['kind'][] = ['brand', 'take-over', 'insert', 'corner']
export const isKeeping = ({ kind }: FileUse) => KEEPING.includes(kind)

/** True for a place that must show another file before this one can be removed. */
export const isHolding = (place: FileUse) => isKeeping(place) || place.kind === 'table'

/** LB1: the places that show a file. */
export function Places({ file: { places, elsewhere }, pathTo }: Props) {
  const { t } = useI18n()
  if (places.length + elsewhere === 0) return <p className={styles.note}>{t('library.nowhere-lead')}</p>
  return (
    <>
      <ul className={styles.places}>
        {places.map((place, index) => {
          const path = pathTo(place)
          const name = place.kind === 'brand' ? t('library.logo') : place.name
          const isTakeOver = place.kind === 'take-over'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a take-over has no id here, and a list is drawn as a whole
            <li key={`${place.programmeId} ${place.itemId} ${index}`} className={styles.place}>
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
                  place.kind === 'corner' && t('library.corner'),
                  place.kind === 'table' && t('library.in-table'),
                  isTakeOver && t(place.visible ? 'library.take-over-runs' : 'library.take-over-prepared'),
                  place.kind === 'insert' && t('library.insert-runs'),
                  !isTakeOver && !place.visible && t('library.hidden'),
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
