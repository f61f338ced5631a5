import { DEFAULT_PLAYER_DURATION_SECONDS, type DeckSettings, tidyDeck } from '@placard/contract'
import type { ComponentProps } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { EyeOffIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './deck-pages.module.css'
import { durationOptions } from './duration-options.ts'
import { WHOLE_DECK } from './item-draft.ts'

type Props = {
  /** Thumbnails of the pages in order, each once it is available. */
  pages: readonly { src: string | undefined; isDamaged?: boolean }[]
  settings: DeckSettings
  /** Seconds of every page without a time of its own; 0: the player's default. */
  duration: number
  disabled?: boolean
  /** Absent: read-only. */
  onChange: ((settings: DeckSettings) => void) | undefined
}

/** CT8: thumbnails of the pages of a document. Each one is a button that leaves the page out, with an optional time of its own. */
export default function DeckPages({ pages, settings, duration, disabled = false, onChange }: Props) {
  const { t, number } = useI18n()
  const change = (part: Partial<DeckSettings>) => onChange?.(tidyDeck({ ...settings, ...part }) ?? WHOLE_DECK)
  const ofAll = duration || DEFAULT_PLAYER_DURATION_SECONDS
  return (
    <ol className={styles.pages} aria-label={t('decks.pages')}>
      {pages.map(({ src, isDamaged = false }, index) => {
        const page = index + 1
        const isOut = settings.without.includes(page)
        const own = settings.seconds.find((time) => time.page === page)?.seconds
        return (
          <li key={page} className={styles.page} data-out={isOut || undefined}>
            <Sheet
              isButton={onChange !== undefined}
              aria-pressed={!isOut && !isDamaged}
              aria-label={t(isDamaged ? 'decks.page-damaged' : isOut ? 'decks.page-out' : 'decks.page-in', {
                page: number(page),
              })}
              disabled={disabled || isDamaged}
              onClick={() =>
                change({
                  without: isOut ? settings.without.filter((one) => one !== page) : [...settings.without, page],
                })
              }
            >
              {src && <img className={styles.picture} src={src} alt="" loading="lazy" decoding="async" />}
              {isOut && (
                <span className={styles.out}>
                  <EyeOffIcon size={20} />
                </span>
              )}
              {isDamaged && (
                <span className={styles.out}>
                  <WarningIcon size={20} />
                </span>
              )}
            </Sheet>
            <span className={styles.below}>
              <span className={styles.number} aria-hidden={onChange !== undefined}>
                {number(page)}
              </span>
              {onChange && (
                <select
                  className={styles.seconds}
                  aria-label={t('decks.seconds-of', { page: number(page) })}
                  disabled={disabled || isOut || isDamaged}
                  data-own={own !== undefined || undefined}
                  value={own ?? ''}
                  onChange={({ currentTarget: { value } }) => {
                    const others = settings.seconds.filter((time) => time.page !== page)
                    change({ seconds: value === '' ? others : [...others, { page, seconds: Number(value) }] })
                  }}
                >
                  <option value="">{t('decks.as-all', { seconds: number(ofAll) })}</option>
                  {durationOptions(own ?? 0)
                    .filter((seconds) => seconds > 0)
                    .map((seconds) => (
                      <option key={seconds} value={seconds}>
                        {t('items.seconds', { seconds: number(seconds) })}
                      </option>
                    ))}
                </select>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Sheet({ isButton, ...rest }: ComponentProps<'button'> & { isButton: boolean }) {
  if (isButton) return <button type="button" className={styles.sheet} {...rest} />
  return <span className={styles.sheet}>{rest.children}</span>
}
