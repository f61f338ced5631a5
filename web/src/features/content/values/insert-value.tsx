import type { ProgrammeKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LiveWords, type TextField, Tool, typeAtCaret } from './live-words.tsx'
import type { ValueNames } from './names.ts'
import { keepChosen } from './use-value-names.ts'

const ValueMenu = lazyDialog(() => import('./value-menu.tsx'), { quiet: true, ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  names: ValueNames
  /** The field that the words and values are inserted into. */
  field: () => TextField | null
  /** More buttons of the same kind, shown before these. */
  children?: ReactNode
}

/** The buttons for live words, and one for a value of a table or of the weather, chosen from a menu [DT4]. */
export function WordsAndValues({ programmeKey, names, field, children }: Props) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  // They are there when the menu opens.
  useQuery(tablesOf(programmeKey.organisationId))
  return (
    <LiveWords
      field={field}
      after={
        <Tool isOpen={isOpen} onPress={() => setOpen(!isOpen)}>
          {t('live-words.value')}
        </Tool>
      }
      below={
        isOpen && (
          <ValueMenu
            programmeKey={programmeKey}
            onChoose={(chosen) => {
              names.learn([chosen])
              keepChosen(chosen)
              setOpen(false)
              const into = field()
              // A value counts less than its name is long.
              into?.removeAttribute('maxlength')
              if (into) typeAtCaret(into, names.of(chosen.value))
            }}
          />
        )
      }
    >
      {children}
    </LiveWords>
  )
}
