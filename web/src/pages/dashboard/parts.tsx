import { UnstyledButton } from '@mantine/core'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './parts.module.css'

const PARTS = ['pictures', 'texts', 'screens'] as const
export type Part = (typeof PARTS)[number]

/** On a phone one part of the page at a time, right below the preview; elsewhere all of them stand there, and this does not. */
export function Parts({ part, onChoose }: { part: Part; onChoose: (part: Part) => void }) {
  const { t } = useI18n()
  return (
    <nav className={styles.parts} aria-label={t('dashboard.parts')}>
      {PARTS.map((name) => (
        <UnstyledButton
          key={name}
          className={styles.part ?? ''}
          aria-pressed={name === part}
          onClick={() => onChoose(name)}
        >
          {t(`dashboard.part.${name}`)}
        </UnstyledButton>
      ))}
    </nav>
  )
}
