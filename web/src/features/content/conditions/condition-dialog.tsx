import { Condition, type ProgrammeKey } from '@placard/contract'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NEW_COMPARISON } from './comparison.ts'
import ConditionFields from './condition-fields.tsx'
import { type ConditionDraft, conditionOf, isSameCondition, shownAt } from './draft.ts'

const Body = z.object({ condition: Condition.nullable() })

type Props = {
  programmeKey: ProgrammeKey
  name: string
  condition: Condition | undefined
  /** @throws ApiError */
  save: (condition: Condition | null) => Promise<unknown>
  onClose: () => void
}

/** DT6: the condition of something without a schedule of its own, such as a zone. */
export default function ConditionDialog({ programmeKey, name, condition, save, onClose }: Props) {
  const { t } = useI18n()
  const form = useForm({
    schema: Body,
    start: (): { condition: ConditionDraft } => ({
      condition: condition ?? { all: [NEW_COMPARISON], otherwise: 'off' },
    }),
    bodyOf: (values) => ({ condition: conditionOf(values.condition) }),
    shows: shownAt('condition'),
    save: async (wanted) => {
      if (!isSameCondition(wanted.condition, condition)) {
        try {
          await save(wanted.condition)
        } catch (cause) {
          throw atField(cause)
        }
      }
      onClose()
    },
    words: ({ code, field }) =>
      code === 'invalid-field' && field?.endsWith('.value') ? t('condition.choose-value') : undefined,
    logAs: 'saving a condition failed',
  })
  return (
    <FormDialog form={form} title={t('condition.title', { name })} size="large" onClose={onClose}>
      <ConditionFields
        programmeKey={programmeKey}
        draft={form.values.condition}
        at="condition"
        errorAt={form.errorAt}
        onChange={(next) => form.change({ condition: next })}
      />
    </FormDialog>
  )
}

/** The command may contain the condition at a longer path. */
function atField(cause: unknown): unknown {
  const [field] = cause instanceof ApiError ? (/condition(\.all\..*)?$/.exec(cause.field ?? '') ?? []) : []
  return field && cause instanceof ApiError ? new ApiError(cause.code, { ...cause, field, cause }) : cause
}
