import type { AdviceRule, ItemId, PreviewState, ProgrammeKey } from '@placard/contract'
import { hardest, type Mend } from '@placard/playback'
import type { RefObject } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { EyeIcon } from '../../../platform/ui/icons.tsx'
import FormAdvice from '../advice/form-advice.tsx'
import { useAdviceFacts } from '../advice/use-advice.ts'
import { type Clock, itemOf, type NoticeDraft, secondsToRead, TO_READ, wordsShown } from './notice-draft.ts'
import styles from './notice-form.module.css'
import { metresOf } from './words.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined for a new notice. */
  itemId: ItemId | undefined
  draft: NoticeDraft
  clock: Clock
  /** The layout of the notice in the preview; null while it is not known. */
  stand: PreviewState['notice']
  left: RefObject<AdviceRule[]>
  onChange: (change: Partial<NoticeDraft>) => void
  onShorten: () => void
}

/** CT12: the reading time and distance of the notice, and advice with a button that applies it. */
export function Advice({ programmeKey, itemId, draft, clock, stand, left, onChange, onShorten }: Props) {
  const { t, number } = useI18n()
  const screens = useAdviceFacts(programmeKey)?.screens
  const screen = screens && hardest(screens)
  const reads = t('notices.reads', { count: secondsToRead(draft, clock) })
  const metres = stand && screen && metresOf(stand.smallest, screen.diagonalInches)
  const item = itemOf(draft, clock, '')
  const words = wordsShown(draft, clock)
  const shown = words ? { shown: { notice: { ...item.notice, ...words }, values: [] } } : {}

  const doing = (mend: Mend) => {
    if (mend.of === 'hand') return onShorten
    const change = mend.of === 'item' ? draftChangeOf(mend.change) : {}
    return Object.keys(change).length === 0 ? undefined : () => onChange(change)
  }

  return (
    <div className={styles.advice}>
      <p className={styles.reads}>
        <EyeIcon size={18} />
        <span>
          {metres
            ? t('notices.reads-from', {
                reads,
                count: metres,
                metres: number(metres),
                inches: number(screen.diagonalInches),
              })
            : reads}
        </span>
      </p>
      <FormAdvice
        programmeKey={programmeKey}
        entryId={itemId}
        content={{ of: 'item', item: { ...item, ...shown }, stand: stand ?? undefined, typedAt: clock.at }}
        left={left}
        doing={doing}
      />
    </div>
  )
}

/** Converts the change of a mend to a change of the form's draft. */
function draftChangeOf({ notice, duration, visible }: Extract<Mend, { of: 'item' }>['change']): Partial<NoticeDraft> {
  return {
    ...(notice && {
      'notice.look': notice.look,
      'notice.heading': notice.heading,
      'notice.body': notice.body,
      'notice.byline': notice.byline,
    }),
    // The duration follows the reading time, also when words are added.
    ...(duration === undefined ? {} : { duration: TO_READ }),
    ...(visible === undefined ? {} : { visible }),
  }
}
