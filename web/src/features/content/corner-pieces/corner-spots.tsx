import { CORNERS, type Corner, type CornerPiece } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import corners from './corner.module.css'
import { CornerPicture, type Surroundings } from './corner-picture.tsx'
import styles from './corner-spots.module.css'
import { nameOfPiece } from './name-of-piece.ts'

type Props = {
  pieces: readonly CornerPiece[]
  around: Surroundings
  /** Called when a corner is pressed. undefined: the corners are only shown. */
  onOpen?: ((corner: Corner) => void) | undefined
  isOn: (piece: CornerPiece) => boolean
}

/** The four corners of the screen in small, with what stands in them. Left and right are those of the screen. */
export function CornerSpots({ pieces, around, onOpen, isOn }: Props) {
  const { t } = useI18n()
  return (
    <div className={styles.spots} data-shown={onOpen ? undefined : true}>
      {CORNERS.map((corner) => {
        const piece = pieces.find((one) => one.corner === corner)
        if (!piece && !onOpen) return null
        const name = t(`corner.at.${corner}`)
        return (
          <span
            key={corner}
            className={`${corners.corner} ${styles.spot}`}
            data-at={corner}
            data-off={(piece && !isOn(piece)) || undefined}
            data-empty={!piece || undefined}
          >
            {piece && <CornerPicture piece={piece} around={around} />}
            {onOpen && (
              <button
                type="button"
                className={styles.press}
                aria-label={
                  piece
                    ? t('corner.open', { corner: name, what: nameOfPiece(piece, t) })
                    : t('corner.add', { corner: name })
                }
                onClick={() => onOpen(corner)}
              >
                {!piece && <PlusIcon size={22} />}
              </button>
            )}
          </span>
        )
      })}
    </div>
  )
}
