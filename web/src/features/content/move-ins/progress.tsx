import { Progress as Bar, Button } from '@mantine/core'
import { useEffect } from 'react'
import { announce } from '../../../platform/ui/announcer.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import type { Progress } from './bring.ts'
import styles from './moving.module.css'
import type { MovingState } from './moving.ts'

/** The progress of reading a source. */
export function Reading({ name, share, onStop }: { name: string; share: number; onStop: () => void }) {
  const { t } = useI18n()
  return (
    <Section title={t('moving.reading', { name })}>
      <Bar
        value={share * 100}
        aria-label={t('moving.reading', { name })}
        size="lg"
        radius="xl"
        animated={share === 0}
      />
      <p className={styles.lead} role="status">
        {t('moving.reading-lead')}
      </p>
      <StopButton onStop={onStop} />
    </Section>
  )
}

/** The progress of a move. It continues while the user visits other pages, as long as the tab is open. */
export function Bringing({ progress, onStop }: { progress: Progress | undefined; onStop: () => void }) {
  const { t, number } = useI18n()
  const { stage, total, done, share, current, isWaiting } = progress ?? START
  const words =
    progress === undefined
      ? t('moving.starting')
      : t(`moving.bringing.${stage}`, { done: number(Math.min(done + 1, total)), total: number(total) })
  useEffect(() => announce(t('moving.started')), [t])
  return (
    <Section title={t('moving.under-way')}>
      <p role="status">{isWaiting ? t('moving.waiting') : words}</p>
      <Bar value={total > 0 ? ((done + share) / total) * 100 : 0} aria-label={words} size="lg" radius="xl" />
      <p className={styles.current}>
        <bdi>{current || '\u00A0'}</bdi>
      </p>
      <p className={styles.lead}>{t('moving.may-leave')}</p>
      <StopButton onStop={onStop} />
    </Section>
  )
}

function StopButton({ onStop }: { onStop: () => void }) {
  const { t } = useI18n()
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={onStop}>
        {t('moving.stop')}
      </Button>
    </div>
  )
}

const START: Progress = { stage: 'files', total: 0, done: 0, share: 0, current: '', isWaiting: false }

type StoppedProps = {
  state: Extract<MovingState, { status: 'stopped' }>
  onGoOn: () => void
  onClear: () => void
}

export function Stopped({ state, onGoOn, onClear }: StoppedProps) {
  const { t } = useI18n()
  return (
    <Section title={t('moving.stopped')}>
      {state.problem ? <ErrorBox message={t(`error.${state.problem}`)} /> : <p>{t('moving.stopped-lead')}</p>}
      <div className={styles.buttons}>
        <Button onClick={onGoOn}>{t('moving.go-on')}</Button>
        <Button variant="default" onClick={onClear}>
          {t('moving.other')}
        </Button>
      </div>
    </Section>
  )
}
