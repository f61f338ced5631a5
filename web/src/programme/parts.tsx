import { UnstyledButton } from '@mantine/core'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './parts.module.css'

const PARTS = ['pictures', 'texts', 'places'] as const
export type Part = (typeof PARTS)[number]

type Props = {
  part: Part
  /** The name of the third part, with the places where the programme plays. */
  places: string
  onChoose: (part: Part) => void
}

/** Tabs for a phone, below the preview, which shows one part of the page at a time. Larger screens show all parts without tabs. */
export function Parts({ part, places, onChoose }: Props) {
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
          {name === 'places' ? places : t(`dashboard.part.${name}`)}
        </UnstyledButton>
      ))}
    </nav>
  )
}
