import { UnstyledButton } from '@mantine/core'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './parts.module.css'

const PARTS = ['pictures', 'texts', 'places'] as const
export type Part = (typeof PARTS)[number]

type Props = {
  part: Part
  /** The third one: where the programme plays. */
  places: string
  onChoose: (part: Part) => void
}

/** On a phone one part of the page at a time, right below the preview; elsewhere all of them stand there, and this does not. */
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
