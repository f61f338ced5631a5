import { readItemUrl } from '@placard/contract'
import { useContext, useId, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import { FOCUS_PLACES, placeOf } from './focus.ts'
import styles from './focus-field.module.css'
import type { ItemDraft } from './item-draft.ts'
import { ITEM_KINDS } from './item-kinds.ts'
import { keptAddress, placesOf } from './media-address.ts'
import { MediaFrom } from './media-from.ts'

type Props = { draft: ItemDraft; onChange: (change: Partial<ItemDraft>) => void }

/** Chooses one of nine places, on the picture itself. */
export function FocusField({ draft, onChange }: Props) {
  const { t } = useI18n()
  const name = useId()
  const chosen = placeOf(draft.focus)
  return (
    <fieldset>
      <legend className={styles.legend}>{t('field.focus')}</legend>
      <p className={styles.lead}>{t('field.focus-hint')}</p>
      <div className={styles.board} dir="ltr">
        <Picture draft={draft} />
        <div className={styles.places}>
          {FOCUS_PLACES.map((place) => (
            <label key={place.name} className={styles.place} title={t(`focus.${place.name}`)}>
              <input
                type="radio"
                name={name}
                className={unseen.input}
                aria-label={t(`focus.${place.name}`)}
                checked={place.name === chosen}
                onChange={() => onChange({ focus: { x: place.x, y: place.y } })}
              />
              <span className={styles.dot} />
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** Keeps the picture's own proportions, so that each place is where it appears. A film is assumed to have the usual proportions. */
function Picture({ draft }: { draft: ItemDraft }) {
  const address = readItemUrl(draft.type, keptAddress(draft.address, location.origin))
  const href = address.playable && ITEM_KINDS[draft.type].preview.by === 'picture' ? address.href : undefined
  const mediaUrl = useContext(MediaFrom)
  const [broken, setBroken] = useState<readonly string[]>([])
  const places = href === undefined ? [] : placesOf(href, { small: true, mediaUrl })
  const src = places.find((one) => !broken.includes(one))
  if (src === undefined) return <div className={styles.blank} />
  const fail = () => setBroken((before) => [...before, src])
  return <img className={styles.picture} src={src} alt="" referrerPolicy="no-referrer" onError={fail} />
}
