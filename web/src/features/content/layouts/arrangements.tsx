import { SHAPES } from '@placard/contract'
import type { Shape } from '@placard/playback'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './arrangements.module.css'
import { ShapeDrawing } from './shape-drawing.tsx'
import { CHOICES, type Wanted } from './wanted.ts'

type Choice = (typeof CHOICES)[number]

type Props = {
  layout: Wanted | null
  shape: Shape
  /** The display's language is written from right to left. */
  isRightToLeft: boolean
  disabled: boolean
  onPick: (choice: Choice) => void
}

/** The arrangements as small pictures. Pressing one picks it. */
export function Arrangements({ layout, shape, isRightToLeft, disabled, onPick }: Props) {
  const { t } = useI18n()
  const isMirrored = isRightToLeft && layout?.pinned !== true
  const isPicked = (choice: Choice) =>
    choice === undefined
      ? layout === null
      : layout?.arrangement === choice.arrangement && (choice.side === undefined || layout.side === choice.side)
  return (
    <fieldset className={styles.pictures} aria-label={t('layout.arrangement')} data-shape={shape}>
      {CHOICES.map((choice) => {
        const name = nameOf(choice, shape, isMirrored)
        const drawn = choice && {
          side: layout?.side ?? 'end',
          pinned: layout?.pinned ?? false,
          dividers: [...SHAPES[choice.arrangement].dividers],
          ...choice,
        }
        return (
          <button
            key={name}
            type="button"
            className={styles.picture}
            aria-pressed={isPicked(choice)}
            disabled={disabled}
            onClick={() => !isPicked(choice) && onPick(choice)}
          >
            <span className={styles.drawing}>
              <ShapeDrawing layout={drawn} shape={shape} isMirrored={isRightToLeft} />
            </span>
            <span>{t(`layout.pick.${name}`)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** The name says where the other zones stand as drawn: a portrait screen has above and below in place of the sides. */
function nameOf(choice: Choice, shape: Shape, isMirrored: boolean) {
  if (!choice) return 'whole'
  const { arrangement, side } = choice
  if (arrangement === 'strip') return side === 'end' ? 'strip-below' : 'strip-above'
  if (arrangement !== 'side-bar') return arrangement
  if (shape === 'portrait') return side === 'end' ? 'bar-below' : 'bar-above'
  return (side === 'end') === isMirrored ? 'bar-left' : 'bar-right'
}
