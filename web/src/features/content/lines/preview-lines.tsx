import { Button } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { Line } from '@placard/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PauseIcon, PlayIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import { textOf } from '../entries/text-of.ts'
import styles from './preview-lines.module.css'

type Props = {
  lines: Line[]
  /** The player, above the texts. */
  player: ReactNode
  onClose: () => void
}

/** D3: the screen, and below it all lines on a dark background. Long lists scroll, and can be stopped and scrolled by hand. */
export default function PreviewLines({ lines, player, onClose }: Props) {
  const { t } = useI18n()
  const still = useReducedMotion()
  const [playing, setPlaying] = useState(!still)
  const list = useRef<HTMLUListElement>(null)
  const overflows = useScrolling(list, playing, lines)

  return (
    <Dialog title={t('lines.preview.title')} onClose={onClose} size="large">
      <div className={styles.player}>{player}</div>
      {lines.length === 0 ? (
        <EmptyState icon={<TextIcon size={24} />} title={t('lines.empty')} lead={t('lines.empty-lead')} />
      ) : (
        <>
          <p className={styles.lead}>{t('lines.preview.lead')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul ref={list} className={styles.screen} aria-label={t('lines.preview.list')} tabIndex={0}>
            {lines
              .filter(({ shown }) => !shown?.isOff)
              .map((line) => (
                <li key={line.id} dir="auto">
                  {textOf(line)}
                </li>
              ))}
          </ul>
        </>
      )}
      <DialogActions>
        {overflows && (
          <Button
            variant="default"
            leftSection={playing ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? t('lines.preview.pause') : t('lines.preview.play')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const PIXELS_PER_SECOND = 28
/** Pause at both ends, to read the first and the last lines. */
const REST_MS = 1_500

/** Scrolls a list slowly to its end and back to its start, repeatedly. @returns true if the list is long enough to scroll */
function useScrolling(list: { current: HTMLElement | null }, playing: boolean, lines: Line[]): boolean {
  const [overflows, setOverflows] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have another height
  useEffect(() => {
    const element = list.current
    if (!element) return
    const room = element.scrollHeight - element.clientHeight
    setOverflows(room > 1)
    if (!playing || room <= 1) return

    let frame = 0
    let before = performance.now()
    let restUntil = before + REST_MS
    let at = element.scrollTop
    const move = (now: number) => {
      frame = requestAnimationFrame(move)
      const elapsed = now - before
      before = now
      if (now < restUntil || element.matches(':hover')) {
        at = element.scrollTop
        return
      }
      // Minus one pixel, because browsers round the last position down.
      const atEnd = at >= room - 1
      at = atEnd ? 0 : at + (elapsed / 1_000) * PIXELS_PER_SECOND
      if (atEnd || at >= room - 1) restUntil = now + REST_MS
      element.scrollTop = at
    }
    frame = requestAnimationFrame(move)
    return () => cancelAnimationFrame(frame)
  }, [list, playing, lines])

  return overflows
}
