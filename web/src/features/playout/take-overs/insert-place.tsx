import { INSERT_PLACES, type InsertPlace, type Rect } from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import { type CSSProperties, useId } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './insert-place.module.css'

type Props = { value: InsertPlace; error: string | undefined; onChange: (place: InsertPlace) => void }

/** A picture of the screen. Pressing a corner, a side or an edge of it chooses the place; a small one shows an upright screen. */
export function InsertPlaceChoice({ value, error, onChange }: Props) {
  const { t } = useI18n()
  const name = useId()
  const { landscape, portrait } = placeOfInsert(value)
  return (
    <fieldset>
      <legend className={styles.legend}>{t('insert.where')}</legend>
      <div className={styles.pictures}>
        <div className={styles.screen} dir="ltr">
          <Cover rect={landscape} />
          {INSERT_PLACES.map((place) => (
            <label key={place} className={styles.spot} data-place={place} title={t(`insert.place.${place}`)}>
              <input
                type="radio"
                name={name}
                className={unseen.input}
                value={place}
                checked={place === value}
                aria-label={t(`insert.place.${place}`)}
                onChange={() => onChange(place)}
              />
            </label>
          ))}
          <span className={styles.ticker} />
        </div>
        <div className={styles.beside}>
          <div className={styles.upright} dir="ltr" aria-hidden="true">
            <Cover rect={portrait} />
            <span className={styles.ticker} />
          </div>
          <p className={styles.name} role="status">
            {t(`insert.place.${value}`)}
          </p>
        </div>
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}

/** The part of the screen that the insert covers. The media area is the upper nine tenths of the screen. */
function Cover({ rect: { x, y, width, height } }: { rect: Rect }) {
  const place = { '--x': x, '--y': y, '--w': width, '--h': height } as CSSProperties
  return <span className={styles.cover} style={place} />
}
